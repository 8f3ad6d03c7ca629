"""Small claims that walks show to be false: the prover may show none of them.

Claims drawn blindly are true or plainly false.  What a wrong proof says is mostly small: that a scalar never has a
value, or two scalars never two values together.  All of these are told true or false by walks, and written into the
model as properties; those that are true stand beside them, for a prover may use them as lemmas.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

from queensbench.engines.prove.induction import prove
from queensbench.rules.typed import ir
from tests.generated.check_prove import RLIMIT, Here
from tests.generated.opened import Disagreement, Opened, Tally, opened
from tests.generated.tree import Line
from tests.generated.values import RuleOf, Truth
from tests.generated.writing import ClaimOf

WORLDS = 4
SINGLE, PAIRS = 12, 12
"""How many small claims are put to the prover, of one scalar and of two."""

Place = tuple[int, str, str]
"""A cell, its field, and the name of its kind or nothing."""
Fact = tuple[tuple[Place, int], ...]


def check_claims(found: Opened, tally: Tally, most: int) -> None:
    """Put small claims about an instance to the prover."""
    if found.instance != found.mode.full:  # a smaller instance may lack the members that claims would name
        return
    reached = []
    for world in found.worlds(WORLDS):
        walk = found.walked(world, most)
        if walk.faults or walk.undecided:
            return
        reached += list(walk.nodes)
    facts = _facts(found, reached)
    if not facts:
        return
    claims = [_claim(found, n, fact) for n, (fact, _) in enumerate(facts)]
    model = replace(found.model, claims=claims, small="")
    false = {f"claim_{n}" for n, (_, seen) in enumerate(facts) if seen}
    with opened(model, Tally()) as boxes:
        (box,) = (box for box in boxes if box.mode.name == found.mode.name)
        judges = list(range(len(box.system.judges)))
        with Here(box.system) as workers:
            proof = prove(box.system, judges, rlimit=RLIMIT, depth=1, workers=workers)
    for claim in proof.claims:
        name = box.system.judges[claim.judge].name.rsplit(".", 1)[-1]
        if name not in false:
            continue
        tally.counts["claims: false"] += 1
        if claim.verdict in ("proved", "by construction"):
            text = _said(found, facts[int(name.removeprefix("claim_"))][0])
            raise Disagreement(f"claims: {claim.verdict} that never {text}; a walk was there")


def _facts(found: Opened, reached: list[tuple[int, ...]]) -> list[tuple[Fact, bool]]:
    """Facts about scalars, and whether a walk has been where each holds."""
    alike = {kind.name for kind in found.model.words.kinds if kind.alike}
    places: list[tuple[Place, ir.Type]] = []
    for block in found.system.fields:
        name = block.value.name if isinstance(block.value, ir.KindType) else ""
        written = any(f.name == block.name for f in found.model.words.fields)
        if not block.index and written and name not in alike and ir.size(block.value) <= 20:
            places.append(((block.offset, block.name, name), block.value))
    random = Random(7)
    single: list[tuple[Fact, bool]] = []
    for place, t in places:
        for value in range(t.lo, t.hi + 1):
            single.append((((place, value),), any(cells[place[0]] == value for cells in reached)))
    pairs: list[tuple[Fact, bool]] = []
    for (one, _), (two, _) in combinations(places, 2):
        seen = sorted({(cells[one[0]], cells[two[0]]) for cells in reached})
        pairs += [(((one, a), (two, b)), True) for a, b in seen]
    random.shuffle(single)
    random.shuffle(pairs)
    # a kind by which play goes on is what requirements are mostly about
    pairs.sort(key=lambda fact: -any(place[2] for place, _ in fact[0]))
    return [*single[:SINGLE], *pairs[:PAIRS]]


def _said(found: Opened, fact: Fact) -> str:
    return " and ".join(_one(found, place, value) for place, value in fact)


def _one(found: Opened, place: Place, value: int) -> str:
    block = next(block for block in found.system.fields if block.name == place[1])
    if isinstance(block.value, ir.BoolType):
        return f"s.{place[1]}" if value else f"not s.{place[1]}"
    if isinstance(block.value, ir.KindType):
        return f"s.{place[1]} == {place[2]}.{block.value.members[value]}"
    return f"s.{place[1]} == {value}"


def _claim(found: Opened, number: int, fact: Fact) -> ClaimOf:
    head = f'@never("claim_{number}", holds("?"))'
    body = (Line("return value", f"return {_said(found, fact)}"),)
    record = found.mode.state.__name__
    return ClaimOf(head, RuleOf(head, f"claim_{number}", True, (), Truth(), body, record))
