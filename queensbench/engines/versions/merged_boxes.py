"""Two versions in one box: whether they part on it, in which games with the same luck, and whether they ever can.

The classes of answers are those of readings (:mod:`queensbench.engines.compare.comparison`): exhausted on a box,
sampled in games, proved of every position.  What this cannot see: other readings than those it is given, unless a
proof says so; and what players see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from queensbench.engines.compare.comparison import matters
from queensbench.engines.compare.comparison_program import comparer_of
from queensbench.engines.compare.divergence import NOT_SEEN, UNDECIDED
from queensbench.engines.coupled import kernels as loops
from queensbench.engines.coupled.playouts import Luck
from queensbench.engines.distinguish.distinguishability import Distinguisher, places
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.runtime.box import Box
from queensbench.rules.transforms.two_versions import VERSION

Progress = Callable[[str], None]
RLIMIT = 5_000_000
ALLOWANCE = 60_000_000
"""z3's resources for one place of the rules, and for all of them."""


@dataclass(frozen=True)
class BoxAnswer:
    """The comparison on a box: ``kind`` is a class of difference, ``not-seen`` or ``undecided``.

    ``codes``: the shortest play, its last move the one that shows the difference unless ``judged``.
    """

    kind: str
    codes: tuple[int, ...]
    judged: bool
    states: int
    complete: bool


@dataclass(frozen=True)
class GamesAnswer:
    """Games with the same luck under both versions: how many, and in how many they part, and end otherwise."""

    games: int
    parted: int
    winner: int
    scored: int
    ending: int
    codes: tuple[int, ...]
    judged: bool


def raw_of(box: Box, readings: Sequence[int] | None = None) -> list[int]:
    """The raw readings of the older version: those given, or the house's; then a 0, which chooses that version."""
    return [*(readings if readings is not None else box.raw()[:-1]), 0]


def on_box(box: Box, readings: Sequence[int] | None, budget: int, progress: Progress) -> BoxAnswer:
    """Compare the versions in every state that the older one reaches, or in as many as the budget holds."""
    progress("exploring both versions")
    settings = ExploreSettings(raw_of(box, readings), box.parameters(), max_states=budget)
    found = explore(box.native, box.system, settings)
    if found.interrupted:
        raise KeyboardInterrupt
    answer = matters(comparer_of(box), found, VERSION)
    if answer.interrupted:
        raise KeyboardInterrupt
    if answer.play is None:
        kind = NOT_SEEN if answer.matters == NOT_SEEN else UNDECIDED
        return BoxAnswer(kind, (), False, answer.states, answer.complete)
    judged = answer.code is None or answer.code < 0
    return BoxAnswer(answer.matters, answer.play, judged, answer.states, answer.complete)


def in_games(
    box: Box, readings: Sequence[int] | None, games: int, seed: int, progress: Progress
) -> GamesAnswer:
    """Play games under the older version, and on under the newer one with the same luck where they part."""
    progress("compiling for games with the same luck")
    luck = Luck(box.system)
    ours = raw_of(box, readings)
    found = luck.run(
        ours,
        [[*ours[:-1], 1]],
        box.parameters(),
        games=games,
        seed=seed,
        progress=lambda done, _: progress(f"game {done:,} of {games:,}"),
    )
    if not found.complete:
        raise KeyboardInterrupt
    codes: tuple[int, ...] = ()
    first = found.first(0)
    if first is not None:
        game, steps, code = first
        played, _ = luck.play(ours, box.parameters(), seed=seed, game=game)
        codes = (*played[:steps], code) if code >= 0 else tuple(played[:steps])
    return GamesAnswer(
        found.games,
        found.count(0, loops.PARTED),
        found.count(0, loops.WINNER),
        found.count(0, loops.SCORED),
        found.count(0, loops.ENDING),
        codes,
        first is not None and first[2] < 0,
    )


def proved(box: Box, readings: Sequence[int] | None, *, every: bool, progress: Progress) -> bool:
    """Whether no position of the types tells the versions apart; ``every``: whatever the readings."""
    ours = raw_of(box, readings)
    version = len(ours) - 1
    asked = Distinguisher(box.system, ours, free=range(version) if every else (), rlimit=RLIMIT)
    asked.allowance = ALLOWANCE
    for place in sorted(places(box.system, version), key=asked.size):
        progress(f"asking z3 about {place.what}")
        if asked.place(version, 1, place, ("types", "settled")).verdict != "same":
            return False
    return True
