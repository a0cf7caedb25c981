"""The table after the end: what a game clears away last of all is shown, and counted, as it lay before."""

from dataclasses import replace

from tablewright.engine import Match, View


def last_table(match: Match, view: View, language: str = "") -> View:
    """A finished view, with its places and counters as those parameters that it calls `CLOSING` would leave them."""
    changes = match.game.view.CLOSING
    if not changes or not match.over or not match.steps:
        return view
    variant = match.variant
    kept = match.at(len(match.steps) - 1)
    kept.variant = variant.game.variant(variant.players, variant.edition, {**variant.changes, **changes})
    kept.play(match.steps[-1].action)
    shown = kept.view(view.seat, language).table
    real = {(one.id, one.owner): one for one in view.table.counters if one.goal}
    counters = tuple(real.get((one.id, one.owner), one) for one in shown.counters)
    return replace(view, table=replace(view.table, zones=shown.zones, counters=counters))
