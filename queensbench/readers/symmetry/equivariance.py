"""The test that the rules respect a declared symmetry.

:func:`check_equivariance` runs the rules themselves: the successors of a renamed state must be the renamed successors,
and so must moves, weights, deciders, winners, scores and properties.  A move may have another name in the image, if it
is of the same transition and does the same.

What the test cannot see: states that it is not given.  An exploration shows a symmetry of all that it has stored
(:mod:`queensbench.engines.explore.equivariance`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from queensbench.errors import ModelError, RangeViolation, Refused
from queensbench.language.domains import BoolDomain, Domain, KindDomain, Range, RangeDomain
from queensbench.language.modes import Instance, Mode, Symmetry
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import SeqField, shown
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.symmetry.groups import Element, group, word_of
from queensbench.rules.system import PROBED, properties_of

EACH = 64  # groups up to this order are tested element by element, larger ones by their generators


@dataclass(frozen=True)
class Counterexample:
    """A state that the rules treat otherwise than its image: what was renamed, where, and what differs."""

    element: Element
    state: Any
    step: Step | None
    what: str

    def __str__(self) -> str:
        after = f", after {self.step}" if self.step is not None else ""
        return f"renaming {self.element.words}{after}: {self.what}"


def check_equivariance(
    mode: Mode,
    instance: Instance | None = None,
    *,
    states: Iterable[Any],
    readings: Mapping[str, Any] | None = None,
    symmetries: Iterable[Symmetry] | None = None,
) -> Counterexample | None:
    """The first state among ``states`` (records of the interpreter) that parts from its image, or None.

    Groups of up to 64 elements are tried whole, larger ones by their generators (which is as good, if all
    states are given).  Raises BadInput for more than 50,000 elements, and for
    one that renames the first value of what a sequence holds.

    >>> import queensbench as qb
    >>> game = qb.load("queens-collection/solo")
    >>> small = game.instances["young"]
    >>> qb.check_equivariance(game.mode, small, states=[qb.Interpreter(game.mode, small).start()]) is None
    True
    """
    found = group(mode, instance, symmetries)
    chosen = [e for e in (found.elements if found.order <= EACH else found.generators) if not e.identity]
    test = _Test(mode, instance or mode.full, readings)
    for state in states:
        for element in chosen:
            counterexample = test.compare(element, state)
            if counterexample is not None:
                return counterexample
    return None


def check_element(
    mode: Mode,
    instance: Instance,
    element: Element,
    state: Any,
    *,
    readings: Mapping[str, Any] | None = None,
) -> Counterexample | None:
    """The difference of a state (a record of the interpreter) from its image under one element; None without one."""
    return _Test(mode, instance, readings).compare(element, state)


class _Test:
    """Compares states with their images in one interpreter."""

    def __init__(self, mode: Mode, instance: Instance, readings: Mapping[str, Any] | None) -> None:
        self.mode = mode
        self.interpreter = Interpreter(mode, instance, readings)
        self.players: Domain | None = None
        if mode.players is not None:
            self.players = KindDomain(mode.players, self.interpreter.context.kept(mode.players))
        self.properties: list[PropertyDecl] = [
            decl for decl in properties_of(mode, instance) if decl.kind in PROBED and decl.rule is not None
        ]

    def raw(self, state: Any) -> list[int]:
        silence = self.interpreter.silence(state)
        return self.interpreter.cells(state, [silence] if silence is not None else [])

    def image(self, element: Element, state: Any) -> Any:
        silence = self.interpreter.silence(state)
        return self.interpreter.state(
            element.cells(self.raw(state)), [silence] if silence is not None else []
        )

    def compare(self, element: Element, state: Any) -> Counterexample | None:
        it = self.interpreter
        image = self.image(element, state)
        if it.over(state) != it.over(image):
            yes, no = ("the state", "its image") if it.over(state) else ("its image", "the state")
            return Counterexample(element, state, None, f"{yes} has ended, {no} has not")
        for what, mine, yours in self.answers(element, state, image):
            if mine != yours:
                return Counterexample(element, state, None, f"{what} {_text(yours)}, not {_text(mine)}")
        steps, listed = it.moves(state), it.moves(image)
        moves = [element.step(step, it.domains[step.name]) for step in steps]
        possible, same = set(listed), set()
        parted: list[tuple[Step, Step, str]] = []
        for step, renamed in zip(steps, moves, strict=True):
            what = f"{renamed} should be possible in the image, and is not"
            if renamed in possible:
                what = self.after(element, state, image, step, renamed)
            if what:
                parted.append((step, renamed, what))
            else:
                same.add(renamed)
        others = Counter(self.effect(image, step) for step in listed if step not in same)
        for step, renamed, what in parted:
            effect = self.effect(state, step, element)
            if others[effect] == 0:
                return Counterexample(element, state, step if renamed in possible else None, what)
            others[effect] -= 1
        for step in listed:
            if step not in same and others[self.effect(image, step)] > 0:
                what = f"{step} is possible in the image, and should not be"
                return Counterexample(element, state, None, what)
        return None

    def effect(self, state: Any, step: Step, element: Element | None = None) -> tuple[Any, ...]:
        """The effect of a step, without its arguments: a choice without an order is listed in one order only."""
        new = self.outcome(state, step)
        if not isinstance(new, str):
            new = tuple(self.raw(new) if element is None else element.cells(self.raw(new)))
        return step.name, self.interpreter.weight(state, step), new

    def answers(self, element: Element, state: Any, image: Any) -> Iterator[tuple[str, Any, Any]]:
        """The answers of rules about the state, renamed, and about its image."""
        it, players = self.interpreter, self.players
        if not it.over(state):
            yield from self.deciders(element, state, image)
        else:
            if players is not None:
                mine = {element.value(players, player) for player in it.winners(state)}
                yield (
                    "the image is won by",
                    _ordered(mine, players),
                    _ordered(set(it.winners(image)), players),
                )
            scores = {
                p if p is None or players is None else element.value(players, p): n
                for p, n in it.scores(state).items()
            }
            for player, score in it.scores(image).items():
                who = "the score" if player is None else shown(player)
                yield f"in the image, {who} is", scores[player], score
        for decl in self.properties:
            yield f"the property {decl.name} is", it.judge(decl, state), it.judge(decl, image)

    def deciders(self, element: Element, state: Any, image: Any) -> Iterator[tuple[str, Any, Any]]:
        """Whose choice each action is, renamed, and whose it is in the image; players need not be named by the mode."""
        it = self.interpreter
        for rule in it.rules.transitions:
            who = it.decider(state, rule.name)
            if who is not None:
                kind = type(who)
                renamed = element.value(KindDomain(kind, it.context.kept(kind)), who)
                yield f"{rule.name} is decided by", renamed, it.decider(image, rule.name)

    def after(self, element: Element, state: Any, image: Any, step: Step, renamed: Step) -> str:
        """The difference of the successors in words; empty if there is none."""
        it = self.interpreter
        if it.weight(state, step) != it.weight(image, renamed):
            return f"its weight is {it.weight(state, step)}, in the image {it.weight(image, renamed)}"
        one, two = self.outcome(state, step), self.outcome(image, renamed)
        if isinstance(one, str) or isinstance(two, str):
            word = one if isinstance(one, str) else two
            return "" if one == two else f"{word}, in one of both alone"
        if it.silence(one) != it.silence(two):
            return "the rules are silent in one of both alone"
        wanted, got = element.cells(self.raw(one)), self.raw(two)
        for cell, (mine, yours) in enumerate(zip(wanted, got, strict=True)):
            if mine != yours:
                name, domain = self.cell(cell)
                return (
                    f"{name} of the image is {word_of(domain, yours)}, and should be {word_of(domain, mine)}"
                )
        return ""

    def outcome(self, state: Any, step: Step) -> Any:
        try:
            return self.interpreter.apply(state, step)
        except Refused:
            return "it is refused"
        except RangeViolation:
            return "it leaves a range"
        except ModelError:
            return "it never settles"

    def cell(self, cell: int) -> tuple[str, Domain]:
        """A cell as the author writes it, and the domain of its value."""
        at = 0
        for decl in self.interpreter.layout:
            keys = list(product(*(domain.values() for domain in decl.index)))
            named = [f"{decl.name}[{', '.join(shown(k) for k in key)}]" if key else decl.name for key in keys]
            if isinstance(decl.value, SeqField):
                limit = max(decl.value.limit, 1)
                if cell < at + limit * len(keys):
                    return f"{named[(cell - at) // limit]}[{(cell - at) % limit}]", decl.value.value
                at += limit * len(keys)
                if cell < at + len(keys):
                    length = RangeDomain(0, decl.value.limit, "", Range(0, decl.value.limit))
                    return f"len({named[cell - at]})", length
            elif cell < at + len(keys):
                return named[cell - at], decl.value
            at += len(keys)
        return "$silent", BoolDomain()


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return " and ".join(shown(v) for v in value) or "nobody"
    return shown(value)


def _ordered(players: set[Any], domain: Domain) -> tuple[Any, ...]:
    return tuple(p for p in domain.values() if p in players)
