"""Every decision in one place: its name and clause in the rulebook, its options, what an answer does."""

from tablewright.engine import Decision, Decisions, Reason, chapter, rule

from . import actions, announce, chain, combat, demands, gold, opening, quests, targets, turn
from .announce import play_refused
from .gold import lay_refused, recycle_refused
from .ids import ASK, BLOCKS, TO, WHY
from .state import Cards, State
from .zones import discard, offer, offer_hand


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.ended else 0


@rule
def forget_question(s: State) -> None:
    """Nothing is asked any more; the answer may ask the next thing."""
    s.ask = ASK.nobody
    s.decider = 0
    for i in range(s.n_options):
        s.option[i] = 0
    s.n_options = 0


@rule
def refused(s: State, k: Cards, p: int, a: int) -> int:
    """What is against a card of the hand, laying one and recycling, whatever is asked; -1: nothing is said of it."""
    if a == TO.recycle:
        return recycle_refused(s, k, p)
    if a >= TO.lay and a < TO.play:
        return lay_refused(s, k)
    for i in range(s.n_hand[p]):
        if TO.play + s.card[s.hand[p][i]] == a:
            return play_refused(s, k, p, s.hand[p][i])
    return -1


CLAUSES = {
    "only_events": "WTA-9.8",
    "not_quick": "WTA-7.1",
    "only_creatures": "WTA-4.12",
    "pending": "WTA-20.2",
    "no_caster": "WTA-7.11",
    "nobody_near": "WTA-7.8",
    "no_target": "WTA-10.1",
    "gold": "WTA-6.8",
    "laid": "WTA-5.2",
    "recycled": "WTA-5.9",
    "few_resources": "WTA-5.9",
}  # all others are about the time: WTA-6.12
DECISIONS = Decisions(
    Decision("play", "WTA-4.8", options=actions.offer_actions, answer=actions.take_action),
    Decision("respond", "WTA-9.2", options=chain.offer_responses, answer=chain.respond),
    Decision("entrance", "WTA-4.12", options=actions.offer_entrance, answer=actions.enter),
    Decision("target", "WTA-10.1", options=targets.offer_targets, answer=targets.set_target),
    Decision("trigger_target", "WTA-8.7", options=targets.offer_targets, answer=targets.set_trigger_target),
    Decision("defend", "WTA-13.4", options=combat.offer_defence, answer=combat.defend),
    Decision("move", "WTA-12.2", options=combat.offer_movers, answer=combat.move_or_end),
    Decision("attackers", "WTA-13.2", options=combat.offer_attackers, answer=combat.attack_or_declare),
    Decision("choose_x", "WTA-6.3", options=announce.offer_x, answer=announce.choose_x),
    Decision("front", "WTA-6.8", blocks=("front",), answer=announce.choose_front),
    Decision("moveattack", "WTA-4.10", options=actions.offer_choice, answer=actions.choose_phase),
    Decision("order", "WTA-13.7", options=combat.offer_combats, answer=combat.choose_combat),
    Decision("discard", "WTA-15.7", options=offer_hand, answer=discard),
    Decision("discard_down", "WTA-4.13", options=offer_hand, answer=discard),
    Decision("discard_cost", "WTA-8.4", options=offer_hand, answer=announce.choose_discard),
    Decision("sac_resource", "WTA-15.11", options=gold.offer_resources, answer=demands.sacrifice),
    Decision("toll", "WTA-15.10", options=demands.offer_toll, answer=demands.pay_toll),
    Decision("tax", "WTA-15.15", options=gold.offer_unmarked, answer=gold.tax),
    Decision("reclaim", "WTA-15.13", options=gold.offer_resources, answer=gold.pick),
    Decision("recycle_pick", "WTA-5.10", options=gold.offer_recycle_picks, answer=actions.pick_to_recycle),
    Decision("search", "WTA-15.18", options=demands.offer_search, answer=demands.take_found),
    Decision("allies", "WTA-8.4", options=announce.offer_allies, answer=announce.choose_ally),
    Decision("draw2", "WTA-4.7", blocks=("done", "draw"), answer=turn.draw_or_go_on),
    Decision("upkeep", "WTA-4.6", blocks=("done", "pay"), answer=turn.pay_upkeep),
    Decision("unassign", "WTA-4.4", options=turn.offer_unassign, answer=turn.unassign),
    Decision("give_to", "WTA-7.5", options=actions.offer_bearers, answer=actions.give),
    Decision("pickup", "WTA-7.6", options=actions.offer_pickups, answer=actions.pick_up),
    Decision("pickup_by", "WTA-7.6", options=actions.offer_bearers, answer=actions.pick_up_by),
    Decision("veto", "WTA-3.3", options=quests.offer_vetoes, answer=quests.veto),
    Decision("mulligan", "WTA-3.6", blocks=("done", "mulligan"), answer=opening.mulligan_or_keep),
    Decision("keep_card", "WTA-3.6", options=opening.offer_kept, answer=opening.keep_card),
    Decision("quest_keep", "WTA-17.7", blocks=("done", "under"), answer=quests.keep_or_not),
    Decision("quest_expire", "WTA-17.10", blocks=("expire",), answer=quests.expire),
    blocks=BLOCKS,
    names=ASK._fields,
    over=over,
    refuses=refused,
    reasons=[Reason(f"why.{name}", CLAUSES.get(name, "WTA-6.12")) for name in WHY._fields[1:]],
    before=forget_question,
    keep=offer,
)
offer_pending = DECISIONS.module.options
answer = chapter(DECISIONS.module.apply)  # carry out the choice of the pending decision


@chapter
def list_options(s: State, k: Cards, x: int) -> int:
    """Work out the options of the pending decision, ascending."""
    s.n_options = 0
    offer_pending(s, k, 0)
    sort_options(s)
    return s.n_options


@rule
def sort_options(s: State) -> None:
    """By insertion: the options come almost in order."""
    for i in range(1, s.n_options):
        a = s.option[i]
        j = i
        while j > 0 and s.option[j - 1] > a:
            s.option[j] = s.option[j - 1]
            j -= 1
        s.option[j] = a
