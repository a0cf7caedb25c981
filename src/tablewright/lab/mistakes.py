"""The decisions of people that cost most, as the search sees them."""

from tablewright.bots.explain import explain
from tablewright.bots.levels import Budget
from tablewright.bots.search import SearchBot
from tablewright.lab.people import Played

THINKING = Budget(iterations=400)
LEAST_VISITS = 10  # a move that the search looked at less often has no known chance


def costliest(one: Played) -> tuple[float, str] | None:
    """The decision of a game by which people gave away most of the win; None where the search knows of none."""
    thinker, found = SearchBot("medium", THINKING), []
    thinker.wait(one.match.variant)
    for number, step in enumerate(one.match.steps):
        before = one.match.at(number)
        if not one.people[step.seat] or len(before.legal_ids) < 2:
            continue
        seen = explain(before, bot=thinker)
        made, best = seen.of(step.action), seen.best
        if made.chance is not None and best.chance is not None and made.visits >= LEAST_VISITS:
            words = (
                f"decision {number + 1}, {one.match.variant.seats[step.seat]}: {made.move.text} "
                f"({100 * made.chance:.0f} %) instead of {best.move.text} ({100 * best.chance:.0f} %)"
            )
            found.append((best.chance - made.chance, words))
    return max(found, default=None)
