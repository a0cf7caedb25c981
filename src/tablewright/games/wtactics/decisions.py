"""Every decision in one place: its name and clause in the rulebook, the prompt, its options, what an answer does."""

from tablewright.engine import Decision, Decisions, chapter, rule

from . import actions, announce, answers, chain, combat, demands, gold, quests, targets, turn
from .ids import ASK, BLOCKS
from .state import Cards, State


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


DECISIONS = Decisions(
    Decision(
        "play",
        "WTA-4.8",
        "ask.play",
        options=actions.offer_actions,
        answer=actions.take_action,
    ),
    Decision("respond", "WTA-9.2", "ask.respond", options=chain.offer_responses, answer=chain.respond),
    Decision(
        "entrance",
        "WTA-4.12",
        "ask.entrance",
        options=actions.offer_entrance,
        answer=actions.enter,
    ),
    Decision("target", "WTA-10.1", "ask.target", options=answers.offer_targets, answer=targets.set_target),
    Decision(
        "trigger_target",
        "WTA-8.7",
        "ask.trigger_target",
        options=answers.offer_targets,
        answer=answers.set_trigger_target,
    ),
    Decision(
        "defend",
        "WTA-13.4",
        "ask.defend",
        options=combat.offer_defence,
        answer=combat.defend,
    ),
    Decision(
        "move",
        "WTA-12.2",
        "ask.move",
        options=answers.offer_movers,
        answer=answers.move_or_end,
    ),
    Decision(
        "attackers",
        "WTA-13.2",
        "ask.attackers",
        options=answers.offer_attackers,
        answer=answers.attack_or_declare,
    ),
    Decision("choose_x", "WTA-6.3", "ask.choose_x", options=announce.offer_x, answer=answers.choose_x),
    Decision("front", "WTA-6.8", "ask.front", options=announce.offer_fronts, answer=answers.choose_front),
    Decision("moveattack", "WTA-4.10", "ask.moveattack", options=actions.offer_choice, answer=actions.choose_phase),
    Decision(
        "order",
        "WTA-13.7",
        "ask.order",
        options=combat.offer_combats,
        answer=answers.choose_next_combat,
    ),
    Decision("discard", "WTA-15.7", "ask.discard", options=answers.offer_discards, answer=answers.discard_one),
    Decision(
        "discard_down",
        "WTA-4.13",
        "ask.discard_down",
        options=answers.offer_discards,
        answer=answers.discard_one,
    ),
    Decision(
        "discard_cost",
        "WTA-8.4",
        "ask.discard_cost",
        options=answers.offer_discards,
        answer=answers.note_discard,
    ),
    Decision(
        "sac_resource",
        "WTA-15.11",
        "ask.sac_resource",
        options=answers.offer_resources,
        answer=answers.sacrifice_one,
    ),
    Decision(
        "toll",
        "WTA-15.10",
        "ask.toll",
        options=demands.offer_toll,
        answer=answers.pay_toll,
    ),
    Decision(
        "tax",
        "WTA-15.15",
        "ask.tax",
        options=answers.offer_unmarked,
        answer=answers.tax_one,
    ),
    Decision(
        "reclaim",
        "WTA-15.13",
        "ask.reclaim",
        options=answers.offer_resources,
        answer=answers.reclaim_one,
    ),
    Decision(
        "recycle_pick",
        "WTA-5.10",
        "ask.recycle_pick",
        options=gold.offer_recycle_picks,
        answer=answers.recycle_one,
    ),
    Decision(
        "search",
        "WTA-15.18",
        "ask.search",
        options=demands.offer_search,
        answer=demands.found,
    ),
    Decision(
        "allies",
        "WTA-8.4",
        "ask.allies",
        options=announce.offer_allies,
        answer=announce.choose_ally,
    ),
    Decision("draw2", "WTA-4.7", "ask.draw2", options=answers.offer_draw, answer=answers.draw_or_go_on),
    Decision("upkeep", "WTA-4.6", "ask.upkeep", options=answers.offer_payment, answer=answers.pay_upkeep),
    Decision(
        "unassign",
        "WTA-4.4",
        "ask.unassign",
        options=turn.offer_unassign,
        answer=answers.unassign_or_go_on,
    ),
    Decision("give_to", "WTA-7.5", "ask.give_to", options=answers.offer_bearers, answer=answers.give_to),
    Decision("pickup", "WTA-7.6", "ask.pickup", options=actions.offer_pickups, answer=actions.pick_up),
    Decision("pickup_by", "WTA-7.6", "ask.pickup_by", options=answers.offer_bearers, answer=answers.pick_up_with),
    Decision(
        "veto",
        "WTA-3.3",
        "ask.veto",
        options=quests.offer_vetoes,
        answer=quests.veto,
    ),
    Decision(
        "mulligan",
        "WTA-3.6",
        "ask.mulligan",
        options=answers.offer_mulligan,
        answer=answers.mulligan_or_keep,
    ),
    Decision(
        "keep_card",
        "WTA-3.6",
        "ask.keep_card",
        options=answers.offer_kept_cards,
        answer=answers.keep_one,
    ),
    Decision(
        "quest_keep",
        "WTA-17.7",
        "ask.quest_keep",
        options=quests.offer_keep,
        answer=quests.keep_or_not,
    ),
    Decision(
        "quest_expire",
        "WTA-17.10",
        "ask.quest_expire",
        options=quests.offer_expiry,
        answer=answers.expire_one,
    ),
    blocks=BLOCKS,
    names=ASK._fields,
    over=over,
    before=forget_question,
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
