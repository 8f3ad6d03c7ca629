"""Mutants of a model, each explored and judged, to see which faults in the rules the properties notice.

All mutants of an instance are compiled into one native code (:mod:`queensbench.rules.transforms.mutant_schemata`); each
is explored like any reading.  A mutant is

* *noticed*, when a property no longer comes out as its author expects, or else by what the model states of itself: it
  leaves a range, contradicts itself, never settles, or falls silent or comes to a dead end where the model does not;
* *the same*, when its whole graph is that of the model as it is: states, moves, whose choice each is, weights, ends,
  winners, scores, and what every property says;
* *different*, when it is not the same and nothing has noticed: a survivor;
* *undecided*, when it differs and has more states than the budget or more than ``MOST_EDGES`` transitions, so that not
  all properties could be judged;
* *open*, when the model itself has more states than the budget, and those that were stored differ unnoticed;
* *alike*, when the model itself has more states than the budget, and those that were stored are the same.

What this engine cannot see: other readings than the one it is given; instances that are not explored; claims that
are only proved or sampled; the tests of a project.  Whether a mutant differs is known of every stored state; how, is
told of the first ``MOST_ASKED`` weights and ends, and of no graph with more than ``MOST_EDGES`` transitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import SHARDS, ExploreSettings
from queensbench.engines.graphs.games import Game, game_of, judged
from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.graphs.questions import can_always, can_reach, ends
from queensbench.engines.mutate.kernels import STATES, StateLists, StatesTold
from queensbench.engines.mutate.readings import other_readings
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, fault, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.errors import ModelError, RangeViolation
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import PROBED, properties_of
from queensbench.rules.transforms.held_readings import with_readings_held
from queensbench.rules.transforms.mutant_schemata import Mutated
from queensbench.rules.typed import ir

NOTICED, SAME, DIFFERENT, UNDECIDED, OPEN = "noticed", "same", "different", "undecided", "open"
ALIKE = "alike"
RANK = {SAME: 0, ALIKE: 0, OPEN: 1, UNDECIDED: 1, DIFFERENT: 2, NOTICED: 3}
"""The rank of each outcome: the higher one says more of a mutant."""
DEAD_END, STUCK = "a dead end", "nobody can move, and the game is not over"
RANGE, CONTRADICTION, SILENCE, LOADING = "a range", "the model", "a silence", "loading"
OF_THE_MODEL = (RANGE, CONTRADICTION, DEAD_END, SILENCE, LOADING)
"""What the model itself notices, beside its properties."""
MOST_EDGES = 4_000_000
MOST_ASKED = 20_000
FIRST = 30_000
ROOM = 2_000
"""The most states of a shard that are listed for a mutant; one that shows in more is tried in all of them."""
OF_STATES = (*PROBED, "bounds")
WITHIN = "the same states, but moves, choosers, weights, winners or scores differ in some"
"""What is said of a mutant that shows in a state in a way that is not looked for further."""


@dataclass(frozen=True)
class Trial:
    """The outcome of a mutant on an instance.

    ``outcome``: noticed, same, different, undecided, open, or alike.  ``by``: the properties that notice, or where none
    does one of ``OF_THE_MODEL``.  ``what``: the fault in words, or how the graph differs.
    ``play``: moves that tell a different mutant from the model; ``gained``: these moves are possible, or lead there,
    only with the fault (otherwise only without it).  ``lasting``: the same trial would end so again, and was not cut
    short by the machine's memory.
    """

    outcome: str
    by: tuple[str, ...] = ()
    what: str = ""
    play: tuple[str, ...] = ()
    gained: bool = True
    lasting: bool = True

    @property
    def by_property(self) -> bool:
        """Whether a property notices."""
        return self.outcome == NOTICED and not set(self.by) & set(OF_THE_MODEL)


def stated(error: ModelError) -> Trial:
    """The trial where the model itself notices: a value outside its range, or rules that contradict themselves."""
    return Trial(NOTICED, (RANGE if isinstance(error, RangeViolation) else CONTRADICTION,), str(error.what))


@dataclass
class _Seen:
    """The results of an exploration that are compared with those of another."""

    found: Exploration
    game: Game | None = None
    outcomes: tuple[tuple[int, ...], ...] | None = None
    weights: tuple[tuple[int, int], ...] | None = None


class Codes:
    """The machine code of a system with mutants in it, compiled when it is first asked for.

    One program runs mutants, the other notes which of them show (:mod:`queensbench.readers.native.noted`).

    Args:
        mutated: the system.
        kernels: the loops that are compiled into both programs.
        house_only: it runs under the house readings alone, and what others ask for is left out of it.
    """

    def __init__(
        self, mutated: Mutated, kernels: Sequence[Callable[..., int]], *, house_only: bool = False
    ) -> None:
        self.system = mutated.system
        if house_only:
            readings = {number: ruling.house for number, ruling in enumerate(mutated.system.rulings[:-1])}
            self.system = with_readings_held(mutated.system, readings)
        self.kernels = kernels

    def _loops(self, module: Any) -> None:
        add_kernels(module, self.system, self.kernels)

    @cached_property
    def running(self) -> Native:
        """The program in which the selector puts a mutant into force."""
        return compile_system(self.system, counters=False, extra=self._loops)

    @cached_property
    def noting(self) -> Native:
        """The program in which no mutant is in force."""
        selector = len(self.system.rulings) - 1
        return compile_system(self.system, counters=False, extra=self._loops, noted=selector)


class Met:
    """The states of the model's own graph in which mutants show, and a digest of each state.

    Args:
        found: the graph, as far as it was stored.
        native: code that notes mutants.
        mutants: how many there are.

    A mutant *shows* in a state if some rule has another value or another effect there.  A mutant that shows in no
    state, and not while the start is built, has the very same graph.
    """

    def __init__(self, found: Exploration, native: Native, mutants: int) -> None:
        self.found = found
        store = found._store
        self._room = max(1, min(ROOM, max(shard.count for shard in store.shards)))
        env = native.new_env(store.run.readings, store.run.parameters)
        asked = native.asked_for(env)
        status, cells = native.initial(env)
        if status > 0 and not cells[native.system.silent_cell]:
            native.settle(cells, env)
        self.at_start = {int(number) for number in np.flatnonzero(asked)}
        self._start = store.starts[0]
        self._digests = [np.zeros(max(1, shard.count), np.int64) for shard in store.shards]
        self._lists = [np.zeros((mutants + 1, self._room), np.uint32) for _ in store.shards]
        self._lengths = [np.zeros(mutants + 1, np.int64) for _ in store.shards]
        for shard, digests, lists, lengths in zip(
            store.shards, self._digests, self._lists, self._lengths, strict=True
        ):
            self._run(shard.number, native, env, None, digests, (asked, lists, lengths))
        self.touched = self.at_start | {int(n) for n in np.flatnonzero(sum(self._lengths))}

    def like(self, other: Met) -> bool:
        """Whether another graph has the same states and digests."""
        shards = zip(self.found._store.shards, other.found._store.shards, strict=True)
        return all(_alike(one, two) for one, two in shards) and all(
            np.array_equal(one, two) for one, two in zip(self._digests, other._digests, strict=True)
        )

    def same(self, number: int, native: Native, env: Array) -> bool:
        """Whether the stored graph is the same under the mutant that ``native`` and ``env`` put into force."""
        if number in self.at_start:
            status, cells = native.initial(env)
            if status <= 0 or (not cells[native.system.silent_cell] and native.settle(cells, env) < 0):
                return False
            if not np.array_equal(cells, self._start):
                return False
        for n, (digests, lists, lengths) in enumerate(
            zip(self._digests, self._lists, self._lengths, strict=True)
        ):
            length = int(lengths[number])
            if not self._run(n, native, env, lists[number, : min(length, self._room)], digests, None):
                return False
            if length > self._room and not self._run(n, native, env, None, digests, None):
                return False
        return True

    def _run(
        self,
        shard: int,
        native: Native,
        env: Array,
        listed: Array | None,
        digests: Array,
        noting: tuple[Array, Array, Array] | None,
    ) -> bool:
        """Compute the digests of a shard's states, or compare them; False if one is not as it should be."""
        mine = self.found._store.shards[shard]
        tell = functions(native, STATES)["told_states"]
        block = np.zeros(k.BLOCK, np.int64)
        cap = mine.cap
        if noting is None:
            asked, lists, lengths = np.zeros(1, np.int64), np.zeros(1, np.uint32), np.zeros(1, np.int64)
        else:
            asked, lists, lengths = noting
        total = len(asked) if noting is not None else 0
        shown = StateLists(View(asked), total, View(lists), View(lengths), self._room)
        which = StatesTold(View(np.zeros(1, np.uint32)), 0, mine.count)
        if listed is not None:
            which = StatesTold(View(np.ascontiguousarray(listed)), 1, len(listed))
        while True:
            moves = np.empty(cap, np.int64)
            work = k.Workspace(View(block), View(env), View(moves), cap)
            status = tell(work, mine.states, which, digests, shown)
            if status != k.NARROW or cap >= self.found.coding.count:
                break
            cap = min(4 * cap, self.found.coding.count)
        if status != k.DONE and noting is not None:
            raise fault(self.found.system, self.found.coding, int(block[k.S_STATUS]), ())
        return status == k.DONE


class MutationBench:
    """The mutants of one instance, ready to be tried.

    Args:
        mode, instance: what is explored.
        mutated: its system, with the mutants in it.
        readings: the raw readings, without the selector's (None: the house readings).
        budget: the most states of one exploration.
        threads: 1 or 2, of one exploration.  ``code``: machine code that benches share (None: made here).
    """

    kernels: ClassVar[Sequence[Callable[..., int]]] = (*EXPLORER, *DECIDERS, *STATES)
    """The loops that are compiled beside the rules."""

    def __init__(
        self,
        mode: Mode,
        instance: Instance,
        mutated: Mutated,
        readings: Sequence[int] | None = None,
        *,
        budget: int = 300_000,
        threads: int = 2,
        code: Codes | None = None,
    ) -> None:
        self.mode, self.instance, self.mutated = mode, instance, mutated
        self.system = mutated.system
        self.codes = code if code is not None else Codes(mutated, self.kernels)
        self.chosen = list(readings) if readings is not None else [r.house for r in self.system.rulings[:-1]]
        self.budget = budget
        self.threads = threads
        self.decls = properties_of(mode, instance)
        self.numbers = {judge.name: number for number, judge in enumerate(self.system.judges)}
        noting = self.codes.noting
        self._short = False
        self.base = _Seen(self._explored(0, budget, noting))
        self.first = _Seen(self._explored(0, FIRST, noting)) if self.base.found.states > FIRST else self.base
        self.lasting = not self._short
        self.met = Met(self.base.found if self.complete else self.first.found, noting, len(mutated.mutants))
        #: the properties that come out as expected without any mutant, or are not decided
        self.watching = [d for d in self.decls if not self._against(d, self.base)]

    @property
    def native(self) -> Native:
        """The code that runs mutants."""
        return self.codes.running

    def touched(self, number: int) -> bool:
        """Whether a mutant shows in some state of the model's own graph; if not, its graph is the same."""
        return number in self.met.touched

    @property
    def complete(self) -> bool:
        """Whether the model itself is exhausted within the budget."""
        return self.base.found.complete

    @property
    def states(self) -> int:
        """The stored states of the unchanged model."""
        return self.base.found.states

    # --------------------------------------------------------------------------------------- trying

    def tried(self, number: int) -> Trial:
        """Try the ``number``-th mutant, with the cheap questions first.  Raises KeyboardInterrupt on Ctrl-C."""
        self._short = False
        trial = self._tried(number)
        if self.lasting and (not self._short or trial.outcome == NOTICED):
            return trial
        return replace(trial, lasting=False)

    def _tried(self, number: int) -> Trial:
        if not self.touched(number) or self.met.same(number, self.native, self._env(number)):
            if self.complete:
                return Trial(SAME)
            return Trial(ALIKE, (), f"no difference in the first {self.first.found.states:,} states")
        if self.complete and self.first is not self.base:
            early = self._noticed(number, FIRST)
            if isinstance(early, Trial):
                return early
        found = self._noticed(number, self._most())
        if isinstance(found, Trial):
            return found
        seen = _Seen(found)
        difference = self._difference(number, self.base if self.complete else self.first, seen) or WITHIN
        by = [d.name for d in self.watching if d.kind not in OF_STATES and self._against(d, seen)]
        if by:
            return Trial(NOTICED, tuple(by), difference)
        standstill = self._standstill(found)
        if standstill is not None:
            return standstill
        if not self.complete:
            return Trial(OPEN, (), f"in the first {found.states:,} states: {difference}")
        if not found.complete:
            return Trial(
                UNDECIDED, (), f"more than {found.states:,} states, where there were {self.states:,}"
            )
        if found.transitions > MOST_EDGES:
            return Trial(UNDECIDED, (), f"{difference}, among {found.transitions:,} transitions")
        return Trial(DIFFERENT, (), difference, *self._parting(seen))

    def _most(self) -> int:
        """The most states of a mutant: some four times the model's, and few if the model itself is not exhausted."""
        return min(self.budget, max(FIRST, 4 * self.states + 1000) if self.complete else FIRST)

    def _noticed(self, number: int, most: int) -> Trial | Exploration:
        """A fault of the model or an unexpected verdict among so many states; otherwise the exploration."""
        try:
            found = self._explored(number, most)
        except ModelError as error:
            return stated(error)
        seen = _Seen(found)
        by = tuple(d.name for d in self.watching if d.kind in OF_STATES and self._against(d, seen))
        return Trial(NOTICED, by) if by else found

    def _standstill(self, found: Exploration) -> Trial | None:
        """A silence or a dead end that the unchanged model does not reach."""
        if not self.complete:
            return None
        before = self.base.found
        for silence, was, now in zip(self.system.silences, before.silences, found.silences, strict=True):
            if now.count and not was.count:
                return Trial(NOTICED, (SILENCE,), silence.what)
        return (
            Trial(NOTICED, (DEAD_END,), STUCK)
            if found.deadlocks.count and not before.deadlocks.count
            else None
        )

    def _explored(self, number: int, most: int, native: Native | None = None) -> Exploration:
        found = explore(
            native if native is not None else self.native,
            self.system,
            ExploreSettings(
                self.mutated.readings(self.chosen, number),
                [p.default for p in self.system.parameters],
                max_states=most,
            ),
            threads=self.threads,
        )
        if found.interrupted:
            raise KeyboardInterrupt
        self._short = self._short or not found.lasting
        return found

    # -------------------------------------------------------------------------------------- judging

    def _against(self, decl: PropertyDecl, seen: _Seen) -> bool:
        """Whether a verdict is not the one that the author expects; an unknown one never counts."""
        expected = decl.expected(self.instance.name, self._members()).outcome
        if expected == "unknown":
            return False
        return self._verdict(decl, seen) not in ("unknown", expected)

    def _members(self) -> list[Any]:
        """The readings as members, to ask what is expected of them."""
        declared = self.mode.rulings.declared() if self.mode.rulings is not None else ()
        return [list(d.readings)[raw] for d, raw in zip(declared, self.chosen, strict=True)]

    def _verdict(self, decl: PropertyDecl, seen: _Seen) -> str:
        """``holds``, ``fails`` or ``unknown``."""
        found = seen.found
        if decl.kind in PROBED:
            met = found.failing[self.numbers[decl.name]].state is not None
            if not met and not found.complete:
                return "unknown"
            return "holds" if met == (decl.kind == "reachable") else "fails"
        if decl.kind == "bounds":
            if not found.complete or not found.scores:
                return "unknown"
            least, greatest = min(e.least for e in found.scores), max(e.greatest for e in found.scores)
            wrong = decl.least not in (None, least) or decl.greatest not in (None, greatest)
            return "fails" if wrong else "holds"
        if not found.complete or found.transitions > MOST_EDGES:
            return "unknown"
        game = self._game(seen)
        if decl.kind == "can_always":
            holds = can_always(game, decl.against).holds
        elif decl.kind == "can_reach":
            goal = ~judged(found, game, self.numbers[decl.target])
            since = ~judged(found, game, self.numbers[decl.since]) if decl.since else None
            holds = can_reach(game, goal, decl.against, since=since).holds
        else:
            holds = ends(game, decl.against, sure=decl.sure).holds
        return "unknown" if holds is None else "holds" if holds else "fails"

    # ------------------------------------------------------------------------------------ comparing

    @staticmethod
    def _game(seen: _Seen) -> Game:
        if seen.game is None:
            seen.game = game_of(seen.found, max_edges=MOST_EDGES)
        return seen.game

    def _difference(self, number: int, one: _Seen, two: _Seen) -> str:
        """How a mutant's graph differs from the model's, in words; empty if it does not."""
        a, b = one.found, two.found
        dead = (a.deadlocks.count, b.deadlocks.count)
        tail = f", {_of(*dead)} dead ends" if dead[0] != dead[1] else ""
        for word, was, now in (("states", a.states, b.states), ("transitions", a.transitions, b.transitions)):
            if was != now:
                return f"{_of(was, now)} {word}{tail}"
        if any(not _alike(s, t) for s, t in zip(a._store.shards, b._store.shards, strict=True)):
            return f"as many states, not the same{tail}"
        if {w: n.count for w, n in a.ends.items()} != {w: n.count for w, n in b.ends.items()}:
            return "other winners"
        if (a.scores, a.failing, a.holding) != (b.scores, b.failing, b.holding):
            return (
                "other scores" if a.scores != b.scores else "properties say something else of the same states"
            )
        if a.transitions <= MOST_EDGES and a.complete and b.complete:
            g, h = self._game(one), self._game(two)
            if not (np.array_equal(g.target, h.target) and np.array_equal(g.code, h.code)):
                return "the same states, other moves"
            if not np.array_equal(g.owner, h.owner):
                return "the same moves, others choose them"
            if self._asks(number, (self.system.wins, self.system.score)):
                if self._outcomes(one, 0) != self._outcomes(two, number):
                    return "other winners or scores"
            if self._asks(number, [t.weight for t in self.system.transitions]):
                if self._weights(one, 0) != self._weights(two, number):
                    return "other weights of chance"
        return ""

    def _asks(self, number: int, roots: Sequence[int | None]) -> bool:
        """Whether some functions run the rule that a mutant is of."""
        mutant = self.mutated.mutants[number - 1]
        run = (self.system.functions[f] for f in ir.reached(self.system, *roots))
        return any((f.file, f.name) == (mutant.file, mutant.rule) for f in run)

    def _parting(self, seen: _Seen) -> tuple[tuple[str, ...], bool]:
        """A shortest play to a state, else with a last move, that only one of the two has; True if it is the mutant."""
        for one, two, gained in ((seen, self.base, True), (self.base, seen, False)):
            first = _first_only(one.found, two.found)
            if first is not None:
                return self._labels(one.found.moves_to(first)), gained
        for one, two, gained in ((seen, self.base, True), (self.base, seen, False)):
            mine, other = self._game(one), self._game(two)
            place = np.flatnonzero(~np.isin(_edges(mine), _edges(other)))
            if len(place) and mine.ids is not None:
                way = one.found.moves_to(int(mine.ids[mine.source[place[0]]]))
                return self._labels([*way, int(mine.code[place[0]])]), gained
        return (), True

    def _labels(self, codes: Sequence[int]) -> tuple[str, ...]:
        coding = self.base.found.coding
        return tuple(coding.label(coding.decode(code)) for code in codes)

    def _env(self, number: int) -> Array:
        return self.native.new_env(
            self.mutated.readings(self.chosen, number), [p.default for p in self.system.parameters]
        )

    def _outcomes(self, seen: _Seen, number: int) -> tuple[tuple[int, ...], ...]:
        """The winners and scores of each of the first ``MOST_ASKED`` ended states, as raw numbers."""
        if seen.outcomes is None:
            env, game = self._env(number), self._game(seen)
            assert game.ids is not None
            asked = []
            for state in np.flatnonzero(game.kind == k.OVER)[:MOST_ASKED]:
                cells = seen.found.cells(int(game.ids[state]))
                row = []
                for number_, ask in (
                    (self.system.wins, self.native.wins),
                    (self.system.score, self.native.score),
                ):
                    if number_ is not None:
                        params = self.system.functions[number_].params
                        values = range(params[0][1].lo, params[0][1].hi + 1) if params else range(1)
                        row += [ask(cells, env, value) for value in values]
                asked.append(tuple(row))
            seen.outcomes = tuple(asked)
        return seen.outcomes

    def _weights(self, seen: _Seen, number: int) -> tuple[tuple[int, int], ...]:
        """The weight of each chance event, with the status of the call that asks for it."""
        if seen.weights is None:
            if all(t.weight is None for t in self.system.transitions):
                seen.weights = ()
                return seen.weights
            env, game = self._env(number), self._game(seen)
            assert game.ids is not None
            asked: list[tuple[int, int]] = []
            for state in np.flatnonzero(game.kind == k.CHANCE):
                if len(asked) >= MOST_ASKED:
                    break
                cells = seen.found.cells(int(game.ids[state]))
                codes = game.code[game.off[state] : game.off[state + 1]]
                asked += [self.native.number("qb_weight", cells, env, int(code)) for code in codes]
            seen.weights = tuple(asked)
        return seen.weights


class OthersBench:
    """The mutants of one instance under every reading that differs from the house's in one ruling.

    Only readings are asked under which the graph of the model, or of its first states, is another.

    Args:
        house: the instance under the house reading.
    """

    def __init__(self, house: MutationBench) -> None:
        self.codes = house.codes
        self.lasting = house.lasting
        #: by name of the reading
        self.benches: dict[str, MutationBench] = {}
        #: by name of a reading under which the unchanged model cannot be explored: why
        self.left_out: dict[str, str] = {}
        for name, chosen in other_readings(house.mode, house.system):
            try:
                bench = MutationBench(
                    house.mode,
                    house.instance,
                    house.mutated,
                    chosen,
                    budget=house.budget,
                    threads=house.threads,
                    code=house.codes,
                )
            except ModelError as error:
                self.left_out[name] = error.what
                continue
            self.lasting = self.lasting and bench.lasting
            if not bench.met.like(house.met):
                self.benches[name] = bench

    def touched(self, number: int) -> bool:
        """Whether a mutant shows in a state of the model under one of the readings."""
        return any(bench.touched(number) for bench in self.benches.values())

    def tried(self, number: int) -> Trial:
        """Try the ``number``-th mutant under each reading, until a property notices."""
        best = Trial(ALIKE, (), f"no difference under any of {len(self.benches):,} readings")
        lasting = True
        for name, bench in self.benches.items():
            trial = bench.tried(number)
            lasting = lasting and trial.lasting
            if RANK[trial.outcome] > RANK[best.outcome] or trial.by_property:
                best = replace(trial, what=f"under {name}: {trial.what}", play=())
            if trial.by_property:
                break
        return replace(best, lasting=self.lasting and (lasting or (best.by_property and best.lasting)))


def _rows(shard: Any) -> Array:
    """The states of a shard, each as one value that can be compared."""
    words = np.ascontiguousarray(shard.words[: shard.count * shard.width]).reshape(shard.count, shard.width)
    rows: Array = words.view(np.dtype((np.void, 8 * shard.width))).reshape(-1)
    return rows


def _first_only(one: Exploration, two: Exploration) -> int | None:
    """The first state, by choices and steps, that one exploration has found and the other has not."""
    only: list[int] = []
    for mine, other in zip(one._store.shards, two._store.shards, strict=True):
        places = np.flatnonzero(~np.isin(_rows(mine), _rows(other)))
        only += (places * SHARDS + mine.number).tolist()
    return min(only, key=lambda state: (one.choices(state), one.steps(state), state), default=None)


def _edges(game: Game) -> Array:
    """The edges of a game, each as one value that can be compared."""
    columns = np.stack([game.source.astype(np.int64), game.target.astype(np.int64), game.code], axis=1)
    edges: Array = np.ascontiguousarray(columns).view(np.dtype((np.void, 24))).reshape(-1)
    return edges


def _alike(one: Any, two: Any) -> bool:
    """Whether two shards hold the same states, in the same order, of the same kinds."""
    n = one.count
    return bool(
        n == two.count
        and np.array_equal(one.words[: n * one.width], two.words[: n * two.width])
        and np.array_equal(one.kinds[:n], two.kinds[:n])
    )


def _of(was: int, now: int) -> str:
    return f"{now:,} for {was:,}"
