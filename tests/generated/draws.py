"""Choices: everything that a generated model depends on is drawn here, and shrinks towards the first choice.

:class:`Draws` makes picks of whole numbers from 0 on, which come from Hypothesis, from a seed, or from a list that was
kept (:class:`Kept`).  Streams of models are drawn by seeds: each model has a number and can be had again, and no two
have to do with each other; Hypothesis repeats and varies what it has drawn, which suits small examples and is worth
little here (two models of five were drawn before).  ``favour`` multiplies the weights of forms and features by name, so
that a search for one sort of fault may be led towards it without a model written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
Numbers = Callable[[int], int]
"""Draws a number from 0 to the one given."""


class Kept:
    """Numbers by a seed that are kept, or numbers kept before, with nothing but 0 behind them."""

    def __init__(self, seed: str = "", known: Sequence[int] | None = None) -> None:
        self.random = Random(seed)
        self.known = None if known is None else list(known)
        self.drawn: list[int] = []

    def __call__(self, most: int) -> int:
        if self.known is None:
            found = self.random.randint(0, most)
        else:
            at = len(self.drawn)
            found = min(self.known[at], most) if at < len(self.known) else 0
        self.drawn.append(found)
        return found


class Draws:
    """Draws of one model."""

    def __init__(self, numbers: Numbers, favour: Mapping[str, float] | None = None) -> None:
        self._numbers = numbers
        self.favour = dict(favour or {})
        self.risky = self.maybe(30, "violations")

    def risk(self, percent: float) -> bool:
        """Whether a range may be left here: in some models about so often, in most of them never."""
        return self.risky and self.maybe(percent)

    def number(self, lo: int, hi: int) -> int:
        """A whole number from ``lo`` to ``hi``; it shrinks towards ``lo``."""
        return lo if lo >= hi else lo + self._numbers(hi - lo)

    def pick(self, options: Sequence[T]) -> T:
        """One of several; it shrinks towards the first."""
        return options[self.number(0, len(options) - 1)]

    def maybe(self, percent: float, name: str = "") -> bool:
        """Yes, about so often; it shrinks towards no.  ``name``: a feature that may be favoured."""
        share = min(1000, round(10 * percent * self.favour.get(name, 1)))
        return share > 0 and self.number(0, 999) >= 1000 - share

    def weighed(self, options: Mapping[str, float]) -> str:
        """The name of one of several, each as likely as its weight says; it shrinks towards the first."""
        weights = [max(0, round(10 * weight * self.favour.get(name, 1))) for name, weight in options.items()]
        at = self.number(0, max(0, sum(weights) - 1))
        for name, weight in zip(options, weights, strict=True):
            if at < weight:
                return name
            at -= weight
        return next(iter(options))

    def some(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """Several different ones, in the order of the options."""
        left, found = list(options), []
        for _ in range(min(len(left), self.number(least, most))):
            found.append(left.pop(self.number(0, len(left) - 1)))
        return sorted(found, key=list(options).index)
