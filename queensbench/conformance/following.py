"""Following a play: the states and readings under which the rules do what an engine did and said.

The set holds states, each with the readings (cubes) that lead there.  What an engine does moves the set on; what it
says leaves out the pairs that say otherwise.  Readings under which the text falls silent, or the rules leave their
ranges, or that were not asked, are *free*: nothing later in the play speaks against them.  Where there are more pairs
than the cap, the rest is not followed, and its readings are free.  Once no other readings are left, the play is cut:
nothing that follows can be found wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from queensbench.conformance.ground import Ground
from queensbench.conformance.pairs import Pairs, Path, Said, unrolled
from queensbench.conformance.trying import Codes, Trial
from queensbench.engines.follow.answer_trees import OPEN, Leaf
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import NO, Broken, State

CAP = 20_000
"""The most pairs of a state and a cube that are followed."""
MOST_OFFERS = 24
"""The most events that are tried as a whole in one position, of those that an engine says are legal."""
DRAWS = 200
"""The most draws in a row that are followed where nobody tells them."""

STUCK = 2
"""The answer about the end where the game is not over and has no moves: ``over`` may be true or false then."""


class Following:
    """A play as it is followed: the states that it may be in, each with the readings that lead there.

    ``cubes``: the readings to begin with (None: all).  ``cut``: pairs were left out, and all readings that are left are
    free.  ``dead``: the number, from 0, of what was said that no pair and no free reading survived, -1 while
    something is left; ``before``: the pairs before that.
    """

    def __init__(self, ground: Ground, cubes: Sequence[Cube] | None = None, cap: int = CAP) -> None:
        self.ground, self.cap = ground, cap
        self.steps, self.sets = ground.steps, ground.sets
        self.free: list[Cube] = []
        self.broken = self.cut = False
        self.heard = 0
        self.moved = 0
        self.dead = -1
        self.before = Pairs()
        self.pairs = Pairs()
        begun = [self.sets.full] if cubes is None else cubes
        self.steps.answers.wide = self.sets.joined(begun)
        for cube in begun:
            for part, state in self.steps.start(cube):
                self._arrive(self.pairs, state, part, None)
        self._settle()

    # --------------------------------------------------------------------------------------- the set

    def _arrive(self, pairs: Pairs, state: Any, cube: Cube, path: Path) -> None:
        """Add what a step led to; a refused step leads nowhere."""
        if state is NO:
            return
        if state is OPEN:
            self.free.append(cube)
        elif isinstance(state, Broken):
            self.broken = True
            self.free.append(cube)
        elif self.steps.silent(state):
            self.free.append(cube)
        else:
            pairs.add(state, cube, path)

    def _settle(self) -> None:
        """Join cubes, follow moves that happen silently, and hold the cap."""
        if self.ground.silent:
            self.pairs = self._stuttered(self.pairs)
        pairs = self.pairs
        if len(pairs.cubes) == 1 and len(self.free) < 2 and len(next(iter(pairs.cubes.values()))) == 1:
            return
        if len(pairs.cubes) > 1 or len(self.free) > 1 or any(len(c) > 1 for c in pairs.cubes.values()):
            for state, cubes in pairs.cubes.items():
                if len(cubes) > 1:
                    pairs.cubes[state] = self.sets.merged(cubes)
            self.free = self.sets.merged(self.free)
        if len(pairs) > self.cap:
            kept = Pairs()
            dropped = []
            for number, (state, cube, path) in enumerate(pairs):
                if number < self.cap:
                    kept.add(state, cube, path)
                else:
                    dropped.append(cube)
            self.pairs = kept
            self._drop(dropped, kept)

    def _drop(self, cubes: Iterable[Cube], kept: Pairs) -> None:
        """Follow the ``kept`` pairs alone; the ``cubes`` of the others are free.  Note whether that cuts the play."""
        self.free = self.sets.merged([*self.free, *dict.fromkeys(cubes)])
        left = list(dict.fromkeys(cube for _, cube, _ in kept))
        for cube in self.free:
            left = [rest for one in left for rest in self.sets.without(one, cube)]
            if not left or len(left) > self.cap:
                break
        self.cut = not left

    @property
    def alive(self) -> bool:
        """Whether a pair is left."""
        return bool(self.pairs.cubes)

    @property
    def readings(self) -> list[Cube]:
        """The readings that nothing in the play excludes, joined."""
        cubes = [cube for cubes in self.pairs.cubes.values() for cube in cubes]
        return self.sets.merged(list(dict.fromkeys([*cubes, *self.free])))

    def example(self) -> tuple[State, Cube, Path] | None:
        """A pair that is left."""
        for pair in self.pairs:
            found: tuple[State, Cube, Path] = pair
            return found
        return None

    def path(self) -> list[int]:
        """The codes of one play to a state that is left, or was left before the last pair died."""
        pairs = self.pairs if self.pairs.cubes else self.before
        for _, _, path in pairs:
            return unrolled(path)
        return []

    # ------------------------------------------------------------------------------------- what is said

    def hear(self, said: Said) -> bool:
        """Go on by one thing that was done or said; whether a pair or a free reading is left."""
        before, free = self.pairs, list(self.free)
        self.pairs = _HEARD[said.what](self, said)
        self._settle()
        self.heard += 1
        if not self.pairs.cubes and not self.free and self.dead < 0:
            self.dead, self.before, self.free = self.heard - 1, before, free
        return bool(self.pairs.cubes or self.free)

    def _kept(self, answers: Callable[[State, Cube], list[Leaf]], right: Callable[[Any], bool]) -> Pairs:
        """The pairs whose answer is right."""
        pairs = Pairs()
        for state, cube, path in self.pairs:
            for part, answer in answers(state, cube):
                if answer is OPEN or isinstance(answer, Broken):
                    self._arrive(pairs, answer, part, path)
                elif right(answer):
                    pairs.add(state, part, path)
        return pairs

    def _step(self, after: Pairs, state: State, code: int, cube: Cube, path: Path) -> None:
        """Add what a move leads to."""
        for part, there in self.steps.step(state, code, cube):
            self._arrive(after, there, part, (code, path))

    def _stepped(self, pairs: Pairs, codes: Iterable[int]) -> Pairs:
        """The pairs after one of these moves."""
        after = Pairs()
        for state, cube, path in pairs:
            for code in codes:
                self._step(after, state, code, cube, path)
        return after

    def _moving(self, pairs: Pairs) -> Iterator[tuple[State, Cube, Path, Any]]:
        """The pairs, each part with the codes of its moves, or with what stands in their place."""
        for state, cube, path in pairs:
            for part, codes in self.steps.moves(state, cube):
                yield state, part, path, codes

    def _stuttered(self, pairs: Pairs) -> Pairs:
        """The pairs, and those after moves that happen silently."""
        after, edge, ground = pairs, pairs, self.ground
        for _ in range(ground.mapper.most):
            moved = Pairs()
            for state, cube, path, codes in self._moving(edge):
                for code in codes if type(codes) is tuple else ():
                    if ground.transition(code) in ground.silent:
                        self._step(moved, state, code, cube, path)
            if not moved.cubes:
                break
            for state, cube, path in moved:
                after.add(state, cube, path)
            edge = moved
        return after

    def _through(self, event: Mapping[str, Any], *, chance: bool) -> Pairs:
        """The pairs after an event, by all sequences of moves that it may stand for."""
        after = Pairs()
        position = None
        if self.ground.mapper.positional and (first := self.example()) is not None:
            position = self.ground.position(first[0], first[1])
        for sequence in self.ground.alternatives(event, chance, position):
            pairs = self.pairs
            for place, pattern in enumerate(sequence):
                if place and self.ground.silent:
                    pairs = self._stuttered(pairs)
                pairs = self._stepped(pairs, self.ground.codes(pattern))
            for state, cube, path in pairs:
                after.add(state, cube, path)
        return after

    def _done(self, said: Said) -> Pairs:
        self.moved += 1
        found = self.pairs
        for number, event in enumerate(said.value):
            if number and self.ground.silent:
                self.pairs = self._stuttered(self.pairs)
            found = self._through(event, chance=False)
            self.pairs = found
        return found

    def _chanced(self, said: Said) -> Pairs:
        self.moved += 1
        return self._through(said.value, chance=True)

    def _refused(self, said: Said) -> Pairs:
        """Pairs under which the rules allow what was refused, as a whole, are left out."""
        if said.what == "unlucky":
            sequences = self._sequences(said.value, True)
        else:
            sequences = [[]]
            for event in said.value:
                following = self._sequences(event, False)
                sequences = [[*before, *one] for before in sequences for one in following]
        return self._tried(self.pairs, [one for one in sequences if one], allowed=False)

    def _tried(self, before: Pairs, sequences: Sequence[Sequence[Codes]], *, allowed: bool) -> Pairs:
        """The pairs under which one of the sequences is possible as a whole, or those under which none is."""
        pairs = Pairs()
        for state, cube, path in before:
            trial = Trial(self.ground, partial(self._arrive, pairs, path=path))
            for part in trial.split(state, cube, sequences)[0 if allowed else 1]:
                pairs.add(state, part, path)
        return pairs

    def _sequences(self, event: Mapping[str, Any], chance: bool) -> list[list[Sequence[int]]]:
        """What an event may stand for: alternatives, each the codes that each of its moves may have."""
        ground, position = self.ground, None
        if ground.mapper.positional and (first := self.example()) is not None:
            position = ground.position(first[0], first[1])
        return [
            [ground.codes(pattern) for pattern in sequence]
            for sequence in ground.alternatives(event, chance, position)
        ]

    def _drawn(self, said: Said) -> Pairs:
        """Chance comes out in any way, once, or (value: all) until players choose."""
        every = said.value == "all"
        settled = Pairs()
        edge = self.pairs
        for _ in range(DRAWS):
            following = Pairs()
            for state, cube, path, codes in self._moving(edge):
                if type(codes) is not tuple:
                    self._arrive(settled, codes, cube, path)
                elif codes and codes[0] >= self.ground.chances:
                    for code in codes:
                        self._step(following, state, code, cube, path)
                elif every:
                    settled.add(state, cube, path)
            if not every:
                return following
            if not following.cubes:
                return settled
            if len(following) + len(settled) > self.cap:
                break
            edge = following
        self._drop((cube for _, cube, _ in edge), settled)
        return settled

    def _saw(self, said: Said) -> Pairs:
        told = self.ground.told(said.value)
        pairs = Pairs()
        for state in self.ground.agreeing(self.pairs.cubes, told):
            pairs.cubes[state] = self.pairs.cubes[state]
            pairs.paths[state] = self.pairs.paths[state]
        return pairs

    def _offered(self, said: Said) -> Pairs:
        """The moves that the engine says are legal are those of the rules; chance is no move."""
        ground = self.ground
        position = None
        if ground.mapper.positional and (first := self.example()) is not None:
            position = ground.position(first[0], first[1])
        found = [ground.alternatives(event, False, position) for event in said.value]
        if ground.silent or any(len(sequence) != 1 for one in found for sequence in one):
            return self._offered_sequences(found)
        offers = [frozenset(c for sequence in one for c in ground.codes(sequence[0])) for one in found]
        every = frozenset().union(*offers)
        chances, known = ground.chances, all(offers)

        def right(codes: tuple[int, ...]) -> bool:
            own = codes if not codes or codes[0] < chances else ()
            if not known or not every.issuperset(own):
                return False
            return len(own) == len(every) or all(not one.isdisjoint(own) for one in offers)

        return self._kept(self.steps.moves, right)

    def _offered_sequences(self, found: Sequence[Any]) -> Pairs:
        """As :meth:`_offered`, of events that stand for several moves.

        Each event must be possible as a whole (of many only some are tried), and each move of the rules must
        begin one or happen silently.
        """
        ground = self.ground
        offers = [
            [[ground.codes(pattern) for pattern in sequence] for sequence in one if sequence] for one in found
        ]
        firsts = frozenset(code for one in offers for sequence in one for code in sequence[0])

        def covered(codes: tuple[int, ...]) -> bool:
            if not codes or codes[0] >= ground.chances:
                return not found
            return all(code in firsts or ground.transition(code) in ground.silent for code in codes)

        kept = self._kept(self.steps.moves, covered)
        if not all(any(map(all, one)) for one in offers):
            return Pairs()  # an event that stands for no move is not tried: none of many is passed over
        for one in offers[:: 1 + len(offers) // MOST_OFFERS]:
            kept = self._tried(kept, one, allowed=True)
        return kept

    def _turn(self, said: Said) -> Pairs:
        """Those who are to move are those whose choice the moves are; where nobody is named, anybody may be."""
        ground = self.ground
        wanted = frozenset(ground.seat(seat) for seat in said.value)
        pairs = Pairs()
        for state, cube, path in self.pairs:
            for part, codes in self.steps.moves(state, cube):
                if type(codes) is not tuple:
                    self._arrive(pairs, codes, part, path)
                    continue
                own = [code for code in codes if code < ground.chances]
                for rest, deciders in self._deciders(state, own, part):
                    if deciders is None or deciders == wanted:
                        pairs.add(state, rest, path)
        return pairs

    def _deciders(self, state: State, codes: list[int], cube: Cube) -> list[tuple[Cube, Any]]:
        """Those whose choice some moves are; None if nobody is named."""
        leaves: list[tuple[Cube, Any]] = [(cube, frozenset())]
        if not self.ground.seats:
            return [(cube, None)]
        for code in {self.ground.transition(code): code for code in codes}.values():
            leaves = [
                (rest, None if known is None or type(who) is not int or who < 0 else known | {who})
                for part, known in leaves
                for rest, who in self.steps.decider(state, code, part)
            ]
        return leaves

    def _result(self, said: Said) -> Pairs:
        """The end, the winners and the scores are as the engine says, as far as it says them."""
        value = said.value
        if "over" in value:
            over = int(value["over"])
            self.pairs = self._kept(self._ended, lambda answer: answer in (over, STUCK))
            if not over:
                return self.pairs
        if value.get("over", True):
            self._judged(value)
        return self.pairs

    def _ended(self, state: State, cube: Cube) -> list[Leaf]:
        """1 where the game is over, STUCK where it is not and nobody can do anything, else 0."""
        found: list[Leaf] = []
        for part, over in self.steps.over(state, cube):
            if over == 0:
                found.extend(
                    (rest, codes if codes is OPEN or isinstance(codes, Broken) else 0 if codes else STUCK)
                    for rest, codes in self.steps.moves(state, part)
                )
            else:
                found.append((part, over))
        return found

    def _judged(self, value: Mapping[str, Any]) -> None:
        steps, ground = self.steps, self.ground
        if steps.players and "winners" in value:
            winners = {ground.seat(seat) for seat in value["winners"]}
            if -1 in winners:
                self.pairs = Pairs()
            for player in range(min(steps.players, len(ground.seats))):
                self.pairs = self._over_only(steps.wins, player, int(player in winners))
        for seat, score in (value.get("scores") or {}).items():
            if not steps.scored:
                continue
            player = ground.seat(seat) if len(steps.scored) > 1 else 0
            self.pairs = Pairs() if player < 0 else self._over_only(steps.score, player, score)

    def _over_only(self, asked: Callable[[State, int, Cube], list[Leaf]], player: int, wanted: int) -> Pairs:
        """The pairs whose game is over with this answer about a player, or not over."""
        pairs = Pairs()
        for state, cube, path in self.pairs:
            for part, over in self.steps.over(state, cube):
                if over == 0:
                    pairs.add(state, part, path)
                    continue
                for rest, answer in asked(state, player, part) if over == 1 else [(part, over)]:
                    if answer is OPEN or isinstance(answer, Broken):
                        self._arrive(pairs, answer, rest, path)
                    elif answer == wanted:
                        pairs.add(state, rest, path)
        return pairs


_HEARD: Mapping[str, Callable[[Following, Said], Pairs]] = {
    "do": Following._done,
    "refused": Following._refused,
    "chance": Following._chanced,
    "unlucky": Following._refused,
    "drawn": Following._drawn,
    "state": Following._saw,
    "moves": Following._offered,
    "to_move": Following._turn,
    "result": Following._result,
}


def followed(
    ground: Ground, transcript: Sequence[Said], cubes: Sequence[Cube] | None = None, cap: int = CAP
) -> Following:
    """Follow a whole play from what was done and said in it, as far as anything is left."""
    found = Following(ground, cubes, cap)
    for said in transcript:
        if not found.hear(said):
            break
    return found


__all__ = ["CAP", "Following", "Pairs", "Path", "Said", "followed", "unrolled"]
