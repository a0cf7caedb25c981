"""What every hand card would cost now, X and T worked out, and why something is not possible (WTA-20.1)."""

from tablewright.engine import Blocked

from .announce import can_play, take_up_card
from .gold import available, recyclable
from .ids import (
    A_ONLY,
    A_TARGET,
    ASK_ENTRANCE,
    ASK_PLAY,
    ASK_RESPOND,
    ASK_TARGET,
    COST_NUMBER,
    CREATURE,
    ENCHANTMENT,
    EVENT,
    I_PLAYER,
    I_TARGET,
    I_TARGET_KIND,
    MAGIC,
    QUICK,
    STEP_PLAY_1,
    STEP_PLAY_2,
    X_ATTACK,
    X_CHOSEN,
    X_HAND,
)
from .layout import Cards, State
from .targets import cost_with, reach_of, seek_targets, set_target, time_allows
from .words import cost_words, move, title_of
from .zones import active

ONLY_WORDS = ("", "only in an attack window", "only in a combat window", "only while a creature is attacking")


def cost_now(s: State, k: Cards, p: int, o: int) -> str:
    """`costs 3`, `costs X+1: X from 0 to 4`, `costs T-3: royal_guard 1, orc_token 0`."""
    c = s.card[o]
    if k.cost_kind[c] == COST_NUMBER:
        return f"costs {k.cost[c]}"
    world = State.copy(s)
    take_up_card(world, k, p, o)
    printed = f"costs {cost_words(k, c)}"
    if k.x_mode[c] == X_CHOSEN:
        most = available(s, k, p) - k.cost[c]
        return f"{printed}: X from 0 to {most}" if most >= 0 else f"{printed}: at least {k.cost[c]}"
    if k.x_mode[c] in (X_ATTACK, X_HAND) or k.cost_kind[c] == 2:
        return f"{printed}: {_by_target(world, k) or 'no target now'}"
    return f"{printed} = {cost_with(world, k, 0, 0)}"


def _by_target(world: State, k: Cards) -> str:
    """The cost with each target in reach, payable or not."""
    world.ask = ASK_TARGET
    parts = []
    for a in _targets(world, k):
        text = move(world, k, a).text.removeprefix("target ")
        parts.append(f"{text} {_cost_with(world, k, a)}")
    return ", ".join(parts)


def _targets(world: State, k: Cards) -> list[int]:
    """The legal targets as far as gold does not matter."""
    rich = State.copy(world)
    rich.pool[rich.now[I_PLAYER]], rich.n_options = 1000, 0
    seek_targets(rich, k, 1)
    return rich.option[: rich.n_options]


def _cost_with(world: State, k: Cards, a: int) -> int:
    chosen = State.copy(world)
    set_target(chosen, k, a)
    return cost_with(chosen, k, chosen.now[I_TARGET_KIND], chosen.now[I_TARGET])


def hand_reasons(s: State, k: Cards, p: int) -> list[Blocked]:
    """For each card of the hand that cannot be played now the first thing that is in the way."""
    found = []
    for i in range(s.n_hand[p]):
        o = s.hand[p][i]
        reason, clause = _why_not(s, k, p, o)
        if reason:
            found.append(Blocked(f"play {title_of(s.card[o])}", reason, f"hand.{p}.{i}", clause))
    return found


def _why_not(s: State, k: Cards, p: int, o: int) -> tuple[str, str]:
    c, kind = s.card[o], k.type[s.card[o]]
    moment = _wrong_moment(s, k, p, c)
    if moment[0]:
        return moment
    world = State.copy(s)
    if can_play(world, k, p, o):
        return "", ""
    take_up_card(world, k, p, o)
    a = k.play_ability[c]
    if a >= 0 and not time_allows(world, k, k.ability[a][A_ONLY]):
        return ONLY_WORDS[k.ability[a][A_ONLY]], "WTA-6.12"
    if kind == MAGIC and reach_of(world, k) == 0:
        return "needs an unassigned Caster of yours", "WTA-7.11"
    if kind == ENCHANTMENT and reach_of(world, k) == 0:
        return "needs an unmarked creature of yours in the target's field", "WTA-7.8"
    if a >= 0 and k.ability[a][A_TARGET] >= 0 and not _targets(world, k):
        return "there is no legal target", "WTA-10.1"
    gold = available(s, k, p)
    return f"{cost_now(s, k, p, o)}; you have {gold} gold", "WTA-6.8"


def _wrong_moment(s: State, k: Cards, p: int, c: int) -> tuple[str, str]:
    kind = k.type[c]
    if s.asker != p or s.ended:
        return "it is not your decision", "WTA-4.8"
    if s.ask == ASK_RESPOND:
        return ("", "") if kind == EVENT else ("only Events and abilities are possible here", "WTA-9.8")
    if s.ask == ASK_PLAY:
        if kind == CREATURE and not k.keys[c] & QUICK:
            return "a creature without Quick is played in your Entrance phase", "WTA-7.1"
        return "", ""
    if s.ask == ASK_ENTRANCE:
        return ("", "") if kind == CREATURE else ("only creatures are played in the Entrance phase", "WTA-4.12")
    return "another decision is pending", "WTA-20.2"


def action_reasons(s: State, k: Cards, p: int) -> list[Blocked]:
    """Why Lay and Recycle are not offered."""
    found = []
    if active(s) != p or s.step not in (STEP_PLAY_1, STEP_PLAY_2):
        return [Blocked("lay, recycle", "only in your own Play phases", clause="WTA-5.2")]
    if s.lays >= k.lays_per_turn:
        found.append(Blocked("lay", "you have laid a resource card this turn", clause="WTA-5.2"))
    if s.recycles >= k.recycles_per_turn:
        found.append(Blocked("recycle", "you have recycled this turn", clause="WTA-5.9"))
    elif recyclable(s, k, p, -1) < k.recycle_count:
        have = recyclable(s, k, p, -1)
        text = f"it takes exactly {k.recycle_count} resource cards; you have {have}"
        found.append(Blocked("recycle", text, clause="WTA-5.9"))
    return found
