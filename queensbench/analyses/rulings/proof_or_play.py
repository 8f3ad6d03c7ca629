"""``queensbench compare``: whether each ruling matters, at full size where there is a proof or a play.

*never matters*: no position that satisfies what is proved tells the readings apart
(:mod:`queensbench.engines.distinguish.distinguishability`), or on an instance small enough, every state was compared.
*differs*: a play that both readings share leads to a difference, and the interpreter has replayed it under both.
*undecided*: neither; the position that z3 has found is shown, and it may be one that no play reaches.

Witnesses are looked for first, in random games, for they are cheap and end the question; then z3 is asked
without invariants, then the invariants are proved and z3 is asked again; then more games, and the states of
the small boxes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from queensbench.analyses.rulings.invariants import Known, invariants
from queensbench.analyses.rulings.ruling_rows import DIFFERS, NEVER, UNDECIDED, BoxRow, Witness
from queensbench.engines.compare.comparison_program import Comparer, comparer_of
from queensbench.engines.compare.replay import CLASSES, Pair, strongest
from queensbench.engines.distinguish.distinguishability import (
    RLIMIT,
    Distinguisher,
    Hypothesis,
    Invariants,
    PlaceAnswer,
    places,
)
from queensbench.engines.distinguish.games import MetDifference, WalkedGames, Walker, games_comparer
from queensbench.engines.distinguish.macro_moves import Moves, small
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.errors import BadInput
from queensbench.evidence.plays import board
from queensbench.language.modes import Instance
from queensbench.project.projects import rulings_of
from queensbench.rules.system import build
from queensbench.rules.typed.move_codes import Move

GAMES = 2_000
MORE = 10
"""So many times as many games, in all, for a ruling that z3 leaves open."""
FEW = 2
"""Where questions are bounded, all those about any readings of the other rulings share the limit of so many."""
LARGE = 5_000
"""Where questions are bounded, that is not asked of places larger than this together (:meth:`Distinguisher.size`)."""
SEED = 20_190_101
MAX_STEPS = 10_000
STATES = 2_000_000
"""The most states of a small box that is explored for a witness."""

Progress = Callable[[str], None]
COMPILED: WeakKeyDictionary[Box, Comparer] = WeakKeyDictionary()
"""Rules compiled for comparing along games, by box."""


@dataclass(frozen=True)
class Limits:
    """How long a ruling is looked into.

    ``games``, ``seed``: of the random games in which witnesses are looked for first.  ``elsewhere``: look beside other
    readings too, in ``games_elsewhere`` games (None: as many).  ``states``: the most of a small box that is explored
    for a witness.  ``rlimit``: z3's for one question; ``allowance``: for all questions of one ruling, if there is one.
    """

    games: int = GAMES
    games_elsewhere: int | None = None
    seed: int = SEED
    states: int = STATES
    rlimit: int = RLIMIT
    allowance: int | None = None
    elsewhere: bool = True


LIMITS = Limits()


class Comparing:
    """The comparison of rulings of one box beside one base of readings.

    ``base``: members by ruling, the house reading for those left out.  ``known``: what is proved already,
    else it is proved when first needed.
    """

    def __init__(
        self,
        box: Box,
        base: Mapping[str, Any] | None = None,
        *,
        known: Known | None = None,
        limits: Limits = LIMITS,
        progress: Progress = lambda text: None,
    ) -> None:
        self.box = box
        self.system = box.system
        self.base = dict(base or {})
        self.raw = box.raw(self.base)
        self.known = known
        self.limits = limits
        self.progress = progress
        self.decls = {decl.name: decl for decl in rulings_of(box.mode)}
        self.differ = Distinguisher(self.system, self.raw, rlimit=limits.rlimit)
        self._boxes: dict[str, Box] = {}

    # ------------------------------------------------------------------------------------------ all rulings

    def rows(self, names: Sequence[str] = ()) -> Iterator[BoxRow]:
        """A row for each ruling named (all when none is).  Raises BadInput for an unknown one."""
        chosen = list(names) or list(self.decls)
        for name in chosen:
            if name not in self.decls:
                raise BadInput(
                    f"no ruling is called {name}", remedy=f"choose of {', '.join(self.decls) or 'none'}"
                )
        numbers = {r.name: n for n, r in enumerate(self.system.rulings)}
        read = [name for name in chosen if places(self.system, numbers[name])]
        begun = time.perf_counter()
        seen = self.walk(read, self.base, range(self.limits.games)) if read else {}
        shared = (time.perf_counter() - begun) / max(1, len(read))
        for name in chosen:
            clock = time.perf_counter()
            row = self.row(name, seen.get(name, []))
            row.seconds = time.perf_counter() - clock + (shared if name in read else 0.0)
            yield row

    def row(self, name: str, seen: Sequence[tuple[int, dict[str, MetDifference]]]) -> BoxRow:
        """The row of one ruling, given the differences that games have shown for each other reading."""
        decl = self.decls[name]
        number = self.number(name)
        ruling = self.system.rulings[number]
        row = BoxRow(
            name,
            decl.question,
            self.box.instance.name,
            ruling.readings[self.raw[number]].lower(),
            tuple(reading.lower() for reading in ruling.readings),
            full=self.box.instance.name == self.box.mode.full.name,
        )
        if not places(self.system, number):
            row.matters, row.how, row.others = NEVER, "by construction", "every reading"
            return row
        row.games = self.limits.games
        if self.witnessed(row, number, seen, self.box, self.base):
            return row
        answers = self.asked(row, number)
        if row.matters == UNDECIDED:
            self.searched(row, number)
        if row.matters == UNDECIDED:
            row.candidate = self.candidate(number, answers)
        if row.matters != DIFFERS and self.limits.elsewhere:
            row.elsewhere = list(self.elsewhere(name, number))
        if row.matters == NEVER and row.how != "exhausted" and not row.elsewhere:
            self.beside_all(row, number)
        return row

    def number(self, name: str) -> int:
        """The number of a ruling."""
        return [r.name for r in self.system.rulings].index(name)

    def others(self, number: int) -> list[int]:
        """The other readings of a ruling, raw."""
        return [raw for raw in range(len(self.system.rulings[number].readings)) if raw != self.raw[number]]

    # ---------------------------------------------------------------------------------------------- games

    def walk(
        self, names: Sequence[str], base: Mapping[str, Any], games: Sequence[int]
    ) -> dict[str, list[tuple[int, dict[str, MetDifference]]]]:
        """The differences that random games under a base show: by ruling, for each other reading."""
        box = self.box
        raw = box.raw(base)
        pairs = [(number, other) for number in map(self.number, names) for other in self.others(number)]
        others = [[*raw[:number], other, *raw[number + 1 :]] for number, other in pairs]
        with box.told():
            self.progress("compiling the rules")
            played = playouts_of(
                box, base, games=max(games, default=0) + 1, seed=self.limits.seed, max_steps=MAX_STEPS
            )
            if played.interrupted:
                raise KeyboardInterrupt
            if box not in COMPILED:
                COMPILED[box] = games_comparer(box)
            walker = Walker(COMPILED[box], raw, others, box.parameters())
            walked: WalkedGames = walker.walk(
                played,
                games,
                progress=lambda done, of: self.progress(f"comparing along {done:,} of {of:,} games"),
            )
        found: dict[str, list[tuple[int, dict[str, MetDifference]]]] = {name: [] for name in names}
        for (number, other), firsts, common in zip(pairs, walked.firsts, walker.common, strict=False):
            met = firsts if common else {"start": MetDifference("start", (), -1, 0, 0, 0)}
            found[self.system.rulings[number].name].append((other, met))
        return found

    def witnessed(
        self,
        row: BoxRow,
        number: int,
        seen: Sequence[tuple[int, dict[str, MetDifference]]],
        box: Box,
        base: Mapping[str, Any],
    ) -> bool:
        """Put the strongest difference that the interpreter confirms into a row; False if there is none."""
        found = [
            w
            for other, met in seen
            for m in met.values()
            for w in self.confirmed(number, other, m, box, base)
        ]
        for witness in found:
            key = (witness.choices, witness.steps)
            row.kinds[witness.kind] = min(row.kinds.get(witness.kind, key), key)
        best = min(found, key=lambda w: (CLASSES.index(w.kind), w.choices, w.steps), default=None)
        if best is None:
            return False
        row.matters, row.how, row.kind, row.witness = DIFFERS, "witnessed", best.kind, best
        row.kinds = {name: row.kinds[name] for name in CLASSES if name in row.kinds}
        return True

    def confirmed(
        self,
        number: int,
        other: int,
        met: MetDifference,
        box: Box,
        base: Mapping[str, Any],
        beside: str = "",
    ) -> Iterator[Witness]:
        """The interpreter's witness of a difference; none if it does not see the difference."""
        pair = self.pair(number, other, box, base)
        judged = met.code < 0
        difference = strongest(pair.along(box.steps(list(met.play)), judged=judged))
        if difference is not None:
            name = self.system.rulings[number].name
            play = box.play(list(met.play), base, f"{name}: {difference.text}")
            yield Witness(
                difference.class_,
                difference.text,
                box.instance.name,
                pair.names[1],
                met.choices,
                met.steps,
                play,
                beside,
            )

    def pair(self, number: int, other: int, box: Box, base: Mapping[str, Any]) -> Pair:
        """Two interpreters, one under a base and one with another reading of a ruling."""
        ruling = self.system.rulings[number]
        members = list(self.decls[ruling.name].readings)
        by_name = {member.name: member for member in members}
        theirs = {**base, ruling.name: by_name[ruling.readings[other]]}
        mine = box.raw(base)[number]
        names = (ruling.readings[mine].lower(), ruling.readings[other].lower())
        return Pair(box.interpreter(base), box.interpreter(theirs), names)

    # ------------------------------------------------------------------------------------------------- z3

    def asked(self, row: BoxRow, number: int) -> list[tuple[int, PlaceAnswer]]:
        """Ask z3 about every place that consults a ruling, and return the places that may differ."""
        open_: list[tuple[int, PlaceAnswer]] = []
        self.progress(f"{row.ruling}: asking z3")
        later = 0 if self.limits.allowance is None else self.limits.allowance // 2
        self.differ.allowance = None if self.limits.allowance is None else self.limits.allowance - later
        weakest = "types"
        first: tuple[Hypothesis, ...] = ("types", "settled") if self.known is None else ("types",)
        for other in self.others(number):
            for answer in self.differ.compare(number, other, first):
                self.noted(row, other, answer)
                if answer.verdict != "same":
                    open_.append((other, answer))
                elif answer.hypothesis != "types":
                    weakest = "settled"
        used: set[str] = set()
        if self.differ.allowance is not None:
            self.differ.allowance = max(0, self.differ.allowance) + later
        if open_:
            if self.known is None:
                self.known = invariants(self.box, self.base, progress=self.progress)
            self.differ.invariants = self.known.conjuncts(self.box)
            left = []
            open_.sort(key=lambda one: self.differ.size(one[1].place))
            for done, (other, before) in enumerate(open_):
                self.progress(f"{row.ruling}: asking z3 with invariants, {done} of {len(open_)} places")
                answer = self.differ.place(number, other, before.place, ("invariants",))
                self.noted(row, other, answer)
                if answer.verdict != "same":
                    left.append((other, answer))
                used |= {self.system.judges[judge].name for judge, _ in answer.used}
            open_ = left
            weakest = "invariants"
        if open_ and small(self.system):
            open_ = self.by_moves(row, number, open_, used)
        if not open_:
            row.matters, row.others = NEVER, "base"
            row.how = "by construction" if weakest == "types" else "proved"
            row.invariants = tuple(sorted(used))
        return open_

    def by_moves(
        self, row: BoxRow, number: int, open_: list[tuple[int, PlaceAnswer]], used: set[str]
    ) -> list[tuple[int, PlaceAnswer]]:
        """The places left open when moves are compared together with the steps that follow without a choice."""
        left = list(open_)
        for other in dict.fromkeys(other for other, _ in open_):
            answers = []
            for answer in Moves(self.differ, number, other).answers():
                answers.append(answer)
                if answer.verdict != "same":
                    break
            else:
                left = [one for one in left if one[0] != other]
                used |= {self.system.judges[judge].name for a in answers for judge, _ in a.used}
                for answer in answers:
                    self.noted(row, other, answer)
        return left

    def noted(self, row: BoxRow, other: int, answer: PlaceAnswer) -> None:
        """Put z3's answer about a place into a row."""
        place = answer.place
        system = self.system
        entry = {
            "place": place.what,
            "of": system.transitions[place.transition].name if place.transition >= 0 else "",
            "against": system.rulings[self.number(row.ruling)].readings[other].lower(),
        }
        verdict = {"verdict": answer.verdict, "under": answer.hypothesis}
        row.places = [one for one in row.places if {k: one[k] for k in entry} != entry]
        row.places.append(entry | verdict)

    def beside_all(self, row: BoxRow, number: int) -> None:
        """Ask whether a ruling never matters beside any readings of the others, all left open; note it if so."""
        free = [n for n in range(len(self.system.rulings)) if n != number]
        if not free:
            row.others = "every reading"
            return
        self.progress(f"{row.ruling}: asking z3 of all readings of the others")
        known = self.known.conjuncts(self.box) if self.known is not None else Invariants()
        differ = Distinguisher(self.system, self.raw, free=free, invariants=known, rlimit=self.limits.rlimit)
        # What is likely to be open comes first.
        asked = sorted(places(self.system, number), key=differ.size, reverse=True)
        if self.limits.allowance is not None:
            if sum(map(differ.size, asked)) > LARGE:
                return
            differ.allowance = FEW * self.limits.rlimit
        used: set[str] = set()
        for other in self.others(number):
            for place in asked:
                answer = differ.place(number, other, place)
                if answer.verdict != "same":
                    return
                used |= {self.system.judges[judge].name for judge, _ in answer.used}
        row.invariants = tuple(sorted(used))
        row.others = "every reading"

    def candidate(self, number: int, answers: Sequence[tuple[int, PlaceAnswer]]) -> dict[str, Any]:
        """A position where readings part, in the model's words; or the note that z3 gave up."""
        found = next(((other, answer) for other, answer in answers if answer.verdict == "differs"), None)
        if found is None:
            return {"text": "z3 gave up within its limit", "board": "", "step": ""}
        other, answer = found
        system, box = self.system, self.box
        place = answer.place
        pair = self.pair(number, other, box, self.base)
        reader = pair.readers[0]
        if place.what == "start":
            return {"text": "the start, before automatic steps", "board": "", "step": ""}
        silences = [(s.what, system.clauses[s.clause]) for s in system.silences]
        state = reader.state(list(answer.cells), silences)
        label = ""
        if place.transition < 0:
            shown = pair.judged(state, state, "here")
        else:
            transition = system.transitions[place.transition]
            if transition.kind == "automatic":
                label = transition.name
                shown = pair.settled(state)
            else:
                label = box.coding.label(Move(place.transition, answer.args))
                shown = pair.at((state, state), reader.step(transition.name, answer.args))
        best = strongest(shown)
        text = (
            best.text
            if best is not None
            else "the readings part, and automatic steps bring them together again"
        )
        return {"text": text, "board": board(reader, state), "step": label}

    # -------------------------------------------------------------------------------------- what is left open

    def searched(self, row: BoxRow, number: int) -> None:
        """Play more games, then compare in the states of this instance, or of the small boxes."""
        more = range(self.limits.games, self.limits.games * MORE)
        row.games = self.limits.games * MORE
        seen = self.walk([row.ruling], self.base, more)[row.ruling]
        if self.witnessed(row, number, seen, self.box, self.base):
            return
        boxes = [self.box.instance] if self.box.instance.explore else []
        if not boxes and row.full:
            boxes = [i for i in self.box.mode.all_instances() if i.explore and i.compare]
        for instance in boxes:
            if self.exhausted(row, number, instance):
                return

    def exhausted(self, row: BoxRow, number: int, instance: Instance) -> bool:
        """Compare in every state of a small instance; True if that settles the question."""
        from queensbench.engines.compare.comparison import rulings_on

        box = self.box_at(instance)
        self.progress(f"{row.ruling}: exploring {instance.name}")
        found = exploration_of(
            box, self.base, max_states=min(self.limits.states, instance.budget), judging=False
        )
        (parted,) = rulings_on(comparer_of(box), found, [row.ruling])
        if found.interrupted or parted.interrupted:
            raise KeyboardInterrupt
        chance = box.coding.chance_base
        seen: list[tuple[int, dict[str, MetDifference]]] = []
        for parting in parted.partings.values():
            met = {
                name: MetDifference(
                    name, p.play, p.code, sum(code < chance for code in p.play), len(p.play), -1
                )
                for name, p in parting.firsts.items()
                if p.play or p.code < 0
            }
            seen.append((parting.theirs[number], met))
        if self.witnessed(row, number, seen, box, self.base):
            return True
        own = instance.name == self.box.instance.name
        if own and all(p.verdict == "not-seen" for p in parted.partings.values()):
            row.matters, row.how, row.others = NEVER, "exhausted", "base"
            return True
        return False

    def box_at(self, instance: Instance) -> Box:
        """The box of another instance."""
        if instance.name == self.box.instance.name:
            return self.box
        if instance.name not in self._boxes:
            system = build(self.box.mode, instance, ruleset=self.box.ruleset)
            self._boxes[instance.name] = Box(
                self.box.ruleset, self.box.mode, instance, system, self.box.loops
            )
        return self._boxes[instance.name]

    def elsewhere(self, name: str, number: int) -> Iterator[Witness]:
        """Plays that show a difference beside another reading of a ruling that shares a clause in doubt."""
        clauses = set(self.decls[name].clauses)
        games = self.limits.games if self.limits.games_elsewhere is None else self.limits.games_elsewhere
        for other in self.decls.values():
            if other.name == name or not set(other.clauses) & clauses:
                continue
            for reading in other.readings:
                place = self.number(other.name)
                if self.system.rulings[place].readings[self.raw[place]] == reading.name:
                    continue
                base = {**self.base, other.name: reading}
                text = f"{other.name}={reading.name.lower()}"
                self.progress(f"{name}: beside {text}")
                seen = self.walk([name], base, range(games))[name]
                found = [
                    w
                    for raw, met in seen
                    for m in met.values()
                    for w in self.confirmed(number, raw, m, self.box, base, text)
                ]
                if found:
                    yield min(found, key=lambda w: (CLASSES.index(w.kind), w.choices, w.steps))


def report(comparing: Comparing, rows: Sequence[BoxRow], *, interrupted: bool = False) -> dict[str, Any]:
    """The rows of a comparison, as data."""
    box = comparing.box
    known = comparing.known
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
        "beside": {name: reading.name.lower() for name, reading in comparing.base.items()},
        "games": comparing.limits.games,
        "rlimit": comparing.limits.rlimit,
        "invariants": None if known is None else {"every": list(known.every), "base": list(known.base)},
        "rulings": [row.as_json() for row in rows],
        "interrupted": interrupted,
    }
