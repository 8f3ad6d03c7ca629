"""The best play to a target beside the least number of choices that every play is proved to need.

A play comes from a file, from bounded search, or from guided play; each is replayed by the interpreter.  The bound
comes from counting (:mod:`queensbench.engines.search.lower_bounds`) or from bounded search.  Where both meet, the play
is shown to have the fewest choices; where they do not, the gap stays open.

What this file cannot see: whether a play of as many choices could have fewer steps, unless bounded search found it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.beam import Beam, counter
from queensbench.engines.search.bounded_model_checking import (
    Limits,
    Search,
    UnconfirmedPlay,
    many,
    search,
)
from queensbench.engines.search.lower_bounds import LowerBound, bound
from queensbench.engines.search.targets import Target, target_of
from queensbench.errors import BadInput, ModelError, Refused
from queensbench.evidence.plays import Play
from queensbench.language.counts import CountDecl, count_towards
from queensbench.readers.interpreter import Step

BEAM_CHOICES = 60
BEAM_WIDTH = 300
BEAM_TRIES = 8
BEAM_SECONDS = 600.0
SEARCHED = Limits()


@dataclass(frozen=True)
class Shortest:
    """The best play found to a target, and the best bound proved below it.

    ``least``: every play has at least so many choices, by counting or by a search that found none with fewer
    (``how``); ``found_by``: where the play comes from; ``fewest_steps``: no play of as few choices has fewer steps;
    ``bound``, ``searched``: the results of counting and of bounded search, None if they were not asked.
    """

    target: Target
    play: Play | None
    choices: int | None
    found_by: str
    fewest_steps: bool
    least: int
    how: str
    bound: LowerBound | None
    searched: Search | None
    seconds: float

    @property
    def gap(self) -> int | None:
        """Choices between the bound and the play: None without a play, 0 if no play has fewer choices."""
        return None if self.choices is None else self.choices - self.least

    def text(self) -> str:
        """The answer in one sentence."""
        found = "no play found"
        if self.play is not None and self.choices is not None:
            found = f"a play of {many(self.choices, 'choice')}, {many(len(self.play.steps), 'step')}"
        gap = "" if self.gap is None else "; exact" if self.gap == 0 else f"; gap {self.gap}"
        return f"{found}; at least {many(self.least, 'choice')} ({self.how}){gap}"


class _Best:
    """The best of the plays that were found."""

    def __init__(self, box: Box, target: Target, readings: Mapping[str, Any]) -> None:
        self.box, self.target, self.readings = box, target, readings
        self.steps: tuple[Step, ...] = ()
        self.choices: int | None = None
        self.found_by = ""
        self.fewest_steps = False

    def offer(self, steps: tuple[Step, ...], found_by: str, *, fewest_steps: bool = False) -> None:
        """Keep a play if it is better; the interpreter replays it first.  Raises Refused or _Elsewhere."""
        interpreter = self.box.interpreter(self.readings)
        last = interpreter.replay(steps)[-1]
        if not self.target.reached(self.box, interpreter, last):
            raise _Elsewhere
        choices = sum(interpreter.by_name[step.name].kind == "action" for step in steps)
        if self.choices is None or (choices, len(steps)) < (self.choices, len(self.steps)):
            self.steps, self.choices, self.found_by = steps, choices, found_by
            self.fewest_steps = fewest_steps

    def play(self) -> Play | None:
        """The play, with readings and parameters to replay it."""
        if self.choices is None:
            return None
        system, w = self.box.system, self.box
        readings = {
            r.name: r.readings[raw] for r, raw in zip(system.rulings, w.raw(self.readings), strict=True)
        }
        values = {p.name: p.default for p in system.parameters}
        why = f"to {self.target}"
        return Play(w.ruleset, w.mode.name, w.instance.name, self.steps, readings, values, why)


class _Elsewhere(Exception):
    """A play does not end in the target."""


@dataclass(frozen=True)
class Guided:
    """The settings of a search by beams.

    ``width``: the states that a beam keeps (0: there are no beams).  ``seed``: of the first beam; the next has the next
    seed.  ``tries``: how many beams.  ``choices``: the most of a play.  ``seconds``: for all beams together.
    """

    width: int = BEAM_WIDTH
    seed: int = 1
    tries: int = BEAM_TRIES
    choices: int = BEAM_CHOICES
    seconds: float = BEAM_SECONDS


def shortest(
    box: Box,
    target: Target | str,
    *,
    readings: Mapping[str, Any] | None = None,
    count: CountDecl | None = None,
    given: Sequence[Step] | None = None,
    guided: Guided | None = None,
    searched: Limits | None = SEARCHED,
    progress: Callable[[str], None] = lambda text: None,
) -> Shortest:
    """The best play to a target, the best lower bound on its choices, and the gap between them.

    Args:
        box: the mode at its instance.
        target: a :class:`Target` or its text.
        readings: members by ruling; the house readings where missing.
        count: bounds the choices (:func:`queensbench.engines.search.lower_bounds.bound`), and guides play, too.  None:
            the one that the ruleset declares for the target, if there is one.
        given: the steps of a play that is known.
        guided: how beams look for plays.
        searched: how far bounded search goes, unless counting has shown that there are no such plays (None: it is not
            asked).
        progress: called with the present activity.

    Raises:
        BadInput: an unknown target or rule, or a given play that the rules refuse or that ends elsewhere.
        ModelError: bounded search found a play that leaves a range.
        UnconfirmedPlay: the interpreter does not confirm a play that was found.
    """
    begun = time.perf_counter()
    wanted = target_of(box, target) if isinstance(target, str) else target
    best = _Best(box, wanted, dict(readings or {}))
    if given is not None:
        _known_play(best, given)
    least, how, proved = _counted(box, wanted, readings, count, progress)
    looked = None
    if (
        searched is not None
        and searched.choices >= max(0, least)
        and (best.choices is None or best.choices > least)
    ):
        looked = _searched(best, searched, readings, progress)
        if looked.all_lengths and looked.none_up_to + 1 > least:
            least, how = looked.none_up_to + 1, "by search"
    _guided(best, least, None if proved is None else proved.count, guided or Guided(), progress)
    return Shortest(
        wanted,
        best.play(),
        best.choices,
        best.found_by,
        best.fewest_steps and best.choices == least,
        least,
        how,
        proved,
        looked,
        time.perf_counter() - begun,
    )


def _searched(
    best: _Best, limits: Limits, readings: Mapping[str, Any] | None, progress: Callable[[str], None]
) -> Search:
    """Search within limits, and offer the play.  Raises ModelError if that leaves a range."""
    found = search(best.box, best.target, readings=readings, limits=limits, progress=progress)
    if found.witness is not None:
        if found.witness.violation:
            raise ModelError(found.witness.violation, play=list(found.witness.steps))
        _found(best, found.witness.steps, "search", fewest_steps=found.shortest and found.all_lengths)
    return found


def _known_play(best: _Best, given: Sequence[Step]) -> None:
    try:
        best.offer(tuple(given), "file")
    except Refused as refused:
        raise BadInput(
            f"the rules do not allow the given play: {refused}", remedy="record it anew, or leave it out"
        ) from None
    except _Elsewhere:
        raise BadInput(
            f"the given play does not end in {best.target}", remedy="name another target, or another play"
        ) from None


def _found(best: _Best, steps: tuple[Step, ...], by: str, *, fewest_steps: bool = False) -> None:
    try:
        best.offer(steps, by, fewest_steps=fewest_steps)
    except (_Elsewhere, Refused):
        raise UnconfirmedPlay(
            f"{by} finds a play to {best.target} that the interpreter does not confirm"
        ) from None


def _counted(
    box: Box,
    target: Target,
    readings: Mapping[str, Any] | None,
    count: CountDecl | None,
    progress: Callable[[str], None],
) -> tuple[int, str, LowerBound | None]:
    """The bound by counting, how it was proved, and the proof."""
    decl = count or count_towards(str(target), box.mode.state)
    if decl is None:
        return 0, "nothing proved", None
    progress(f"{target}: counting by {decl.count}")
    proved = bound(box, target, decl.count, decl.facts, readings=readings, numbers=decl.numbers)
    return (proved.least, f"by {decl.count}", proved) if proved.proved else (0, "nothing proved", proved)


def _guided(
    best: _Best,
    least: int,
    count: str | None,
    asked: Guided,
    progress: Callable[[str], None],
) -> None:
    """Run beams one after the other, each for a play of fewer choices than the best so far."""
    box, begun = best.box, time.perf_counter()
    if not asked.width or (best.choices is not None and best.choices <= least):
        return
    counted = counter(box, count, best.readings)
    aim = best.target.native(box, best.readings)
    for seed in range(asked.seed, asked.seed + asked.tries):
        most = asked.choices if best.choices is None else min(asked.choices, best.choices - 1)
        left = asked.seconds - (time.perf_counter() - begun)
        if most < least or left <= 0:
            return
        known = "" if best.choices is None else f", the best so far has {many(best.choices, 'choice')}"
        progress(f"{best.target}: guided play, beam {seed}{known}")
        codes = Beam(box, aim, counted, best.readings, asked.width, seed).run(most, seconds=left)
        if codes is not None:
            _found(best, box.steps(list(codes)), "guided play")
