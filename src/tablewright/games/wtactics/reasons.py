"""What every hand card would cost now, X and T worked out, and why something is not possible (WTA-20.1)."""

from tablewright.engine import Arg, Blocked, Reason, Say, Seat, say

from .announce import take_up
from .decisions import CLAUSES, DECISIONS
from .descriptions import cost_text, thing, title
from .gold import available, recyclable
from .ids import ASK, BLOCKS, ITEM, KIND, STEP, TO
from .moves import move
from .state import CARD_IDS, Cards, State
from .targets import cost_with, seek_targets, set_target
from .vocabulary import COST, X
from .zones import active

GOLD = Reason("why.gold", CLAUSES["gold"])


def cost_now(s: State, k: Cards, p: int, o: int) -> Say:
    """`costs 3`, `costs X+1: X from 0 to 4`, `costs T-3: Royal Guard 1, Orc 0`."""
    c = s.card[o]
    if k.cost_kind[c] == COST.number:
        return say("cost.number", cost=str(k.cost[c]))
    world = State.copy(s)
    take_up(world, KIND.card, p, o, k.play_ability[s.card[o]])
    printed = cost_text(k, c)
    if k.x_mode[c] == X.chosen:
        most = available(s, k, p) - k.cost[c]
        if most >= 0:
            return say("cost.chosen", cost=printed, n=most)
        return say("cost.least", cost=printed, n=k.cost[c])
    if k.x_mode[c] in (X.attack_of_target, X.hand_of_target) or k.cost_kind[c] == COST.t:
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
        what, text = say("play.play", card=title(s.card[o], at)), f"play {CARD_IDS[s.card[o]]}"
        why = _against(s, k, p, o) if s.decider == p else Reason("why.not_your_turn", "WTA-4.8")
        if why == GOLD:
            dear = say(why.why, cost=cost_now(s, k, p, o), n=available(s, k, p))
            found.append(Blocked(what, dear, at, why.clause, text))
        elif why:
            found.append(Blocked(what, say(why.why), at, why.clause, text))
    return found


def _against(s: State, k: Cards, p: int, o: int) -> Reason | None:
    """What the pending decision has against a card; a target may only be too dear."""
    world = State.copy(s)
    why = DECISIONS.why(world, k, TO.play + s.card[o])
    if why and why.why == "why.no_target":
        take_up(world, KIND.card, p, o, k.play_ability[s.card[o]])
        return GOLD if _targets(world, k) else why
    return why


def action_reasons(s: State, k: Cards, p: int) -> list[Blocked]:
    """Why Lay and Recycle are not offered."""
    if active(s) != p or s.step not in (STEP.play_1, STEP.play_2):
        return [Blocked(say("why.lay_recycle"), say("why.own_play_phase"), clause="WTA-5.2")]
    world = State.copy(s)
    world.decider = p  # also while the other one responds
    few = {"n": k.recycle_count, "have": recyclable(s, k, p, -1)}
    acts = (("lay", TO.lay, say("why.lay")), ("recycle", TO.recycle, say("play.plain_recycle")))
    against = [(text, what, DECISIONS.why(world, k, a)) for text, a, what in acts]
    return [Blocked(what, say(why.why, **few), clause=why.clause, text=text) for text, what, why in against if why]
