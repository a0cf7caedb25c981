"""Games that a training learns from, played by an executor: on the threads of this machine or on a cluster."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablewright.bots.learn.play import Gather, Harvest, Order, harvest
from tablewright.engine import Chooser, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.plan import Plan


@dataclass(frozen=True)
class Harvesting:
    """The job of playing such games; a part is the first deal."""

    plan: Plan
    order: Order

    def worker(self) -> Callable[[int], Harvest]:
        variant, teacher = self.plan.variant, self.plan.bots[0]
        assert isinstance(teacher, Chooser)
        return lambda first_seed: harvest(variant, teacher, self.order, first_seed)


def gathered_by(executor: Executor) -> Gather:
    """What plays them there."""

    def gather(variant: Variant, teacher: Chooser, order: Order, first_seeds: Sequence[int]) -> list[Harvest]:
        return list(executor.map(Harvesting(Plan.of(variant, [teacher]), order), first_seeds))

    return gather
