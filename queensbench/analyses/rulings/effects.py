"""The effect of a reading in the end: what becomes of games that are followed on under both readings.

Two plays that part at a ruling are followed to their ends, with the same luck and by the same players.  A game counts
once, in the first of these classes that fits:

==========  ==================================================================================================
``winner``  others have won, or nobody where somebody had; in a game for one, or for all together, won or lost
``score``   the winners are the same, the scores are not
``ending``  it ends otherwise: it is over under one reading, under the other nobody can move or the rules are silent
``length``  all that is the same, but not the number of steps
``course``  only the way there differs
==========  ==================================================================================================

What this cannot see: the class is that of each game, under one luck.  A reading that decides games need not favour
anybody.

Nothing here imports an engine, so that what is stored can be shown without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

EFFECTS = ("winner", "score", "ending", "length", "course")
"""The classes of effect, what an editor cares for most first."""
SAYS: Mapping[str, str] = {
    "winner": "decides",
    "score": "changes the score in",
    "ending": "changes how the game ends in",
    "length": "changes the length of",
    "course": "changes only the course of",
}
"""The words of each class, before a share of the games in which a ruling comes up."""
RANDOM = "random players"
Z = 1.959963984540054
"""The number of standard deviations to either side that 95 % of a normal distribution lie within."""


@dataclass(frozen=True)
class Share:
    """A share of games: ``count`` of ``of``; ``low`` and ``high`` are the ends of Wilson's 95 % interval (1927).

    >>> import queensbench as qb
    >>> share = qb.Share(30, 1_000)
    >>> share.share, round(share.low, 3), round(share.high, 3)
    (0.03, 0.021, 0.043)
    """

    count: int
    of: int

    @property
    def share(self) -> float:
        """The share itself; 0 of no games."""
        return self.count / self.of if self.of else 0.0

    @cached_property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval, in which the true share lies in 95 of 100 samples; 0 to 1 for no games."""
        if not self.of:
            return 0.0, 1.0
        middle = (self.share + Z * Z / (2 * self.of)) / (1 + Z * Z / self.of)
        inner = self.share * (1 - self.share) / self.of + Z * Z / (4 * self.of * self.of)
        half = Z / (1 + Z * Z / self.of) * sqrt(inner)
        low = 0.0 if not self.count else max(0.0, middle - half)
        high = 1.0 if self.count == self.of else min(1.0, middle + half)
        return low, high

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.interval[0]

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.interval[1]

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {"count": self.count, "of": self.of, "share": self.share, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Effect:
    """The effect of one other reading of a ruling on results, in games that were followed on under both readings.

    Attributes:
        comes_up: the share of all games in which a rule reads the ruling.
        decides, score, ending, length, course: of the games in which it comes up, the share of each class of effect
            (``decides``: of the class *winner*).  No game counts twice.
        by: who played: ``random players``, or ``best players`` where the box is solved.
        class_: the class of all shares: ``sampled``; how certain each is, its interval says.
        mode, instance: where the games were played.
        against: the other reading.
        parted: the ruling is read where nothing counts it; ``comes_up`` are then the games in which the readings part.
        not_followed: games that part and have no two ends: cut off at the limit of steps, or broken by a fault of
            the rules under the other reading.  They are in no class.
    """

    comes_up: Share
    decides: Share
    score: Share
    ending: Share
    length: Share
    course: Share
    by: str
    class_: str
    mode: str = ""
    instance: str = ""
    against: str = ""
    parted: bool = False
    not_followed: int = 0

    @property
    def shares(self) -> dict[str, Share]:
        """The shares by class, in the order of :data:`EFFECTS`."""
        return dict(
            zip(EFFECTS, (self.decides, self.score, self.ending, self.length, self.course), strict=True)
        )

    @property
    def kind(self) -> str:
        """The strongest class that some game has; empty where no game that was followed differs."""
        return next((name for name, share in self.shares.items() if share.count), "")

    @property
    def worth(self) -> tuple[float, ...]:
        """The worth of settling the ruling: the share of all games in each class, the strongest first.

        The first number is how often the ruling comes up times how often it then changes who wins.
        """
        games = max(1, self.comes_up.of)
        return tuple(share.count / games for share in self.shares.values())

    @property
    def text(self) -> str:
        """In a line: ``comes up in 81 % of games; decides 3 % of them``."""
        verb = "parts" if self.parted else "comes up"
        if not self.comes_up.count:
            return f"{verb} in no game"
        came = f"{verb} in {percent(self.comes_up)} of games"
        kind = self.kind
        if not kind:
            left = (
                f"{self.not_followed:,} could not be followed"
                if self.not_followed
                else "changes none of them"
            )
            return f"{came}; {left}"
        return f"{came}; {SAYS[kind]} {percent(self.shares[kind])} of them"

    def as_json(self) -> dict[str, Any]:
        """As data; ``effect`` is the strongest class, ``worth`` the shares of all games by class."""
        return {
            "effect": self.kind,
            "text": self.text,
            "by": self.by,
            "class": self.class_,
            "mode": self.mode,
            "instance": self.instance,
            "against": self.against,
            "comes_up": self.comes_up.as_json(),
            "parted": self.parted,
            "decides": self.decides.as_json(),
            "score": self.score.as_json(),
            "ending": self.ending.as_json(),
            "length": self.length.as_json(),
            "course": self.course.as_json(),
            "not_followed": self.not_followed,
            "worth": dict(zip(EFFECTS, self.worth, strict=True)),
        }


def effect_of(
    counts: Mapping[str, int],
    came: int | None,
    games: int,
    *,
    not_followed: int = 0,
    where: tuple[str, str] = ("", ""),
    against: str = "",
    by: str = RANDOM,
) -> Effect:
    """The effect of a reading in so many games.

    ``counts``: the games of each class.  ``came``: those in which it comes up, None where that is not counted.
    ``where``: the mode and the instance.  Raises ValueError if more games differ than came up, or came up than played.
    """
    differ = sum(counts.values()) + not_followed
    came_up = differ if came is None else came
    if differ > came_up or came_up > games:
        raise ValueError(f"{differ} games differ of {came_up} that come up, of {games}")
    return Effect(
        comes_up=Share(came_up, games),
        decides=Share(counts["winner"], came_up),
        score=Share(counts["score"], came_up),
        ending=Share(counts["ending"], came_up),
        length=Share(counts["length"], came_up),
        course=Share(counts["course"], came_up),
        by=by,
        class_="sampled",
        mode=where[0],
        instance=where[1],
        against=against,
        parted=came is None,
        not_followed=not_followed,
    )


def greatest(effects: Iterable[Effect]) -> Effect | None:
    """The effect that is worth most; of equal ones, the one that comes up most often, the first of them."""
    return max(effects, key=lambda one: (one.worth, one.comes_up.share), default=None)


def worth_of(effect: Effect | None) -> Sequence[float]:
    """A key that sorts effects, what is worth most first; an unknown one is worth nothing."""
    return [-share for share in effect.worth] if effect is not None else [0.0] * len(EFFECTS)


def percent(share: Share) -> str:
    """A share without its interval: ``81 %``; below 1 % with one decimal, and never rounded to none or to all."""
    if not share.count:
        return "0 %"
    value = 100 * share.share
    if value < 0.1:
        return "under 0.1 %"
    if value > 99 and share.count < share.of:
        return "over 99 %"
    return f"{value:.1f} %" if value < 0.95 else f"{value:.0f} %"
