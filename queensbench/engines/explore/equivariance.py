"""The check that a declared symmetry holds: by the form of the rules, or for every stored state and every element.

An exploration that merges states with their images has looked at every state only if the symmetry holds: a stored
state and its image must have the same moves, up to the symmetry.  Where the form of the rules shows that
(:mod:`queensbench.readers.symmetry.scalarsets`), no state is checked.  Otherwise machine code compares each stored
state with each of its images.  That is enough: by induction over the moves of a play, each reachable state is the
image of a stored one, and its moves are images of that state's moves.

What this cannot see: a symmetry of an exploration that has not ended; it is never shown to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from queensbench.engines.explore import equivariance_kernels as loops
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ROUND, SHARDS, SMALL, Shard
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Interrupts, ShardThreads, Ticker, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.readers.symmetry.groups import Element, Group
from queensbench.readers.symmetry.scalarsets import respected
from queensbench.rules.typed import ir

MOST = 400_000_000
"""At most so many images are looked at: beyond that a symmetry is not shown."""


@dataclass(frozen=True)
class UnlikeImage:
    """A stored state (its id) that differs from an image, and the element (its place; the identity does not count)."""

    state: int
    element: int


def by_form(system: ir.System, group: Group) -> bool:
    """Whether the form of all rules and properties shows that they respect a group.

    It can do so only if each generator renames one kind.
    """
    functions = {t.function for t in system.transitions} | {judge.function for judge in system.judges}
    functions |= {t.weight for t in system.transitions if t.weight is not None}
    functions |= {number for number in (system.over, system.wins, system.score) if number is not None}
    for element in group.generators:
        if element.identity:
            continue
        kind = _kind(system, element)
        if kind is None or not respected(system, kind, element.renaming[0][1], functions):
            return False
    return True


def _kind(system: ir.System, element: Element) -> ir.KindType | None:
    """The one kind that an element renames; None if it renames several, or values of a range."""
    if len(element.renaming) != 1:
        return None
    tag, images = element.renaming[0]
    types = [t for block in system.fields for t in (*block.index, block.value)]
    types += [t for function in system.functions for _, t in function.params]
    for t in types:
        if (
            isinstance(t, ir.KindType)
            and t.name == getattr(tag, "__name__", None)
            and ir.size(t) == len(images)
        ):
            return t
    return None


def parted(
    found: Exploration,
    group: Group,
    players: Sequence[Sequence[int]],
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> UnlikeImage | None:
    """The stored state of least id that differs from one of its images; None if there is none.

    ``players``: the images of players under each element but the identity.  Raises KeyboardInterrupt on Ctrl-C.
    """
    store = found._store
    system = store.system
    call = functions(store.native, loops.ALIKE)["check_alike"]
    order = group.order - 1
    renaming = loops.Renamed(
        View(_images(players, system, system.wins)), View(_images(players, system, system.score))
    )
    differing: list[UnlikeImage] = []
    done = [0] * SHARDS
    ticker = Ticker(progress)
    with Interrupts() as interrupts, ShardThreads(threads) as pair:

        def task(shard: Shard) -> Callable[[], None]:
            block = np.zeros(k.BLOCK, np.int64)

            def run() -> None:
                room = 256
                buffers = _Buffers(store.coding.count, room, len(system.cells), shard.width)
                while int(block[k.S_AT]) < shard.count and not interrupts.raised:
                    state = int(block[k.S_AT]) * SHARDS + shard.number
                    if any(one.state <= state for one in differing):
                        return
                    work = k.Workspace(View(block), View(shard.env), View(buffers.moves[0]), buffers.cap)
                    end = min(shard.count, int(block[k.S_AT]) + ROUND)
                    status = call(work, shard.states.words, end, buffers.taken, store.images, renaming)
                    if status == k.NARROW:
                        room *= 4
                        buffers = _Buffers(store.coding.count, room, len(system.cells), shard.width)
                    elif status == k.FAULT:
                        state = int(block[k.S_BAD]) * SHARDS + shard.number
                        differing.append(UnlikeImage(state, int(block[k.S_CODE])))
                    done[shard.number] = int(block[k.S_AT])
                    if shard.number == 0:
                        try:
                            ticker(sum(done), order)
                        except KeyboardInterrupt:
                            interrupts.raised = True

            return run

        pair.run([task(shard) for shard in store.shards], large=found.states * order > SMALL)
    if interrupts.raised and not differing:
        raise KeyboardInterrupt
    return min(differing, key=lambda one: one.state, default=None)


class _Buffers:
    """The buffers of one thread for the moves of a state and of its image."""

    def __init__(self, codes: int, room: int, cells: int, words: int) -> None:
        cap = max(1, min(codes, max(room, 1024)))
        room = min(room, cap)
        self.cap = cap
        self.moves = [np.empty(cap, np.int64) for _ in range(2)]
        nexts = np.empty(room * cells, np.int32)
        rows = [np.empty(room * (words + 1), np.int64) for _ in range(2)]
        self.taken = loops.ImageBuffers(View(self.moves[1]), View(nexts), View(rows[0]), View(rows[1]), room)


def _images(players: Sequence[Sequence[int]], system: ir.System, function: int | None) -> Array:
    """The images of the players for whom a rule is evaluated; a rule about the whole game has no player."""
    if function is None:
        return np.zeros(1, np.int64)
    if not system.functions[function].params:
        return np.zeros(max(1, len(players)), np.int64)
    return np.array([raw for images in players for raw in images] or [0], np.int64)


__all__ = ["MOST", "UnlikeImage", "by_form", "parted"]
