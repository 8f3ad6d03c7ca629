"""What the prover shows, walks under every reading and parameter confirm; so with rulings that never matter.

The prover's own processes are replaced by one that works in place: what is asked and answered is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from queensbench.engines.distinguish.distinguishability import Distinguisher
from queensbench.engines.prove.hints import Hint, Hinted
from queensbench.engines.prove.induction import prove
from queensbench.engines.prove.obligations import Goal, News, Order
from queensbench.engines.prove.worker_pool import Pieces, Share, Workers, answering
from queensbench.rules.typed import ir
from tests.generated.check_readers import drawn
from tests.generated.opened import Disagreement, Opened, Tally
from tests.generated.walks import Walk

RLIMIT = 200_000
WORLDS = 18
ARBITRARY = 40


class Here(Workers):
    """The prover's jobs, done in this process one after the other."""

    def _allowed(self) -> int:
        return 1

    def _run(
        self,
        jobs: Sequence[list[Goal]],
        order: Order,
        take: Callable[[int, list[Pieces]], None],
        *,
        is_hard: bool,
        typed: frozenset[int] | None = None,
    ) -> News:
        answer = answering(self.system)
        news = News(followed=order.followed, typed=order.typed if typed is None else typed)
        for number, goals in enumerate(jobs):
            found = answer((order, goals, is_hard, news, self.hints), lambda _: None)
            take(number, found)
            news = news.after(answer for pieces in found for answer in pieces)
        return news


UNSAID = re.compile("^players and chance|automatic steps never end")
"""Faults of models of which proofs say nothing."""


def check_prove(found: Opened, tally: Tally, most: int) -> None:
    """Put the claims of an instance to the prover, and what it shows to walks."""
    system = found.system
    judges = [n for n, decl in enumerate(found.judged) if decl.kind in ("always", "never")]
    if judges:
        with Here(system) as workers:
            proof = prove(system, judges, rlimit=RLIMIT, depth=2, workers=workers)
        verdicts = {claim.judge: claim.verdict for claim in proof.claims}
        for verdict in verdicts.values():
            tally.counts[f"prove: {verdict}"] += 1
        shown = [judge for judge, verdict in verdicts.items() if verdict == "proved"]
        built = [judge for judge, verdict in verdicts.items() if verdict == "by construction"]
        if shown or built:
            _confirm(found, tally, most, shown, built)
        _hinted(found, tally, most, judges, set(shown), workers.learnt.hints)
        _opaque(found, tally, most, judges, set(shown))
    for ruling in range(len(system.rulings)):
        _ruling(found, tally, most, ruling)


def _hinted(
    found: Opened,
    tally: Tally,
    most: int,
    judges: Sequence[int],
    shown: set[int],
    hints: Mapping[Hinted, Hint],
) -> None:
    """What is proved with hints is confirmed as well: with those of the proof, and with those of another claim."""
    if not hints:
        return
    places = list(hints)
    turned = dict(zip(places, [*list(hints.values())[1:], hints[places[0]]], strict=True))
    for given in (hints, turned):
        with Here(found.system, share=Share(hints=given)) as workers:
            proof = prove(found.system, judges, rlimit=RLIMIT, depth=2, workers=workers)
        proved = {claim.judge for claim in proof.claims if claim.verdict == "proved"}
        tally.counts["prove: proved, with hints"] += len(proved)
        tally.counts["prove: proved, but not with hints"] += len(shown - proved)
        if proved - shown:
            _confirm(found, tally, most, sorted(proved - shown), [])


def _opaque(found: Opened, tally: Tally, most: int, judges: Sequence[int], shown: set[int]) -> None:
    """What is proved whatever the rules answer that say yes or no is confirmed as well; it is asked of every other model."""
    own = {judge.function for judge in found.system.judges}
    functions = tuple(
        replace(
            function, opaque=number not in own and function.pure and isinstance(function.returns, ir.BoolType)
        )
        for number, function in enumerate(found.system.functions)
    )
    if len(functions) % 2 or not any(function.opaque for function in functions):
        return
    system = replace(found.system, functions=functions)
    with Here(system) as workers:
        proof = prove(system, judges, rlimit=RLIMIT, depth=2, workers=workers)
    proved = [claim.judge for claim in proof.claims if claim.verdict == "proved"]
    tally.counts["prove: proved, rules opaque"] += len(proved)
    tally.counts["prove: proved, but not with rules opaque"] += len(shown - set(proved))
    if set(proved) - shown:
        _confirm(found, tally, most, [judge for judge in proved if judge not in shown], [])


def _confirm(found: Opened, tally: Tally, most: int, shown: Sequence[int], built: Sequence[int]) -> None:
    for world in found.worlds(WORLDS):
        walk = found.walked(world, most)
        # a proof says nothing of who is to move, so that players and chance may both be, and nothing of an end of what
        # follows by itself
        faults = [fault for fault in walk.faults if not UNSAID.search(fault)]
        if shown and faults:
            raise Disagreement(f"proved, ranges included, but {faults[0]} under {world}")
        for judge in (*shown, *built):
            name = system_name(found.system, judge)
            for key, node in walk.nodes.items():
                if node.role != "faulty":
                    tally.same(
                        "prove: shown, at reachable states", True, node.judged[judge], (name, key, world)
                    )
    random = Random(3)
    native = found.native
    for world in found.worlds(4) if built else ():
        env = native.new_env(world.readings, world.parameters)
        for _ in range(ARBITRARY):
            cells = drawn(found, random, world).cells
            answers = native.judges(np.array(cells, np.int32), env)
            for judge in built:
                if answers[judge] >= 0:
                    name = system_name(found.system, judge)
                    tally.same(
                        "prove: by construction, at any states", 1, answers[judge], (name, cells, world)
                    )


def system_name(system: ir.System, judge: int) -> str:
    """The name of a property."""
    return system.judges[judge].name


def _ruling(found: Opened, tally: Tally, most: int, ruling: int) -> None:
    """A ruling that never matters, by z3, leads to the same walk."""
    system = found.system
    house = found.worlds(1)[0]
    for reading in range(len(system.rulings[ruling].readings)):
        if reading == house.readings[ruling]:
            continue
        answers = Distinguisher(system, house.readings, rlimit=RLIMIT).compare(ruling, reading)
        same = all(answer.verdict == "same" for answer in answers)
        tally.counts[f"matters: {'never' if same else 'perhaps'}"] += 1
        if not same:
            continue
        for world in found.worlds(WORLDS):
            if world.readings != house.readings:
                continue
            readings = (*house.readings[:ruling], reading, *house.readings[ruling + 1 :])
            other = type(world)(readings, world.parameters)
            one, two = found.walked(world, most), found.walked(other, most)
            tally.same("matters: never, whole walks", whole(one), whole(two), (ruling, reading))


def whole(walk: Walk) -> object:
    """All of a walk but what properties say."""
    return (
        walk.start,
        {key: (n.role, n.winners, n.scores, n.moves) for key, n in walk.nodes.items()},
        walk.faults,
    )
