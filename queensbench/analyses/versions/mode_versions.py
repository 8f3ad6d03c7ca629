"""One mode in two versions: the same, by proof or on exhausted boxes, or the shortest play that parts them.

The answers, the strongest first:

============== =======================================================================================================
``same``       ``by construction``: no rule says anything else; ``proved``: no position of the full box tells the
               versions apart, under every reading or beside those given; it names the boxes that were left out
``parts``      a play on which the versions part, confirmed by both interpreters
``not seen``   neither: every state of the boxes named was compared, and so many games of the full box
``open``       machine code tells the versions apart, and the interpreters of both see no difference there
``unlike``     the states are of other fields or values, so that they cannot stand in one system
``added``,     only one version has the mode
``removed``
============== =======================================================================================================

What this cannot see: other readings, unless it is by construction or proved of every reading; what seats see; texts
that no engine reads (questions, reasons, sentences of clauses).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from queensbench.engines.boxes import LOOPS
from queensbench.engines.compare.divergence import NOT_SEEN as NO_DIFFERENCE
from queensbench.engines.compare.divergence import UNDECIDED
from queensbench.engines.compare.replay import class_of
from queensbench.engines.runtime.box import Box
from queensbench.engines.versions.merged_boxes import BoxAnswer, GamesAnswer, in_games, on_box, proved
from queensbench.engines.versions.readers import VersionPair, VersionReader, steps_of
from queensbench.engines.versions.state_pairs import Pairs, PairSide
from queensbench.errors import BadInput
from queensbench.language.modes import Instance, Mode
from queensbench.project import projects
from queensbench.project.projects import Project, Ruleset
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.transforms.two_versions import Unlike, Versions, merged
from queensbench.rules.typed import ir

SAME, PARTS, NOT_SEEN, OPEN, UNLIKE = "same", "parts", "not seen", "open", "unlike"
ADDED, REMOVED = "added", "removed"

MOST_PAIRS = 20_000
"""The most pairs of states of a box that are walked a step at a time."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class VersionSettings:
    """The settings of a comparison.  ``budget``: most states of a box; ``games``: of the full box, from ``seed`` on.

    ``instances``: only these boxes (none: all that are explored).  ``readings``: texts ``ruling=reading``, for both.
    """

    budget: int = 300_000
    games: int = 20_000
    seed: int = 20_190_101
    instances: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One version of a mode."""

    project: Project
    ruleset: Ruleset
    mode: Mode

    def instance(self, name: str) -> Instance | None:
        """The instance of this name; None if the mode has none."""
        return next((one for one in self.mode.all_instances() if one.name == name), None)

    def system(self, name: str) -> ir.System:
        """The typed rules at an instance."""
        projects.activate(self.project)
        return projects.system(self.ruleset, self.mode, projects.mode_instance(self.mode, name))


@dataclass(frozen=True)
class PartingPlay:
    """A play on which the versions part: the instance, the moves, and the difference at its end.

    ``kind``: ``winner``, ``ending``, ``scored``, ``fault`` or ``legal``, as of readings.
    """

    instance: str
    kind: str
    text: str
    choices: int
    moves: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The play as JSON."""
        return {
            "instance": self.instance,
            "kind": self.kind,
            "text": self.text,
            "choices": self.choices,
            "steps": len(self.moves),
            "moves": list(self.moves),
        }


@dataclass
class ModeVersions:
    """The findings about one mode.

    ``verdict``, ``how``: see above; ``reason``: why the versions are unlike, or the answer open.  ``changed``: the
    rules that say something else.  ``boxes``: by instance what was compared; ``games``: of the full box.  ``play``: the
    shortest one.  ``left``: instances that were not compared, and why.
    """

    path: str
    verdict: str = NOT_SEEN
    how: str = ""
    reason: str = ""
    changed: tuple[str, ...] = ()
    boxes: dict[str, BoxAnswer] = field(default_factory=dict)
    games: GamesAnswer | None = None
    play: PartingPlay | None = None
    left: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The findings as JSON."""
        games = self.games
        return {
            "mode": self.path,
            "verdict": self.verdict,
            "how": self.how,
            "reason": self.reason,
            "changed": list(self.changed),
            "boxes": [
                {"instance": name, "matters": one.kind, "states": one.states, "complete": one.complete}
                for name, one in self.boxes.items()
            ],
            "games": None
            if games is None
            else {
                "games": games.games,
                "parted": games.parted,
                "winner": games.winner,
                "scored": games.scored,
                "ending": games.ending,
            },
            "play": None if self.play is None else self.play.to_json(),
            "left_out": list(self.left),
        }


def ruling_of(choice: str) -> str:
    """The ruling of a text ``ruling=reading``."""
    return choice.partition("=")[0].strip().lower().replace("-", "_")


def compared(old: Side, new: Side, settings: VersionSettings, progress: Progress) -> ModeVersions:
    """Compare a mode of two versions.  Raises BadInput, KeyboardInterrupt, and ModelRefused for a bad model."""
    return _Comparison(old, new, settings, progress).made()


class _Comparison:
    """The comparison of one mode."""

    def __init__(self, old: Side, new: Side, settings: VersionSettings, progress: Progress) -> None:
        self.old, self.new = old, new
        self.settings = settings
        self.found = ModeVersions(f"{old.ruleset.name}/{old.mode.name}")
        self._progress = progress
        self._boxes: dict[str, Box | Unlike] = {}
        self._only: dict[str, tuple[int, ...]] = {}
        boxes = old.mode.full.name, new.mode.full.name
        self.full = boxes[0] if boxes[0] == boxes[1] else None  # None: neither box as sold is the other's
        self._always = boxes
        self.unconfirmed: list[str] = []

    def made(self) -> ModeVersions:
        """Ask what is cheap first: the rules' texts, small boxes, games; a proof where nothing parts."""
        found = self.found
        versions = {name: self.versions(name) for name in self.names()}
        unlike = [one for one in versions.values() if isinstance(one, Unlike)]
        known = [one for one in versions.values() if isinstance(one, Versions)]
        found.changed = tuple(dict.fromkeys(name for one in known for name in one.changed))
        if known and all(one.same for one in known) and not unlike and not found.left:
            found.verdict, found.how = SAME, "by construction"
            return found
        if unlike and not known:
            found.verdict, found.reason = UNLIKE, unlike[0].text
            self.side_by_side([name for name in versions if name != self.full])
            return found
        found.left += [f"{name}: {one.text}" for name, one in versions.items() if isinstance(one, Unlike)]
        plays = list(self.plays([name for name, one in versions.items() if isinstance(one, Versions)]))
        if plays:
            found.verdict = PARTS
            found.play = min(plays, key=lambda play: (play.choices, len(play.moves)))
        elif self.unconfirmed:
            found.verdict = OPEN
            found.reason = f"told apart on {', '.join(self.unconfirmed)}, and no interpreter sees it"
        elif self.full is not None and isinstance(versions.get(self.full), Versions):
            self.prove(self.full)
        return found

    def names(self) -> Iterator[str]:
        """The instances that both versions have, the full box first; others are noted as left out."""
        asked = self.settings.instances
        ours = {one.name: one for one in self.old.mode.all_instances()}
        theirs = {one.name for one in self.new.mode.all_instances()}
        for name in (*ours, *(name for name in sorted(theirs) if name not in ours)):
            if asked and name not in asked and name not in self._always:
                continue
            if name in ours and name in theirs:
                yield name
            else:
                self.found.left.append(
                    f"{name}: only the {'older' if name in ours else 'newer'} version has it"
                )

    def versions(self, name: str) -> Versions | Unlike:
        """Both versions at an instance as one system."""
        self._said(name, "reading both versions")
        return merged(self.old.system(name), self.new.system(name))

    def box(self, name: str) -> Box:
        """Both versions at an instance, compiled."""
        if name not in self._boxes:
            versions = self.versions(name)
            assert isinstance(versions, Versions)
            instance = self.old.instance(name)
            assert instance is not None
            self._only[name] = versions.only
            self._boxes[name] = Box(self.old.ruleset.name, self.old.mode, instance, versions.system, LOOPS)
        found = self._boxes[name]
        assert isinstance(found, Box)
        return found

    def readings(self, box: Box) -> list[int]:
        """The raw readings that both are compared under, by the names of each version's own rulings."""
        raw = box.raw()[:-1]
        for choice in self.settings.readings:
            name, reading = ruling_of(choice), choice.partition("=")[2]
            for place, ruling in enumerate(box.system.rulings[:-1]):
                if ruling.name.split(" ")[0] == name:
                    wanted = reading.strip().upper().replace("-", "_")
                    if wanted not in ruling.readings:
                        raise BadInput(
                            f"ruling {name} has no reading {reading}",
                            remedy=f"choose of {', '.join(ruling.readings).lower()}",
                        )
                    raw[place] = ruling.readings.index(wanted)
        return raw

    # ------------------------------------------------------------------------------------------- asking

    def plays(self, names: Sequence[str]) -> Iterator[PartingPlay]:
        """The plays that part the versions, of small boxes and of games of the full one."""
        for name in names:
            instance = self.old.instance(name)
            if name == self.full or instance is None or not instance.explore:
                continue
            box = self.box(name)
            budget = min(self.settings.budget, instance.budget)
            with box.told():
                answer = on_box(box, self.readings(box), budget, partial(self._said, name))
            self.found.boxes[name] = answer
            yield from self.confirmed(name, answer.codes, judged=answer.judged)
        if self.full is not None and self.full in names:
            box = self.box(self.full)
            with box.told():
                games = in_games(
                    box,
                    self.readings(box),
                    self.settings.games,
                    self.settings.seed,
                    partial(self._said, self.full),
                )
            self.found.games = games
            yield from self.confirmed(self.full, games.codes, judged=games.judged)

    def side_by_side(self, names: Sequence[str]) -> None:
        """Walk both versions of small boxes a step at a time, as their states are unlike."""
        plays = []
        for name in names:
            instance = self.old.instance(name)
            if instance is None or not instance.explore:
                continue
            sides = []
            for side in (self.old, self.new):
                system = side.system(name)
                own = projects.mode_instance(side.mode, name)
                known = {one.name for one in system.rulings}
                texts = [text for text in self.settings.readings if ruling_of(text) in known]
                box = Box(side.ruleset.name, side.mode, own, system, LOOPS)
                sides.append(PairSide(box, projects.readings_of(side.mode, texts, every=True)))
            answer = Pairs(*sides).walk(min(MOST_PAIRS, self.settings.budget), partial(self._said, name))
            kind = answer.kind or (NO_DIFFERENCE if answer.complete else UNDECIDED)
            self.found.boxes[name] = BoxAnswer(kind, (), False, answer.pairs, answer.complete)
            if answer.kind:
                kind = class_of(answer.kind)
                plays.append(PartingPlay(name, kind, answer.text, answer.choices, answer.moves))
        if plays:
            self.found.verdict = PARTS
            self.found.play = min(plays, key=lambda play: (play.choices, len(play.moves)))
        elif any(one.complete for one in self.found.boxes.values()):
            self.found.verdict = NOT_SEEN

    def _said(self, name: str, text: str) -> None:
        self._progress(f"{self.found.path} {name}: {text}")

    def prove(self, full: str) -> None:
        """Ask whether the versions can part in any position of the full box."""
        box = self.box(full)
        for every, how in (
            (True, "proved at full size, under every reading"),
            (False, "proved at full size, beside the readings of this comparison"),
        ):
            with suppress(MemoryError):
                if proved(box, self.readings(box), every=every, progress=partial(self._said, full)):
                    self.found.verdict, self.found.how = SAME, how + self._without()
                    return

    def _without(self) -> str:
        """What a proof of the full box says nothing of: the boxes that were left out."""
        boxes = ", ".join(dict.fromkeys(one.partition(":")[0] for one in self.found.left))
        return f"; of the full box alone, without {boxes}" if boxes else ""

    # --------------------------------------------------------------------------------------- confirming

    def confirmed(self, name: str, codes: Sequence[int], *, judged: bool) -> Iterator[PartingPlay]:
        """The play of these codes, if the interpreters of both versions see the difference, too."""
        box = self.box(name)
        if not codes and not judged:
            return
        steps = steps_of(box.coding, codes, self._only[name])
        told = self.pair(name, box).told(steps, judged=judged)
        if told is None:
            self.unconfirmed.append(name)
            return
        chance = box.coding.chance_base
        choices = sum(1 for code in codes if code < chance)
        yield PartingPlay(name, told.class_, told.text, choices, tuple(map(str, steps)))

    def pair(self, name: str, box: Box) -> VersionPair:
        """Both interpreters at an instance, under the readings of the comparison."""
        readers = []
        raw = self.readings(box)
        for number, side in enumerate((self.old, self.new)):
            system = side.system(name)
            chosen = {}
            for ruling, reading in zip(box.system.rulings[:-1], raw, strict=True):
                own = ruling.name.split(" ")[0]
                mine = next((one for one in system.rulings if one.name == own), None)
                if mine is not None and mine.readings == ruling.readings and mine.house == ruling.house:
                    chosen[own] = ruling.readings[reading]
            members = projects.readings_of(
                side.mode, [f"{key}={value}" for key, value in chosen.items()], every=True
            )
            reader = Interpreter(side.mode, projects.mode_instance(side.mode, name), members)
            readers.append(VersionReader(number, reader, system, partial(projects.activate, side.project)))
        return VersionPair(*readers)
