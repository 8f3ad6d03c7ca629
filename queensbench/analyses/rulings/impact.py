"""Which readings matter: of each ruling of a ruleset, over all its modes, whether, how, and how often.

:func:`queensbench.analyses.findings.findings.findings` gives one :class:`Finding` a ruling, put together from what the
engines say of it in each mode: readings compared in the states of small instances
(:mod:`queensbench.analyses.rulings.small_boxes`), proofs and random games of the box as
sold.  ``docs/guide/which-readings-matter`` says what each part means and what it cannot see.

Nothing here imports an engine, so that what is stored can be shown without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from queensbench.analyses.rulings.best_play_values import BestPlay, greatest
from queensbench.analyses.rulings.effects import EFFECTS, Effect, Share, effect_of, worth_of
from queensbench.evidence.plays import Play

Matters = Literal["winner", "ending", "scored", "legal", "undecided", "not-seen", "never"]
How = Literal["witnessed", "proved", "by construction", "exhausted", "unknown"]

ORDER: tuple[Matters, ...] = ("winner", "ending", "scored", "legal", "undecided", "not-seen", "never")
"""The classes, strongest first."""
RESULTS: tuple[Matters, ...] = ("winner", "ending", "scored")
"""The classes that are of the result: who wins, whether it is over, the score."""
SEEN: tuple[Matters, ...] = (*RESULTS, "legal")
"""The classes that a play shows."""


def named(name: str) -> Matters:
    """The class of this name.  Raises KeyError for any other."""
    return CLASSES[name]


CLASSES: Mapping[str, Matters] = {name: name for name in ORDER}
GAMES = 1_000
SEED = 20_190_101
LUCK = "the k-th draw of each chance rule and the k-th choice of each player use the same random number in both games"
"""What is meant by the same luck."""


@dataclass(frozen=True)
class ImpactSettings:
    """How findings are made.

    ``games``, ``seed``: of the random games of the box as sold.  ``budget``: the most states of one exploration
    (None: each instance's own).  ``rlimit``: z3's limit for one goal (None: the engine's).  ``rulings``, ``modes``:
    only these (all when empty).  ``frequency``, ``interactions``: whether they are looked for; without games nothing
    is asked of the box as sold.  ``best_play``: whether small instances are solved under each reading.
    """

    games: int = GAMES
    seed: int = SEED
    budget: int | None = None
    rlimit: int | None = None
    rulings: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    frequency: bool = True
    interactions: bool = True
    best_play: bool = True


@dataclass(frozen=True)
class Shown:
    """A play that shows a difference, replayed by the interpreter.

    The readings part at its last step, or where it ends.  ``play`` names the readings under which it can be
    replayed (:mod:`queensbench.evidence.plays` stores it as ITF): the house's, or where its last step is possible
    under ``against`` only, that one.  ``kind``: the class.  ``full``: in the box as sold.
    ``shortest``: no shorter play of this instance shows it (by choices, then steps).  ``beside``: the reading of
    another ruling beside which it is seen, ``ruling=reading``; empty for the house readings.  ``text``: the
    difference as a sentence.
    """

    kind: str
    mode: str
    instance: str
    full: bool
    against: str
    choices: int
    steps: int
    play: Play
    shortest: bool
    beside: str = ""
    text: str = ""

    def same(self, other: Shown) -> bool:
        """Whether these are the same steps on the same instance, held against the same reading."""
        mine, theirs = ((one.mode, one.instance, one.against, one.play.steps) for one in (self, other))
        return mine == theirs

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "kind": self.kind,
            "text": self.text,
            "mode": self.mode,
            "instance": self.instance,
            "full": self.full,
            "against": self.against,
            "choices": self.choices,
            "steps": self.steps,
            "shortest": self.shortest,
            "beside": self.beside,
            "readings": dict(self.play.readings),
            "play": self.play.texts,
        }


@dataclass(frozen=True)
class Frequency:
    """How often a ruling comes up in random games of the box as sold, and what it changes.

    ``came_up``: games that consult it (None: it is read where nothing counts it).  ``parted``: games that pass a
    state in which the two readings part.  ``changed_result``: games of which the winners, a score, or whether and how
    it ended differ when both readings get the same luck; ``changed_winner`` of them the winners.  ``cut``: games
    stopped at the limit of steps under either reading, and ``broken`` those in which the rules break under the other
    one, of which nothing is counted as changed.  ``luck`` says what is the same.  ``against``: the other reading.
    ``classes``: the games of each class of effect (:data:`~queensbench.analyses.rulings.effects.EFFECTS`).
    """

    mode: str
    instance: str
    against: str
    games: int
    seed: int
    came_up: Share | None
    parted: Share
    changed_result: Share
    changed_winner: Share
    cut: int = 0
    broken: int = 0
    luck: str = LUCK
    classes: Mapping[str, int] = field(default_factory=dict)

    @property
    def effect(self) -> Effect:
        """The effect of the other reading on results."""
        counts = {name: self.classes.get(name, 0) for name in EFFECTS}
        return effect_of(
            counts,
            None if self.came_up is None else self.came_up.count,
            self.games,
            not_followed=self.parted.count - sum(counts.values()),
            where=(self.mode, self.instance),
            against=self.against,
        )

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "mode": self.mode,
            "instance": self.instance,
            "against": self.against,
            "games": self.games,
            "seed": self.seed,
            "came_up": None if self.came_up is None else self.came_up.as_json(),
            "parted": self.parted.as_json(),
            "changed_result": self.changed_result.as_json(),
            "changed_winner": self.changed_winner.as_json(),
            "cut": self.cut,
            "broken": self.broken,
            "luck": self.luck,
            "classes": dict(self.classes),
            "effect": self.effect.as_json(),
        }


@dataclass(frozen=True)
class Interaction:
    """The effect on a ruling of reading another ruling, ``other``, as ``reading``.

    ``effect``: ``none``, ``only together`` (the ruling matters beside that reading and not beside the house's),
    ``vanishes`` (the other way round), ``stronger`` or ``weaker``.  ``alone``, ``beside``: a line on the games without
    and with that reading.  ``how``: the class, which is ``sampled``.
    """

    other: str
    reading: str
    effect: str
    alone: str
    beside: str
    mode: str
    instance: str
    how: str

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Interactions:
    """The pairs of a ruling with another reading of another one: those tried, and how many were not."""

    tried: tuple[Interaction, ...] = ()
    not_tried: int = 0

    @property
    def found(self) -> tuple[Interaction, ...]:
        """The pairs in which one ruling changes the effect of the other."""
        return tuple(one for one in self.tried if one.effect != "none")

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "tried": len(self.tried),
            "not_tried": self.not_tried,
            "found": [one.as_json() for one in self.found],
        }


@dataclass(frozen=True)
class Finding:
    """The results for one ruling of a ruleset, over all its modes.

    Attributes:
        ruleset, ruling, question, readings, house: which ruling; readings by name, in lower case.
        matters: the strongest class over all modes; ``never`` only if that is shown of every mode in which the
            ruling can arise, of the box as sold.
        how: the class of that verdict; of ``not-seen`` it is ``exhausted``, of the instances in ``where``.
        modes: the class by mode, in the order of the ruleset.
        mode, instance: where ``matters`` was shown; instance is empty if no instance was looked at.
        full: whether it is shown of the box as sold.
        against: the reading that was held against the house's.
        play: the shortest play on which the readings part; None unless one is known.
        result_play: the shortest on which score, ending or winner part after one and the same play.
        class_play: the shortest that shows ``matters``, the strongest class; None of what no play shows.
        at_full: a play of the box as sold in which the readings part, if one was met.
        depends: how the answer changes beside readings of other rulings: plays that show a difference there.
        exercised: an instance on which both branches run, ``mode/instance``, and beside which other
            reading if not beside the house's; None if none is known.
        frequency: of ``frequencies`` (how often it comes up in random games, by mode and other reading), the one
            with the greatest effect; None if no game was played.
        best_plays: what best play of a small instance is worth under another reading, for each mode and reading of
            which that is known exactly.
        interactions: pairs tried, and how many were not.
        detail: one line on how the verdict came about.
        where: what is said of every instance looked at, by ``mode/instance``.
        seconds: what it took when it was computed; ``cached``: all of it comes from the store.
    """

    ruleset: str
    ruling: str
    question: str
    readings: tuple[str, ...]
    house: str
    matters: Matters
    how: How
    modes: Mapping[str, Matters]
    mode: str
    instance: str
    full: bool
    against: str
    play: Shown | None = None
    result_play: Shown | None = None
    class_play: Shown | None = None
    at_full: Shown | None = None
    depends: tuple[Shown, ...] = ()
    exercised: str | None = None
    frequency: Frequency | None = None
    frequencies: tuple[Frequency, ...] = ()
    best_plays: tuple[BestPlay, ...] = ()
    interactions: Interactions = Interactions()
    detail: str = ""
    where: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    cached: bool = False

    @property
    def effect(self) -> Effect | None:
        """The greatest effect in the end over all modes and other readings; None if no game was played."""
        return None if self.frequency is None else self.frequency.effect

    @property
    def best_play(self) -> BestPlay | None:
        """Of :attr:`best_plays` the one whose values differ most; None where nothing exact is known."""
        return greatest(self.best_plays)

    @property
    def told(self) -> list[Shown]:
        """The plays worth telling, each once: where the readings part, where the result does, what shows the class."""
        found: list[Shown] = []
        for one in (self.play, self.result_play, self.class_play):
            if one is not None and not any(one.same(other) for other in found):
                found.append(one)
        return found

    def as_json(self) -> dict[str, Any]:
        """As data."""

        def shown(one: Shown | None) -> dict[str, Any] | None:
            return None if one is None else one.as_json()

        return {
            "ruleset": self.ruleset,
            "ruling": self.ruling,
            "question": self.question,
            "readings": list(self.readings),
            "house": self.house,
            "matters": self.matters,
            "class": self.how,
            "modes": dict(self.modes),
            "mode": self.mode,
            "instance": self.instance,
            "full": self.full,
            "against": self.against,
            "play": shown(self.play),
            "result_play": shown(self.result_play),
            "class_play": shown(self.class_play),
            "at_full": shown(self.at_full),
            "depends": [one.as_json() for one in self.depends],
            "exercised": self.exercised,
            "effect": None if self.effect is None else self.effect.as_json(),
            "frequency": None if self.frequency is None else self.frequency.as_json(),
            "frequencies": [one.as_json() for one in self.frequencies],
            "best_play": [one.as_json() for one in self.best_plays],
            "interactions": self.interactions.as_json(),
            "detail": self.detail,
            "where": dict(self.where),
            **({"cached": True, "seconds": round(self.seconds, 3)} if self.cached else {}),
        }


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; ``found`` are the findings that were finished."""

    def __init__(self, found: list[Finding]) -> None:
        super().__init__()
        self.found = found


def rank(one: Finding) -> tuple[Sequence[float], int, float, str]:
    """The key by which findings are ranked: the worth of the effect, the class, how often the readings part, name."""
    often = one.frequency
    parted = 0.0 if often is None else often.parted.share
    return worth_of(one.effect), ORDER.index(one.matters), -parted, one.ruling


def ranked(found: Iterable[Finding]) -> list[Finding]:
    """Findings by what their readings do in the end and how often, what is worth most first."""
    return sorted(found, key=rank)


def counts(found: Iterable[Finding]) -> dict[Matters, int]:
    """How many findings are of each class, all classes listed."""
    all_ = [one.matters for one in found]
    return {name: all_.count(name) for name in ORDER}
