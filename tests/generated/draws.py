"""Choices: everything that a generated model depends on is drawn here, and shrinks towards the first choice.

:class:`Draws` makes whole numbers and picks of Hypothesis's draws.  ``favour`` multiplies the weights of forms and
features by name, so that a search for one sort of fault may be led towards it without a model written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


@cache
def _numbers(lo: int, hi: int) -> Any:
    return st.integers(lo, hi)


class Draws:
    """Draws of one model."""

    def __init__(self, draw: Callable[[Any], Any], favour: Mapping[str, float] | None = None) -> None:
        self._draw = draw
        self.favour = dict(favour or {})

    def number(self, lo: int, hi: int) -> int:
        """A whole number from ``lo`` to ``hi``; it shrinks towards ``lo``."""
        return lo if lo >= hi else lo + int(self._draw(_numbers(0, hi - lo)))

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
