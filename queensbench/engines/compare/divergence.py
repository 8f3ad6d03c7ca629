"""The result of a comparison of readings: classes of difference, first states, plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from queensbench.errors import ModelError

CLASSES = ("legal", "scored", "winner", "ending")
STRENGTH = ("winner", "ending", "scored", "legal")  # of a ruling that shows several
NOT_SEEN, UNDECIDED = "not-seen", "undecided"


@dataclass(frozen=True)
class Parted:
    """The states where two readings part in one class: how many, and the first by choices, steps and id.

    ``count`` counts the states walked, however they are reached.  One play reaches the first of them under both
    readings; ``play`` is its codes, with the move by which the readings part as the last.  ``code`` is that move, or -1
    if the state itself is judged differently (or the start differs): then the play only leads there.
    """

    count: int
    state: int
    choices: int
    steps: int
    code: int
    play: tuple[int, ...]


@dataclass(frozen=True)
class Parting:
    """The comparison of two readings in the states of an exploration under the first.

    Attributes:
        ours, theirs: for each ruling the number of its reading.
        firsts: by class, the states where the readings part; classes that no play in common reaches are missing.
            ``decider`` is the part of ``legal`` about the player who chooses an action.  Unless ``complete``, these
            are the first of the states walked.
        start: whether the start states are the same.
        states, compared: states walked, and those of them in which the two were compared; in the others no
            ruling of the difference is consulted.
        complete: every state was walked, these are all that can be reached under the first reading, and no class is
            unsettled.
        unsettled: classes that were met, perhaps by no play in common: the walk or the exploration was cut short, or
            the graph is too large to search.
        error: a model error under the second reading, with its play, or None.
    """

    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    firsts: Mapping[str, Parted]
    start: bool
    states: int
    compared: int
    complete: bool
    unsettled: tuple[str, ...]
    error: ModelError | None
    interrupted: bool

    @property
    def verdict(self) -> str:
        """The strongest class, or ``not-seen`` (exhausted on this instance), or ``undecided``."""
        for name in STRENGTH:
            if name in self.firsts:
                return name
        settled = self.complete and self.error is None and not self.unsettled
        return NOT_SEEN if settled else UNDECIDED


@dataclass(frozen=True)
class Matters:
    """The effect of a ruling on an instance: its house reading (or the base's) compared with each other one.

    Attributes:
        matters: one of :data:`CLASSES`, ``not-seen`` or ``undecided``: the strongest that any pair shows.
        pair: the readings that show it, by name; those of the first pair that was tried if none does.
        state, choices, steps, code, play: the first difference of that class; ``play`` is the codes from the
            start, with the parting move last.
        consulted: the number of states in which a move or an automatic step reads the ruling, plus 1 if the making of
            the start does; 0: never consulted.  If the end, the score or the decider reads the ruling, which nothing
            counts, this is ``compared``.
        compared: states in which the pair was compared.
        states: states walked.
        complete: all states under the house reading were explored and compared, and no pair is unsettled.
        interrupted: Ctrl-C ended the walk, or the search for a play that both readings share.
        partings: by the name of the other reading, every class with its first state.
    """

    ruling: str
    matters: str
    instance: str
    pair: tuple[str, str]
    state: int | None
    choices: int | None
    steps: int | None
    code: int | None
    play: tuple[int, ...] | None
    consulted: int
    compared: int
    states: int
    complete: bool
    interrupted: bool
    partings: Mapping[str, Parting]
