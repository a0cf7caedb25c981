"""What every hand card would cost now, X and T worked out, and why something is not possible (WTA-20.1)."""

from tablewright.engine import Arg, Blocked, Say, Seat, say

from .announce import can_play, take_up_card
from .descriptions import cost_text, thing, title
from .gold import available, recyclable
from .ids import ABILITY, ASK, BLOCKS, COST, ITEM, KEY, STEP, TYPE, X
from .moves import move
from .state import CARD_IDS, Cards, State
from .targets import cost_with, reach_of, seek_targets, set_target, time_allows
from .zones import active

ONLY = ("", "why.only_attack_window", "why.only_combat_window", "why.only_attacking")
Reason = tuple[Say, str] | None


def cost_now(s: State, k: Cards, p: int, o: int) -> Say:
    """`costs 3`, `costs X+1: X from 0 to 4`, `costs T-3: Royal Guard 1, Orc 0`."""
    c = s.card[o]
    if k.cost_kind[c] == COST.number:
        return say("cost.number", cost=str(k.cost[c]))
    world = State.copy(s)
    take_up_card(world, k, p, o)
    printed = cost_text(k, c)
    if k.x_mode[c] == X.chosen:
        most = available(s, k, p) - k.cost[c]
        if most >= 0:
            return say("cost.chosen", cost=printed, n=most)
        return say("cost.least", cost=printed, n=k.cost[c])
    if k.x_mode[c] in (X.attack, X.hand) or k.cost_kind[c] == 2:
        return say("cost.by_target", cost=printed, targets=_by_target(world, k))
    return say("cost.is", cost=printed, n=cost_with(world, k, 0, 0))


def _by_target(world: State, k: Cards) -> tuple[Say, ...]:
    """The cost with each target in reach, payable or not."""
    world.ask = ASK.target
    found = _targets(world, k)
    return tuple(say("cost.with_target", target=_aim(world, k, a), n=_cost_with(world, k, a)) for a in found)


def _aim(world: State, k: Cards, a: int) -> Arg:
    block, index = BLOCKS.decode(a)
    if block == "object":
        return thing(world, world.board[index])
    return Seat(index) if block == "player" else move(world, k, a).says


def _targets(world: State, k: Cards) -> list[int]:
    """The legal targets as far as gold does not matter; the world is left as it was."""
    before = world.now, world.pool, world.option, world.n_options
    world.now, world.pool, world.option, world.n_options = world.now[:], world.pool[:], world.option[:], 0
    world.pool[world.now[ITEM.player]] = 1000
    seek_targets(world, k, 1)
    found = world.option[: world.n_options]
    world.now, world.pool, world.option, world.n_options = before
    return found


def _cost_with(world: State, k: Cards, a: int) -> int:
    before, world.now = world.now, world.now[:]
    set_target(world, k, a)
    cost = cost_with(world, k, world.now[ITEM.target_kind], world.now[ITEM.target])
    world.now = before
    return cost


def hand_reasons(s: State, k: Cards, p: int) -> list[Blocked]:
    """For each card of the hand that cannot be played now the first thing that is in the way."""
    found = []
    for i in range(s.n_hand[p]):
        o, at = s.hand[p][i], f"hand.{p}.{i}"
        why = _why_not(s, k, p, o)
        if why:
            what, c = say("play.play", card=title(s.card[o], at)), s.card[o]
            found.append(Blocked(what, why[0], at, why[1], f"play {CARD_IDS[c]}"))
    return found


def _why_not(s: State, k: Cards, p: int, o: int) -> Reason:
    c, kind = s.card[o], k.type[s.card[o]]
    moment = _wrong_moment(s, k, p, c)
    if moment:
        return moment
    world = State.copy(s)
    if can_play(world, k, p, o):
        return None
    take_up_card(world, k, p, o)
    a = k.play_ability[c]
    if a >= 0 and not time_allows(world, k, k.ability[a][ABILITY.only]):
        return Say(ONLY[k.ability[a][ABILITY.only]]), "WTA-6.12"
    if kind == TYPE.magic and reach_of(world, k) == 0:
        return say("why.no_caster"), "WTA-7.11"
    if kind == TYPE.enchantment and reach_of(world, k) == 0:
        return say("why.nobody_near"), "WTA-7.8"
    if a >= 0 and k.ability[a][ABILITY.target] >= 0 and not _targets(world, k):
        return say("why.no_target"), "WTA-10.1"
    return say("why.gold", cost=cost_now(s, k, p, o), n=available(s, k, p)), "WTA-6.8"


def _wrong_moment(s: State, k: Cards, p: int, c: int) -> Reason:
    kind = k.type[c]
    if s.decider != p or s.ended:
        return say("why.not_your_turn"), "WTA-4.8"
    if s.ask == ASK.respond:
        return None if kind == TYPE.event else (say("why.only_events"), "WTA-9.8")
    if s.ask == ASK.play:
        slow = kind == TYPE.creature and not k.keys[c] & KEY.quick
        return (say("why.not_quick"), "WTA-7.1") if slow else None
    if s.ask == ASK.entrance:
        return None if kind == TYPE.creature else (say("why.only_creatures"), "WTA-4.12")
    return say("why.pending"), "WTA-20.2"


def action_reasons(s: State, k: Cards, p: int) -> list[Blocked]:
    """Why Lay and Recycle are not offered."""
    if active(s) != p or s.step not in (STEP.play_1, STEP.play_2):
        return [Blocked(say("why.lay_recycle"), say("why.own_play_phase"), clause="WTA-5.2")]
    found = []
    recycle, have = say("play.plain_recycle"), recyclable(s, k, p, -1)
    if s.lays >= k.lays_per_turn:
        found.append(Blocked(say("why.lay"), say("why.laid"), clause="WTA-5.2", text="lay"))
    if s.recycles >= k.recycles_per_turn:
        found.append(Blocked(recycle, say("why.recycled"), clause="WTA-5.9", text="recycle"))
    elif have < k.recycle_count:
        few = say("why.few_resources", n=k.recycle_count, have=have)
        found.append(Blocked(recycle, few, clause="WTA-5.9", text="recycle"))
    return found
