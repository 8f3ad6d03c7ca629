"""Rows about rulings: one ruling on one instance, in one box, and in one mode.

Nothing here imports an engine, so that what is stored can be shown without one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from queensbench.analyses.rulings.best_play_values import BestPlay
from queensbench.analyses.rulings.effects import Effect
from queensbench.analyses.rulings.impact import Frequency, How, Interactions, Matters, Shown
from queensbench.analyses.verdicts.rows import mark
from queensbench.evidence.cache import play_json, play_of
from queensbench.evidence.plays import Play
from queensbench.evidence.questions import AnswerForm
from queensbench.language.rulings import RulingDecl

Verdict = Literal["never", "differs", "undecided"]
NEVER: Literal["never"] = "never"
DIFFERS: Literal["differs"] = "differs"
UNDECIDED: Literal["undecided"] = "undecided"


@dataclass
class ComparisonRow:
    """The difference that one ruling makes on one instance, all other readings being those of the audit.

    ``uncounted``: it is read where nothing counts it.  ``seconds``: of the walk that compares all rulings.
    ``firsts``: the shortest plays on which the readings part at all, in the result, and in the class ``matters``, as
    :func:`queensbench.engines.compare.divergent_plays.parting_play` gives them.
    """

    ruling: str
    matters: str
    against: str
    choices: int | None
    steps: int | None
    consulted: int
    states: int
    play: Play | None
    uncounted: bool
    seconds: float
    firsts: Sequence[Mapping[str, Any]] = ()
    cached: bool = False


@dataclass
class BesideRow:
    """The first ``instance`` on which a ruling matters when another ruling is read otherwise; empty: there is none."""

    beside: str
    matters: str
    instance: str
    choices: int | None
    steps: int | None
    play: Play | None
    seconds: float
    cached: bool = False


@dataclass(frozen=True)
class Witness:
    """A play that shows that two readings part, replayed by the interpreter under both.

    ``kind``: one of :data:`~queensbench.engines.compare.replay.CLASSES`.  ``beside``: where another ruling has
    another reading than the base, ``ruling=reading``.
    """

    kind: str
    text: str
    instance: str
    against: str
    choices: int
    steps: int
    play: Play
    beside: str = ""

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "kind": self.kind,
            "text": self.text,
            "instance": self.instance,
            "against": self.against,
            "beside": self.beside,
            "choices": self.choices,
            "steps": self.steps,
            "play": self.play.texts,
        }


@dataclass
class BoxRow:
    """Whether one ruling matters in one box: by proof, by a play, or by every state.

    Attributes:
        ruling, instance, house, readings: what was asked; ``house`` is the reading of the base.
        matters, how: ``never``, ``differs`` or ``undecided``, and the class of that verdict: ``by construction`` (of
            every state of these types), ``proved``, ``exhausted``, ``witnessed`` or ``unknown``.
        full: the instance is the box as sold.  games: random games that were looked at.
        kind, witness: for ``differs``, the strongest kind of difference that was seen, and its play.
        kinds: the fewest choices and steps by which each kind was seen.
        others: for ``never``: ``every reading`` or ``base``, the readings of the other rulings for which it is shown.
        invariants: the properties that the proof used.
        places: what consults the ruling, each with what z3 says of it (empty where it was not asked).
        candidate: for ``undecided``, a position where the readings part, which may be unreachable.
        elsewhere: for ``never`` and ``undecided``, plays that show a difference beside another reading of another
            ruling.
    """

    ruling: str
    question: str
    instance: str
    house: str
    readings: tuple[str, ...]
    matters: Verdict = UNDECIDED
    how: str = "unknown"
    full: bool = True
    kind: str = ""
    witness: Witness | None = None
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)
    others: str = ""
    invariants: tuple[str, ...] = ()
    places: list[dict[str, str]] = field(default_factory=list)
    candidate: dict[str, Any] | None = None
    elsewhere: list[Witness] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0
    cached: bool = False

    @property
    def text(self) -> str:
        """The verdict in words; of a small box, it says so."""
        box = "" if self.full else f" in {self.instance}"
        if self.matters == NEVER:
            return f"never matters{box}"
        if self.matters == DIFFERS:
            assert self.witness is not None
            place = (
                "" if self.witness.instance == self.instance and self.full else f" in {self.witness.instance}"
            )
            return f"differs{place}: {self.kind}"
        return f"undecided{box}"

    def as_json(self) -> dict[str, Any]:
        """As data."""
        data = asdict(replace(self, witness=None, elsewhere=[]))
        data["readings"] = list(self.readings)
        data["invariants"] = list(self.invariants)
        data["text"] = self.text
        data["kinds"] = {name: {"choices": c, "steps": s} for name, (c, s) in self.kinds.items()}
        data["witness"] = None if self.witness is None else self.witness.as_json()
        data["elsewhere"] = [witness.as_json() for witness in self.elsewhere]
        data["seconds"] = round(self.seconds, 3)
        del data["cached"]
        return data

    def in_full_box(self) -> dict[str, Any]:
        """As data, as part of a ruling's row, which has the play and where it ends."""
        return {
            "matters": self.matters,
            "class": self.how,
            "kind": self.kind,
            "text": self.text if self.witness is None else self.witness.text,
            "others": self.others,
            "invariants": list(self.invariants),
            "places": [dict(place) for place in self.places],
            "candidate": None if self.candidate is None else dict(self.candidate),
            "elsewhere": [one.as_json() for one in self.elsewhere],
            "games": self.games,
            "seconds": round(self.seconds, 3),
            **mark(self.cached),
        }


def _written(row: BoxRow) -> dict[str, Any]:
    """A row as data from which :func:`_read` makes it again, plays and all."""
    witnesses = [row.witness, *row.elsewhere]
    played = [None if w is None else {**vars(w), "play": play_json(w.play)} for w in witnesses]
    data = asdict(replace(row, witness=None, elsewhere=[]))
    del data["cached"]
    return data | {"witness": played[0], "elsewhere": played[1:]}


def _read(data: Any) -> BoxRow:
    """The row of :func:`_written`.  Raises LookupError, AttributeError, TypeError or ValueError if it is none."""

    def witness(one: Any) -> Witness:
        return Witness(**{**one, "play": play_of(one["play"])})

    tuples = {name: tuple(data[name]) for name in ("readings", "invariants")}
    return BoxRow(
        **{
            **data,
            **tuples,
            "kinds": {name: (int(c), int(s)) for name, (c, s) in data["kinds"].items()},
            "witness": None if data["witness"] is None else witness(data["witness"]),
            "elsewhere": [witness(one) for one in data["elsewhere"]],
        },
        cached=True,
    )


BOX_ROW = AnswerForm(_written, _read)
"""How a row stands in the store."""


@dataclass
class RulingRow:
    """Whether one ruling matters in one mode, how that is known, and what shows it.

    An audit fills the upper part, ``audit --rulings`` also the lower one.

    Attributes:
        name, mode, question, readings, house: which ruling, and its readings.
        matters, how: the strongest difference that is seen, and the class of that.
        instance, against, detail: where it is seen, against which reading, and a line on it.
        play: an audit's shortest play.  by_instance: what each instance looked at shows.
        games: the share of the audit's own random games in which it comes up.
        effect: what it does in the end, of all other readings the one that is worth most, where that is in the store.
        best_plays: what best play of a small instance is worth under it, where that is in the store.
        elsewhere: differences beside other readings of other rulings.
        box: what was asked of the box as sold, if it was.
        full: whether it is seen in the box as sold.
        plays: the plays that show a difference; depends: those that do beside other readings of other rulings.
        exercised: an instance on which both branches run.
        frequencies, interactions: as :class:`queensbench.analyses.rulings.impact.Finding` has them.
    """

    name: str
    mode: str
    question: str
    readings: tuple[str, ...]
    house: str
    matters: Matters = "undecided"
    how: How = "unknown"
    instance: str = ""
    against: str = ""
    detail: str = ""
    play: Play | None = None
    by_instance: Mapping[str, str] = field(default_factory=dict)
    games: float | None = None
    effect: Effect | None = None
    best_plays: Sequence[BestPlay] = ()
    elsewhere: tuple[dict[str, Any], ...] = ()
    box: BoxRow | None = None
    seconds: float = 0.0
    cached: bool = False
    full: bool = False
    plays: Sequence[Shown] = ()
    depends: Sequence[Shown] = ()
    exercised: str | None = None
    frequencies: Sequence[Frequency] = ()
    interactions: Interactions = field(default_factory=Interactions)

    @classmethod
    def of(cls, decl: RulingDecl, mode: str) -> RulingRow:
        """The row of a ruling of which nothing is known yet."""
        readings = tuple(member.lower() for member in decl.readings.__members__)
        return cls(decl.name, mode, decl.question, readings, decl.house.name.lower())

    def as_json(self) -> dict[str, Any]:
        """The row as an audit prints it with ``--json``."""
        return {
            "name": self.name,
            "mode": self.mode,
            "question": self.question,
            "readings": list(self.readings),
            "house": self.house,
            "matters": self.matters,
            "instance": self.instance,
            "against": self.against,
            "play": self.play.texts if self.play is not None else None,
            "detail": self.detail,
            "by_instance": dict(self.by_instance),
            "games": self.games,
            "elsewhere": list(self.elsewhere),
            **({} if self.box is None else {"full_box": self.box.in_full_box()}),
            **({} if self.effect is None else {"effect": self.effect.as_json()}),
            **({"best_play": [one.as_json() for one in self.best_plays]} if self.best_plays else {}),
            **mark(self.cached, seconds=round(self.seconds, 3)),
        }
