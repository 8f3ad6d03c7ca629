"""Streams of models are put to checks; what fails is made small.

``python -m tests.generated.hunt STREAM [FIRST] LAST`` prints each sort of failure once, with a small model that shows
it: for whoever adds a statement to the language.
"""

from __future__ import annotations

import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from random import Random

from queensbench.readers.differential.states import Spot
from tests.generated.check_claims import check_claims
from tests.generated.check_explore import check_explore
from tests.generated.check_follow import check_follow
from tests.generated.check_levels import check_levels
from tests.generated.check_play import check_play
from tests.generated.check_prove import check_prove
from tests.generated.check_readers import check_readers
from tests.generated.check_solve import check_solve
from tests.generated.check_steps import check_steps
from tests.generated.models import numbered, shrunk
from tests.generated.opened import Opened, Tally, opened
from tests.generated.writing import Model

Check = Callable[[Opened, Tally], None]

FEW, MANY = 150, 1_500
"""How many states a walk goes through."""


def readers(found: Opened, tally: Tally) -> None:
    """All readers at some of the states of a walk, and at arbitrary ones."""
    spots: list[Spot] = []
    random = Random(1)
    for world in found.worlds(2):
        keys = list(found.walked(world, FEW).states)
        spots += [Spot("reachable", key, world) for key in random.sample(keys, min(len(keys), 10))]
    check_readers(found, tally, reachable=spots, arbitrary=10, samples=1)


def explored(found: Opened, tally: Tally) -> None:
    """The search, games at random, and the steps of both, under two worlds."""
    for world in found.worlds(2):
        check_explore(found, tally, world, FEW)
        check_play(found, tally, world, FEW)
    check_steps(found, tally, found.worlds(2))


def by_levels(found: Opened, tally: Tally) -> None:
    """The search by levels in files, under two worlds."""
    for world in found.worlds(2):
        check_levels(found, tally, world, FEW)


def proved(found: Opened, tally: Tally) -> None:
    """The prover, and rulings that never matter."""
    check_prove(found, tally, FEW)


def solved(found: Opened, tally: Tally) -> None:
    """Values of best play under the house readings."""
    check_solve(found, tally, found.worlds(1)[0], FEW)


def followed(found: Opened, tally: Tally) -> None:
    """Steps under readings that are all open."""
    check_follow(found, tally, FEW)


def claimed(found: Opened, tally: Tally) -> None:
    """Small false claims, put to the prover."""
    check_claims(found, tally, FEW)


CHECKS: dict[str, Check] = {
    "readers": readers,
    "explore": explored,
    "levels": by_levels,
    "prove": proved,
    "solve": solved,
    "follow": followed,
}

ALL: dict[str, Check] = {**CHECKS, "claims": claimed}
"""With checks that are worth their time only on models that are led towards something."""


def put(model: Model, tally: Tally, checks: Mapping[str, Check] = CHECKS) -> None:
    """Put a model to checks; raises what they raise."""
    with opened(model, tally) as boxes:
        for found in boxes:
            for check in checks.values():
                check(found, tally)


def failure(
    model: Model, checks: Mapping[str, Check] = CHECKS, tally: Tally | None = None
) -> tuple[str, str]:
    """The sort of failure that a model shows, and its details; two empty texts if it passes."""
    try:
        put(model, Tally() if tally is None else tally, checks)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a failure
        frame = traceback.extract_tb(error.__traceback__)[-1]
        plain = re.sub(r"-?\d+", "#", re.sub(r"\w+\([^)]*\)", "move", str(error)))[:40]
        file = frame.filename.rsplit("/", 1)[-1]
        text = "".join(traceback.format_exception(error))
        return f"{type(error).__name__} in {file}:{frame.name}: {plain}", text
    return "", ""


def small(
    choices: list[int],
    sort: str,
    favour: Mapping[str, float] | None,
    checks: Mapping[str, Check],
    tries: int = 150,
) -> Model:
    """A small model that fails in the same way."""
    return shrunk(choices, lambda model: failure(model, checks)[0] == sort, favour, tries=tries)


def main(words: list[str]) -> None:
    """Print each sort of failure of a stream once; ``name=factor`` favours a form, ``+name`` names a check."""
    favour = {k: float(v) for k, _, v in (word.partition("=") for word in words if "=" in word)}
    chosen = {word[1:]: ALL[word[1:]] for word in words if word.startswith("+")} or CHECKS
    stream, *numbers = [word for word in words if "=" not in word and not word.startswith("+")]
    first, last = (int(numbers[0]), int(numbers[1])) if len(numbers) > 1 else (0, int(numbers[0]))
    seen: dict[str, list[int]] = {}
    tally = Tally()
    begun = time.process_time()
    for number in range(first, last):
        model, choices = numbered(stream, number, favour)
        for name, check in chosen.items():
            sort, text = failure(model, {name: check}, tally)
            if not sort:
                continue
            seen.setdefault(sort, []).append(number)
            if len(seen[sort]) == 1:
                least = small(choices, sort, favour, {name: check})
                print(
                    f"{'=' * 100}\n{number}: {sort}\n{least.text()[270:]}\n{failure(least, {name: check})[1] or text}"
                )
                sys.stdout.flush()
    print(f"{time.process_time() - begun:.0f} s of processor time")
    for what, count in sorted(tally.counts.items()):
        print(f"{count:9,} {what}")
    for sort, places in seen.items():
        print(f"{len(places):5} {sort} {places[:9]}")


if __name__ == "__main__":
    main(sys.argv[1:])
