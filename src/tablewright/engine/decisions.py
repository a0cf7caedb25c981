"""Decisions, declared once each: from a table of them follow `who`, `legal` and `apply`, the prompt and the reasons.

The rules that follow are chains of `if` over the pending decision, written into a file like those of declared zones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache, cached_property
from inspect import signature
from types import ModuleType
from typing import NamedTuple

from tablewright.engine.blocks import Blocks
from tablewright.engine.rule import is_rule
from tablewright.engine.saying import Arg, Seat, say
from tablewright.engine.views import Blocked, Move, Prompt
from tablewright.engine.written import HEAD, written

Rule = Callable[..., int]
Deed = Callable[..., int | None]  # a rule that is carried out; what it returns is not looked at
GIVEN = {
    "who": ("s", "k"),
    "legal": ("s", "k", "m", "p"),
    "apply": ("s", "k", "a", "p"),
}  # what the rules of a declaration may take, by their own names: state, cards, list of moves, action, who decides


Words = Callable[..., Move]  # a game's `view.move`
Facts = Callable[..., Mapping[str, Arg]]


class Reason(NamedTuple):
    """Why something is refused, as a key of the game's catalogue."""

    why: str
    clause: str
    whole: str = ""  # where many ids are refused alike, what they are together; its last part is their notation


@dataclass(frozen=True)
class Decision:
    """One thing that is asked.

    Its options are all ids of some blocks, but for those that a rule `refuses`: it gives 0, or the place (from 1) of
    what it has against one among the reasons, or -1 where there is nothing of which to say why. A rule may list them
    quicker (`options`, with `offer(m, a)`); then `refuses` is asked only why ids of the blocks (of all, where none is
    named) are not among them. Beside long lists a rule `allows` can say of one id whether it is listed, so that a bot's
    answer is not looked up.
    """

    name: str  # the rulebook's
    clause: str
    prompt: str = ""  # to who decides, or a key of the game's catalogue; without it `ask.` and the name
    _: KW_ONLY
    waiting: str = "{who} decides."  # to all others
    answer: Deed
    options: Deed | None = None
    allows: Rule | None = None
    blocks: tuple[str, ...] = ()
    refuses: Rule | None = None
    reasons: Sequence[str | Reason] = ()
    ask: int = 0  # what the field `asked` holds while this is pending, where `names` do not say it

    def __post_init__(self) -> None:
        object.__setattr__(self, "prompt", self.prompt or f"ask.{self.name.lower()}")
        if not self.options and not self.blocks:
            raise TypeError(f"the decision {self.name!r} needs options, or blocks with what refuses some of them")
        if self.allows and self.refuses and not self.options:
            raise TypeError(f"the decision {self.name!r}: what it allows follows from what it refuses")
        for function in (self.answer, self.options, self.allows, self.refuses):
            if function is not None and not is_rule(function):
                raise TypeError(f"the decision {self.name!r}: {function.__name__} must be marked with @rule")


class Decisions:
    """All decisions of a game; the rules of a decision take of s, k, m, a and p (who decides) what they need."""

    def __init__(
        self,
        *items: Decision,
        blocks: Blocks,
        by: str = "decider",  # the field with the seat that decides
        asked: str = "ask",  # where there are several: the field that says which of them is pending ...
        names: Sequence[str] = (),  # ... and the names of its values, as in `choice`
        over: Rule,
        refuses: Rule | None = None,  # beside `options`: why not, of all decisions that do not say it themselves ...
        reasons: Sequence[str | Reason] = (),  # ... and the reasons of all that have none of their own
        waiting: Reason | None = None,  # in a game with catalogues: why a seat that does not decide can do nothing
        ended: str = "The game is over.",
        ended_clause: str = "",
        before: Deed | None = None,  # carried out between an answer and what it does
        after: Deed | None = None,  # carried out after what an answer does: on to the next decision
        keep: Deed | None = None,  # (s, a): where the options are kept in the state, by a rule `options(s, k, x)`
    ) -> None:
        self.items, self.blocks, self.by, self.over, self.reasons = items, blocks, by, over, reasons
        self.asked = asked if len(items) > 1 else ""
        self.waiting, self.ended, self.ended_clause = waiting, ended, ended_clause
        self.before, self.after, self.keep, self.refuses = before, after, keep, refuses
        self._by_ask: Mapping[int, Decision] = {names.index(i.name) if names else i.ask: i for i in items}
        for item in items:
            if not (item.reasons or reasons) if item.refuses else item.reasons:
                raise TypeError(f"the decision {item.name!r}: refuses and reasons go together")
        self.asks = {item.name: ask for ask, item in self._by_ask.items()}  # what the field `asked` holds, by name
        if len(self._by_ask) < len(items):
            raise TypeError("of several decisions each needs a number of its own (`ask`) in the field `asked`")

    # At the table

    def pending(self, s: object) -> Decision:
        """What is asked in a position."""
        return self._by_ask[int(getattr(s, self.asked))] if self.asked else self.items[0]

    def prompt(self, s: object, k: object, seat: int, names: Sequence[str], **facts: object) -> Prompt:
        """What is asked of whom, in words; `facts` go into the prompt's braces."""
        if self.over(s, k):
            return Prompt("game_over", self.ended, self.ended_clause)
        item, who = self.pending(s), int(getattr(s, self.by))
        words = item.prompt.format(who=names[who], **facts)
        if seat != who:
            words = item.waiting.format(who=names[who], prompt=words)
        return Prompt(item.name, words, item.clause)

    def ask(self, s: object, k: object, **facts: Arg) -> Prompt:
        """What is asked of whom, in a game with catalogues: prompts and `ended` are keys there."""
        if self.over(s, k):
            return Prompt("game_over", say(self.ended), self.ended_clause)
        item = self.pending(s)
        return Prompt(item.name, say(item.prompt, who=Seat(int(getattr(s, self.by))), **facts), item.clause)

    def blocked(self, s: object, k: object, seat: int, names: Sequence[str], words: Words) -> tuple[Blocked, ...]:
        """What is not possible for a seat, and why."""
        if seat < 0 or self.over(s, k):
            return ()
        item, who = self.pending(s), int(getattr(s, self.by))
        if seat != who:
            return (Blocked(item.name, f"{names[who]} decides", clause=item.clause),)
        found = [(words(s, k, a).text, n) for a, n in self._refused(item, s, k)]
        return tuple(Blocked(text, str(self._reason(item, n)), clause=item.clause) for text, n in found)

    def why_not(self, s: object, k: object, seat: int, move: Words, facts: Facts) -> list[Blocked]:
        """What is not possible for a seat, and why, in a game with catalogues; `facts(s, k, a)` fill the reasons."""
        if seat < 0 or self.over(s, k):
            return []
        item, who = self.pending(s), int(getattr(s, self.by))
        if seat != who and self.waiting:
            return [Blocked(say(self.waiting.whole), say(self.waiting.why, who=Seat(who)), clause=self.waiting.clause)]
        found: dict[str, Blocked] = {}
        for a, n in self._refused(item, s, k):
            reason = self._reason(item, n)
            if isinstance(reason, Reason) and reason.whole not in found:
                why = say(reason.why, **facts(s, k, a))
                one = _whole(reason, why) if reason.whole else _single(reason, why, move(s, k, a))
                found[reason.whole or one.text] = one
        return list(found.values())

    def _reason(self, item: Decision, n: int) -> str | Reason:
        return (item.reasons or self.reasons)[n - 1]

    def refusal(self, s: object, k: object, a: int) -> int:
        """The number of what is against an id, 0 for nothing."""
        item = self.pending(s)
        refuses = item.refuses or self.refuses
        if refuses is None or (item.refuses and item.blocks and self.blocks.decode(a)[0] not in item.blocks):
            return 0
        return refuses(**self._given(refuses, s, k), **({"a": a} if "a" in _named(refuses) else {}))

    def _refused(self, item: Decision, s: object, k: object) -> list[tuple[int, int]]:
        """The ids of a decision that something is against, with the number of it."""
        refuses = item.refuses or self.refuses
        if refuses is None:
            return []
        given, ids = self._given(refuses, s, k), self._ids(item) if item.refuses else range(self.blocks.count)
        if "a" not in _named(refuses):
            n = refuses(**given)
            return [(a, n) for a in ids] if n > 0 else []
        return [(a, n) for a in ids if (n := refuses(a=a, **given)) > 0]

    def _given(self, rule: Rule, s: object, k: object) -> dict[str, object]:
        """What a rule of a decision takes, but for the id."""
        given = {"s": s, "k": k, "p": int(getattr(s, self.by))}
        return {name: given[name] for name in _named(rule) if name != "a"}

    def why(self, s: object, k: object, a: int) -> Reason | None:
        """What is against an id of the pending decision; None if it is legal, or there is nothing to say."""
        item, n = self.pending(s), self.refusal(s, k, a)
        reason = self._reason(item, n) if n > 0 else None
        return Reason(reason, item.clause) if isinstance(reason, str) else reason

    def _ids(self, item: Decision) -> list[int]:
        blocks = zip(self.blocks.names, self.blocks.starts, self.blocks.sizes.values(), strict=True)
        wanted = item.blocks or self.blocks.names
        return [a for name, start, size in blocks if name in wanted for a in range(start, start + size)]

    # The rules

    @cached_property
    def module(self) -> ModuleType:
        """`who`, `legal` (or `options`) and `apply` as rules; `allows` where every decision says what it allows."""
        return written(self._text(), self.over.__module__)

    @property
    def who(self) -> Rule:
        """The seat that decides."""
        return self.module.who  # type: ignore[no-any-return]

    @property
    def legal(self) -> Rule:
        """Lists what may be answered."""
        return self.module.legal  # type: ignore[no-any-return]

    @property
    def apply(self) -> Rule:
        """Carries an answer out."""
        return self.module.apply  # type: ignore[no-any-return]

    def _text(self) -> str:
        functions = list(dict.fromkeys(self._functions()))
        self._called = {function: f"{function.__name__}_{i}" for i, function in enumerate(functions)}
        imports = ["from tablewright.engine import rule"]
        imports += [f"from {f.__module__} import {f.__name__} as {name}" for f, name in self._called.items()]
        who = f"@rule\ndef who(s, k):\n    return int(s.{self.by})"
        rules = [who, self._legal(), self._apply()]
        rules += [self._allows()] if all(item.allows or not item.options for item in self.items) else []
        return "\n\n\n".join([HEAD + "\n" + "\n".join(imports), *rules]) + "\n"

    def _functions(self) -> list[Deed]:
        parts = [(item.answer, item.options, item.allows, item.refuses) for item in self.items]
        return [f for part in [*parts, (self.before, self.after, self.keep)] for f in part if f is not None]

    def _legal(self) -> str:
        first, last = ["def legal(s, k, m):", "    m.n = 0"], "    return int(m.n)"
        if self.keep:
            first, last = ["def options(s, k, x):"], "    return 0"
        return "\n".join(["@rule", *first, *self._who_and_what(), *self._ladder(self._listed), last])

    def _listed(self, item: Decision) -> list[str]:
        if item.options is not None:
            return [self._call(item.options, "legal")]
        each = [f"    {self._call(self.keep, 'apply')}"] if self.keep else ["    m.a[n] = a", "    n += 1"]
        if item.refuses:
            each = [f"    if {self._call(item.refuses, 'apply')} == 0:", *(f"    {line}" for line in each)]
        loops = [line for first, end in self._spans(item) for line in (f"for a in range({first}, {end}):", *each)]
        return loops if self.keep else ["n = 0", *loops, "m.n = n"]

    def _spans(self, item: Decision) -> list[tuple[int, int]]:
        ids = self._ids(item)
        spans = [a for a in ids if a - 1 not in ids], [a + 1 for a in ids if a + 1 not in ids]
        return sorted(zip(*spans, strict=True))

    def _allows(self) -> str:
        ladder = self._ladder(self._allowed)
        return "\n".join(["@rule", "def allows(s, k, a):", *self._who_and_what(), *ladder, "    return 0"])

    def _allowed(self, item: Decision) -> list[str]:
        if item.allows is not None:
            return [f"return 1 if {self._call(item.allows, 'apply')} else 0"]
        refused = self._call(item.refuses, "apply") if item.refuses else "0"
        return [
            line
            for first, end in self._spans(item)
            for line in (f"if {first} <= a < {end} and {refused} == 0:", "    return 1")
        ]

    def _apply(self) -> str:
        lines = ["@rule", "def apply(s, k, a):", *self._who_and_what()]
        lines += [f"    {self._call(self.before, 'apply')}"] if self.before else []
        lines += self._ladder(lambda item: [self._call(item.answer, "apply")])
        lines += [f"    {self._call(self.after, 'apply')}"] if self.after else []
        return "\n".join([*lines, "    return 0"])

    def _who_and_what(self) -> list[str]:
        return [f"    p = int(s.{self.by})", *([f"    at = int(s.{self.asked})"] if self.asked else [])]

    def _ladder(self, body: Callable[[Decision], list[str]]) -> list[str]:
        if not self.asked:
            return [f"    {line}" for line in body(self.items[0])]
        lines: list[str] = []
        for ask, item in self._by_ask.items():
            lines.append(f"    {'elif' if lines else 'if'} at == {ask}:")
            lines += [f"        {inner}" for inner in body(item)]
        return lines

    def _call(self, function: Deed, where: str) -> str:
        names = _named(function)
        strange = [name for name in names if name not in GIVEN[where]]
        if strange:
            given = ", ".join(GIVEN[where])
            raise TypeError(f"{function.__name__} takes {strange[0]!r}; a rule of a decision may take {given}")
        return f"{self._called[function]}({', '.join(names)})"


@cache
def _named(rule: Deed) -> tuple[str, ...]:
    """The names of what a rule takes."""
    return tuple(signature(rule).parameters)


def _single(reason: Reason, why: str, move: Move) -> Blocked:
    return Blocked(move.says, why, "".join(move.touches[:1]), reason.clause, move.text)


def _whole(reason: Reason, why: str) -> Blocked:
    return Blocked(say(reason.whole), why, "", reason.clause, reason.whole.rpartition(".")[2])
