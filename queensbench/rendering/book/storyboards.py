"""Storyboards: a play on which readings part, choice by choice, and the outcome under each reading at the end.

Steps that nobody chooses belong to the choice before them.  The set-up, as far as the drawing tells what that is,
and all but the last choices of a long play are told in a line, with what was chosen.  Everything is replayed by the
interpreter, under every reading of the ruling: what is stored is not believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from queensbench.engines.compare.replay import Pair
from queensbench.errors import BadInput, ModelError, Refused
from queensbench.evidence.plays import Moment, Play, moments
from queensbench.language.domains import words_in
from queensbench.language.drawings import Board
from queensbench.language.modes import Instance, Mode
from queensbench.language.records import FieldDecl, Seq, SeqField, Table
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import readings_of
from queensbench.readers.interpreter import Interpreter, Step, Tally
from queensbench.rendering.boards import board_of, in_setup

MOST = 6
"""Choices of a play that are shown with a board, the last ones before the readings part."""

CANDIDATES = 20_000
"""The most moves that are tried to list alternatives."""

ALTERNATIVES = 6

USUAL = ("the game goes on",)
"""Words that are left out where only one reading lets anything happen."""


@dataclass(frozen=True)
class Beat:
    """A choice and the steps that follow by themselves: their numbers and words, their clauses, the board after."""

    first: int
    last: int
    words: tuple[str, ...]
    clauses: tuple[str, ...]
    before: Board
    board: Board


@dataclass(frozen=True)
class Outcome:
    """The outcome under some readings where they part; without a board nothing happens."""

    readings: tuple[str, ...]
    house: bool
    words: tuple[str, ...]
    clauses: tuple[str, ...]
    board: Board | None


@dataclass(frozen=True)
class Story:
    """A play on which readings of a ruling part.

    ``choices``, ``steps``: its length.  ``told``: the steps before ``start``, in a line.  ``beats``: the choices from
    there to the step at which readings part.  ``fork``: that step (empty: the readings make another start), with its
    number and the clauses that it carries out under every reading; an outcome has those of its own readings.
    """

    mode: str
    instance: str
    beside: tuple[str, ...]
    choices: int
    steps: int
    told: str
    start: Board
    beats: tuple[Beat, ...]
    number: int
    fork: str
    clauses: tuple[str, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def position(self) -> Board:
        """The board where the readings part."""
        return self.beats[-1].board if self.beats else self.start


# ------------------------------------------------------------------------------------------------ words


def value_words(value: object, domain: object = None) -> str:
    """A value in plain words, a number by the label of its domain: ``yes``, ``north``, ``3``."""
    return words_in(domain, value)


def step_words(reader: Interpreter, step: Step, who: str) -> str:
    """A step in words, from its name and arguments: ``white: swap neighbours, low 3``."""
    words = (_argument(name, one) for (name, _), one in zip(step.args, _values(reader, step), strict=True))
    parts = [step.name.replace("_", " "), *words]
    return f"{who}: {', '.join(parts)}" if who else ", ".join(parts)


def _values(reader: Interpreter, step: Step) -> list[str]:
    """The arguments of a step in words."""
    domains = dict(reader.domains[step.name])
    return [value_words(value, domains.get(name)) for name, value in step.args]


def _argument(name: str, words: str) -> str:
    name = name.replace("_", " ")
    return words if name == words else f"{name} {words}"


def _who(interpreter: Interpreter, moment: Moment) -> str:
    assert moment.step is not None
    if interpreter.by_name[moment.step.name].kind == "chance":
        return "by chance"
    return "" if moment.decider is None else value_words(moment.decider)


def told(interpreter: Interpreter, found: Sequence[Moment]) -> str:
    """Many steps in one line, with their deciders, equal steps counted."""
    rows = [(_who(interpreter, m), m.step) for m in found if m.step is not None]
    sentences = []
    for who, steps in groupby(rows, lambda row: row[0]):
        parts = []
        for name, same in groupby((step for _, step in steps), lambda step: step.name):
            values = [" ".join(_values(interpreter, step)) for step in same]
            listed = ", ".join(_counted(values))
            parts.append(" ".join(filter(None, (name.replace("_", " "), listed))))
        text = "; ".join(parts)
        sentences.append(f"{who}: {text}" if who else text)
    return ". ".join(sentences)


def _counted(values: Iterable[str]) -> list[str]:
    """Texts in order of their first appearance, equal ones counted."""
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return [_times(value, n) for value, n in counts.items() if value or n > 1]


def _times(words: str, number: int) -> str:
    return words if number == 1 else f"{words} ×{number}".strip()


# ------------------------------------------------------------------------------------------------ forks


@dataclass(frozen=True)
class _Branch:
    """A reading at the step where the first two part: its interpreter, and its state there, or why it has none."""

    reading: str
    reader: Interpreter
    state: Any
    early: str = ""


def story(mode: Mode, instance: Instance, decl: RulingDecl, play: Play, against: str) -> Story:
    """The storyboard of a play on which ``against`` and the house reading of a ruling part.

    Raises BadInput where they do not, by the rules of today.
    """
    chosen = readings_of(mode, (f"{n}={r}" for n, r in play.readings.items() if n != decl.name), every=True)
    names = {member.name.lower(): member for member in decl.readings}
    house = decl.house.name.lower()
    readers = {
        name: Interpreter(mode, instance, {**chosen, decl.name: member}, play.parameters)
        for name, member in names.items()
    }
    if against not in readers:
        raise BadInput(f"{decl.name} has no reading {against}", remedy="write the book anew")
    at, states = _parting(readers[house], readers[against], play, (house, against))
    reader = readers[house]
    steps = play.steps[: max(0, at)]
    reached = moments(reader, steps)
    branches = [
        _branch(name, readers[name], play, at, states if name in (house, against) else None, reached)
        for name in (house, *(n for n in names if n != house))
    ]
    step = play.steps[at] if 0 <= at < len(play.steps) else None
    start, beats, line = _beats(reader, reached)
    others = {
        d.name: d.house.name.lower() for d in (mode.rulings.declared() if mode.rulings is not None else ())
    }
    outcomes = _outcomes(branches, step, house)
    common = _common(outcomes)
    return Story(
        mode.name,
        instance.name,
        tuple(
            f"{name}={reading.lower()}"
            for name, reading in play.readings.items()
            if name != decl.name and reading.lower() != others.get(name)
        ),
        sum(reader.by_name[one.name].kind == "action" for one in play.steps[: at + 1]),
        at + 1,
        line,
        start,
        tuple(beats),
        at + 1,
        "" if step is None else step_words(reader, step, _chooser(reader, readers[against], states, step)),
        common,
        tuple(replace(o, clauses=tuple(c for c in o.clauses if c not in common)) for o in outcomes),
    )


def _common(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """The clauses carried out under all readings under which anything happens."""
    acted = [one.clauses for one in outcomes if one.board is not None]
    return tuple(c for c in acted[0] if all(c in other for other in acted)) if acted else ()


def _chooser(one: Interpreter, two: Interpreter, states: Sequence[Any], step: Step) -> str:
    if one.by_name[step.name].kind == "chance":
        return "by chance"
    found = [reader.decider(state, step.name) for reader, state in zip((one, two), states, strict=True)]
    return value_words(found[0]) if found[0] == found[1] and found[0] is not None else ""


def _parting(
    one: Interpreter, two: Interpreter, play: Play, names: tuple[str, str]
) -> tuple[int, tuple[Any, Any]]:
    """The place of the step by which two readings part (-1: the start is another), and the states before it."""
    pair = Pair(one, two, names)
    states = one.start(), two.start()
    if not pair.same(*states) or pair.judged(*states, "here"):
        return -1, states
    for at, step in enumerate(play.steps):
        mine, yours = _applied(one, states[0], step), _applied(two, states[1], step)
        if mine is None and yours is None:
            break
        if mine is None or yours is None or not pair.same(mine, yours) or pair.judged(mine, yours, "here"):
            return at, states
        if at == len(play.steps) - 1 and pair.at(states, step):
            return at, states
        states = mine, yours
    raise BadInput(
        f"{names[0]} and {names[1]} do not part in the play that is stored",
        where=f"{play.ruleset}/{play.mode} {play.instance}",
        remedy="write the book anew: queensbench rulings --book DIR",
    )


def _applied(reader: Interpreter, state: Any, step: Step) -> Any:
    """The state after a step; None if it is refused, or the rules break."""
    try:
        return reader.apply(state, step)
    except (Refused, ModelError):
        return None


def _branch(
    name: str, reader: Interpreter, play: Play, at: int, states: Any, reached: Sequence[Moment]
) -> _Branch:
    """A reading at the step where the first two part; it takes the same steps up to there, unless it parts before."""
    state = reader.start()
    if at < 0:
        return _Branch(name, reader, state)
    for number, (step, moment) in enumerate(zip(play.steps[:at], reached, strict=False)):
        if states is None and _cells(reader, state) != _cells(reader, moment.state):
            return _Branch(name, reader, None, f"has parted from the others already by step {number}")
        try:
            state = reader.apply(state, step)
        except (Refused, ModelError):
            return _Branch(name, reader, None, f"has parted from the others already: no step {number + 1}")
    if _cells(reader, state) != _cells(reader, reached[-1].state):
        return _Branch(name, reader, None, f"has parted from the others already by step {at}")
    return _Branch(name, reader, state)


def _cells(reader: Interpreter, state: Any) -> tuple[Any, ...]:
    return (tuple(reader.cells(_unsilenced(state))), Interpreter.silence(state))


def _unsilenced(state: Any) -> Any:
    other = state.copy()
    other.__dict__["_silence"] = None
    return other


def _outcomes(branches: Sequence[_Branch], step: Step | None, house: str) -> tuple[Outcome, ...]:
    """The outcome under each reading; readings with the same outcome stand together."""
    found: list[tuple[Outcome, Any]] = []
    for branch in branches:
        one, state = _outcome(branch, step, house)
        for number, (other, reached) in enumerate(found):
            same = (one.words, one.board) == (other.words, other.board)
            if same and (state is None) == (reached is None):
                if state is not None and _cells(branch.reader, state) != _cells(branch.reader, reached):
                    continue
                merged = replace(
                    other, readings=(*other.readings, *one.readings), house=other.house or one.house
                )
                found[number] = merged, reached
                break
        else:
            found.append((one, state))
    return _told_apart(_spare(found), branches[0].reader)


def _spare(found: Sequence[tuple[Outcome, Any]]) -> list[tuple[Outcome, Any]]:
    """Outcomes without the words that all of them share: whose choice it is, that the play goes on."""
    acted = [one.words for one, _ in found if one.board is not None]
    same = {w for w in acted[0] if all(w in words for words in acted)} if len(acted) > 1 else set(USUAL)
    return [
        (replace(one, words=tuple(w for w in one.words if w not in same or one.board is None)), state)
        for one, state in found
    ]


def _told_apart(found: Sequence[tuple[Outcome, Any]], reader: Interpreter) -> tuple[Outcome, ...]:
    """Outcomes in which those that look alike also say what no picture shows."""
    out = []
    for one, state in found:
        words = one.words
        like = [s for other, s in found if other is not one and s is not None and other.board == one.board]
        if state is not None and like:
            fields = [
                d for d in reader.layout if any(getattr(s, d.name) != getattr(state, d.name) for s in like)
            ]
            if fields:
                told_ = "; ".join(
                    f"{d.name.replace('_', ' ')}: {_plain(d, getattr(state, d.name))}" for d in fields
                )
                words = (*words, f"what the picture does not show: {told_}")
        out.append(replace(one, words=words))
    return tuple(out)


def _plain(decl: FieldDecl, value: Any) -> str:
    """What a field holds, in words."""
    domain = decl.value.value if isinstance(decl.value, SeqField) else decl.value
    if isinstance(value, Table):
        cells = [
            f"{' '.join(map(value_words, key, decl.index))} {_plain(decl, cell)}"
            for key, cell in value.items()
            if cell is not False and cell != 0
        ]
        return ", ".join(cells) or "none"
    if isinstance(value, Seq):
        return " ".join(value_words(value[i], domain) for i in range(len(value))) or "none"
    return value_words(value, domain)


def _outcome(branch: _Branch, step: Step | None, house: str) -> tuple[Outcome, Any]:
    reader, name = branch.reader, branch.reading
    mine = name == house
    if branch.early:
        return Outcome((name,), mine, (branch.early,), (), None), None
    state = branch.state
    clauses: tuple[str, ...] = ()
    words: list[str] = []
    if step is not None:
        reader.tally = Tally()
        try:
            after = reader.apply(state, step)
        except Refused as refused:
            said = ["not possible", *_instead(reader, state)]
            return Outcome((name,), mine, tuple(said), refused.clauses, None), None
        except ModelError as error:
            return Outcome((name,), mine, (f"the rules break: {error.what}",), (), None), None
        clauses = tuple(reader.tally.clauses)
        words += _weighed(reader, state, step)
        state = after
    return Outcome((name,), mine, (*words, *_judged(reader, state)), clauses, board_of(reader, state)), state


def _weighed(reader: Interpreter, state: Any, step: Step) -> list[str]:
    """The decider of a step, or its probability among all that chance can do in the state, in words."""
    rule = reader.by_name[step.name]
    if rule.kind == "action":
        who = reader.decider(state, step.name)
        return [] if who is None else [f"the choice is {value_words(who)}'s"]
    if _candidates(reader) > CANDIDATES:
        return []
    drawn = [move for move in reader.moves(state) if reader.by_name[move.name].kind == "chance"]
    weights = [reader.weight(state, move) for move in drawn]
    return [f"the chance of it is {reader.weight(state, step)} in {sum(weights)}"]


def _candidates(reader: Interpreter) -> int:
    total = 0
    for domains in reader.domains.values():
        number = 1
        for _, domain in domains:
            number *= len(domain.values())
        total += number
    return total


def _instead(reader: Interpreter, state: Any) -> list[str]:
    """The moves that are possible where a step is refused, if they can be listed."""
    if _candidates(reader) > CANDIDATES:
        return []
    names = list(dict.fromkeys(move.name.replace("_", " ") for move in reader.moves(state)))
    if not names:
        return [*_judged(reader, state)]
    more = f" and {len(names) - ALTERNATIVES} more" if len(names) > ALTERNATIVES else ""
    return [f"what can be done: {', '.join(names[:ALTERNATIVES])}{more}"]


def _judged(reader: Interpreter, state: Any) -> list[str]:
    """The end of a state in words: silent, over with winners and scores, or going on."""
    silence = reader.silence(state)
    if silence is not None:
        return [f"the text is silent on {silence[0]}"]
    if not reader.over(state):
        return ["the game goes on"]
    winners = " and ".join(value_words(p) for p in reader.winners(state))
    found = ["the game is over" + (f": {winners} won" if winners else "")]
    if reader.rules.wins is not None and reader.mode.players is not None and not winners:
        found = ["the game is over, and nobody has won"]
    scores = reader.scores(state)
    if scores:
        found.append(
            "score: " + ", ".join(str(n) if p is None else f"{value_words(p)} {n}" for p, n in scores.items())
        )
    return found


# ------------------------------------------------------------------------------------------------ beats


def _beats(reader: Interpreter, reached: Sequence[Moment]) -> tuple[Board, list[Beat], str]:
    """The first board, the choices from there on, and the steps before it in one line."""
    begun = 0
    while begun < len(reached) - 1 and in_setup(reader, reached[begun].state):
        begun += 1
    if in_setup(reader, reached[begun].state):
        begun = 0  # the readings part in the set-up: its last choices are shown
    groups = _grouped(reader, reached, begun)
    if len(groups) > MOST:
        begun = groups[-MOST][0] - 1
        groups = groups[-MOST:]
    start = board = board_of(reader, reached[begun].state)
    beats = []
    for first, last in groups:
        after = board_of(reader, reached[last].state)
        part = reached[first : last + 1]
        rows = groupby(step_words(reader, m.step, _who(reader, m)) for m in part if m.step is not None)
        words = tuple(_times(line, len(list(same))) for line, same in rows)
        clauses = tuple(dict.fromkeys(name for m in part for name in m.clauses))
        beats.append(Beat(first, last, words, clauses, board, after))
        board = after
    return start, beats, told(reader, reached[1 : begun + 1])


def _grouped(reader: Interpreter, reached: Sequence[Moment], begun: int) -> list[tuple[int, int]]:
    """First and last step of every choice with what follows it, after the set-up."""
    groups: list[tuple[int, int]] = []
    for number in range(begun + 1, len(reached)):
        step = reached[number].step
        assert step is not None
        if groups and reader.by_name[step.name].kind == "chance":
            groups[-1] = (groups[-1][0], number)
        else:
            groups.append((number, number))
    return groups


def clauses_of(found: Story) -> Mapping[str, None]:
    """The clauses that a storyboard names, in order."""
    listed = [name for beat in found.beats for name in beat.clauses]
    listed += [name for one in found.outcomes for name in one.clauses]
    return dict.fromkeys(listed)
