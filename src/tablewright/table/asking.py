"""What changes with every decision beside the table: the question, and the moves as buttons."""

from functools import lru_cache

from markupsafe import Markup

from tablewright.table.render import Scene
from tablewright.table.things import safe
from tablewright.table.words import Words

FEW_MOVES = 12  # so many are shown without being asked for
PROMPT, MOVES = Markup("\2"), Markup("\3")  # where both go in what is kept


def question(scene: Scene, t: Words, mine: bool, waits_for: str) -> str:
    """What is asked, in the words of the game, or for whom everybody waits."""
    asked = scene.view.table.prompt
    turn = f'<strong class="turn">{safe(t("table.your_turn"))}</strong> ' if mine else ""
    words = safe(t("own.turn", name=waits_for)) if waits_for else scene.say(asked.text)
    return f'<p class="prompt">{turn}<span>{words}</span>\n{_clause(asked.clause, t)}</p>'


@lru_cache(1_000)
def _clause(clause: str, t: Words) -> str:
    if not clause:
        return ""
    label, name = safe(t("table.rule", clause=clause)), safe(clause)
    return f'<button type="button" class="clause-link" data-rules="{name}" aria-label="{label}">§ {name}</button>'


def choices(scene: Scene, t: Words) -> str:
    """The moves, and what a page says while somebody chooses one."""
    view = scene.view
    if not view.moves:
        return ""
    runs = [
        f'<button type="button" class="move run" data-run="{" ".join(map(str, run.moves))}">'
        f"<b>{scene.say(run.text)}</b></button>"
        for run in view.table.runs
    ]
    return (
        f'<p class="choose"><span>{safe(t("table.choose"))}</span> '
        '<button type="button" class="quiet all-moves" aria-expanded="false" aria-controls="moves">'
        f"{safe(t('table.all_moves', count=len(view.moves)))}</button></p>\n"
        '<p class="preview" aria-live="polite"></p>\n'
        f'<div class="moves" id="moves" role="group" aria-label="{safe(t("table.moves"))}" data-few="{FEW_MOVES}">\n'
        f"{''.join(runs)}\n{scene.buttons}\n</div>\n"
        f'<button type="button" class="quiet back" hidden>{safe(t("table.choose_again"))}</button>'
    )
