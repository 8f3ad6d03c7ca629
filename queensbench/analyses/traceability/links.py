"""The links of a project as it is now, between sentences, clauses, blocks of rules, properties, rulings, gaps.

Only what is declared counts: a property constrains the clauses that it names, a block carries out those that it names.
Nothing here runs a rule.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from queensbench.analyses.traceability.code_blocks import Block, ScannedCode, modules_below
from queensbench.errors import SeveralFaults
from queensbench.language.properties import PropertyDecl
from queensbench.language.rules import registry
from queensbench.language.rulings import RulingDecl, Rulings
from queensbench.project.projects import Ruleset
from queensbench.project.register.clauses import Clause, Clauses
from queensbench.project.register.entries import did_you_mean
from queensbench.project.register.gaps import Gap
from queensbench.project.register.lock import Facts, Link, Lock, Node, digest, placed
from queensbench.project.register.seeds import Manifest


@dataclass
class Traced:
    """One ruleset with all that is linked to its clauses.

    ``blocks``: by clause, the blocks that carry it out; ``stated``: by clause, those that do what it merely states;
    ``silent``: by clause, where a rule falls silent beside it; ``properties``: by clause, the names of those that
    constrain it; ``declared``: each property by its name here, which is its own unless several have it; ``settled``: by
    clause, the rulings and gaps that doubt it or settle it.
    """

    ruleset: Ruleset
    blocks: dict[str, list[Block]] = field(default_factory=dict)
    stated: dict[str, list[Block]] = field(default_factory=dict)
    silent: dict[str, list[str]] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)
    declared: dict[str, PropertyDecl] = field(default_factory=dict)
    settled: dict[str, list[str]] = field(default_factory=dict)
    rulings: Mapping[str, RulingDecl] = field(default_factory=dict)

    @property
    def clauses(self) -> Sequence[Clause]:
        """The clauses of its register."""
        return () if self.ruleset.clauses is None else self.ruleset.clauses.all


def traced(rulesets: Iterable[Ruleset], code: ScannedCode) -> tuple[Lock, dict[str, Traced]]:
    """The links of some rulesets, as a lock that says what everything is now; and each ruleset for itself.

    Raises BadInput with a line for each place where code names a clause that is unknown or was retired.
    """
    lock = Lock()
    found: dict[str, Traced] = {}
    faults: list[str] = []
    for ruleset in rulesets:
        if ruleset.clauses is not None:
            found[ruleset.name] = _traced(ruleset, code, lock, faults)
    if faults:
        raise SeveralFaults(faults)
    return lock, found


def _traced(ruleset: Ruleset, code: ScannedCode, lock: Lock, faults: list[str]) -> Traced:
    assert ruleset.clauses is not None
    here = Traced(ruleset, rulings=ruleset.rulings)
    for key in ruleset.clauses.documents:
        lock.nodes |= units(ruleset.manifests[key])
    for clause in ruleset.clauses:
        _clause(ruleset, clause, lock)
    for decl in here.rulings.values():
        _ruling(ruleset, decl, here, lock)
    for gap in ruleset.gaps:
        _gap(ruleset, gap, here, lock)
    for module in _modules(ruleset):
        for block in code.blocks(module):
            place = f"{code.root / block.file}:{block.line}: rule {block.function} carries out the clause"
            if _known(block.clause, ruleset.clauses, place, faults):
                here.blocks.setdefault(block.clause, []).append(block)
                _block(here, "rule", block, lock)
        for block in code.stated(module):
            place = f"{code.root / block.file}:{block.line}: rule {block.function} states the clause"
            if _known(block.clause, ruleset.clauses, place, faults):
                here.stated.setdefault(block.clause, []).append(block)
                _block(here, "stated", block, lock)
        scan = code.module(module)
        for function, facts in scan["functions"].items():
            for *told, line in facts["silences"]:
                place = f"{code.root / scan['file']}:{line}: rule {function} is silent beside the clause"
                if len(told) == 2 and _known(told[1], ruleset.clauses, place, faults):
                    here.silent.setdefault(told[1], []).append(f"{scan['file']}:{line}")
    all_ = [decl.name for decl in ruleset.properties]
    for claim in ruleset.properties:
        name = claim.name if all_.count(claim.name) == 1 else f"{claim.name}/{claim.state.__name__}"
        here.declared[name] = claim
        where = f"{claim.rule.file}:{claim.rule.line}" if claim.rule is not None else claim.module
        fault = f"{where}: property {claim.name} rests on the clause"
        known = [named for named in claim.clauses if _known(named, ruleset.clauses, fault, faults)]
        for constrained in known:
            here.properties.setdefault(constrained, []).append(name)
        _property(ruleset, claim, name, known, code, lock)
    return here


def _known(name: str, clauses: Clauses, fault: str, faults: list[str]) -> bool:
    """Whether a clause has this name; where none has, a line about it."""
    if name in clauses.by_name:
        return True
    if name in clauses.retired:
        faults.append(f"{fault} {name}, which was retired; name the clause that took its place, or none")
    else:
        faults.append(f"{fault} {name}, which does not exist; {did_you_mean(name, clauses.by_name)}")
    return False


def _modules(ruleset: Ruleset) -> list[str]:
    """The modules that hold the rules of a ruleset: its own, and shared ones that speak of its records."""
    own = modules_below([f"model.{ruleset.package}"], registry)
    shared = [
        name
        for name, rules in sorted(registry.items())
        if name.startswith("model._")
        and any(
            issubclass(mode.state, state)
            for state in {rule.state() for rule in rules} - {None}
            for mode in ruleset.modes.values()
            if state is not None
        )
    ]
    return [*own, *shared]


# --------------------------------------------------------------------------------------------------- nodes


def units(manifest: Manifest) -> dict[Node, Facts]:
    """The sentences of a document."""
    return {
        Node("unit", manifest.key, unit.id): Facts(unit.sha256[:16], (unit.kind.value, unit.place))
        for unit in manifest.units
    }


def _clause(ruleset: Ruleset, clause: Clause, lock: Lock) -> None:
    node = Node("clause", ruleset.name, clause.name)
    needs = ",".join(sorted(clause.needs))
    text = digest(" ".join(clause.text.split()))
    lock.nodes[node] = Facts(digest(text, clause.kind, needs), (text, clause.kind.value, needs))
    for key, ids in clause.units.items():
        for unit in ids:
            lock.links[Link("cites", node, Node("unit", key, unit))] = ""
    for link in clause.links:
        lock.links[Link("bears", node, Node("clause", ruleset.name, link.to), link.kind.value)] = ""


def _ruling(ruleset: Ruleset, decl: RulingDecl, here: Traced, lock: Lock) -> None:
    node = Node("ruling", ruleset.name, decl.name)
    readings = [f"{member.name} {member.value}" for member in decl.readings]
    sides = sorted(f"{reading.name} {' '.join(names)}" for reading, names in decl.documents.items())
    lock.nodes[node] = Facts(
        digest(decl.question, decl.house.name, decl.hole, ",".join(decl.modes), *readings, "/", *sides)
    )
    speaks = [name for names in decl.speaks.values() for name in names]
    settles = [c.name for c in ruleset.clauses or () if decl.name in c.rulings]
    for clause in dict.fromkeys([*decl.clauses, *speaks, *settles]):
        lock.links[Link("doubts", node, Node("clause", ruleset.name, clause))] = ""
    for clause in dict.fromkeys([*decl.clauses, *settles]):
        here.settled.setdefault(clause, []).append(decl.name)


def _gap(ruleset: Ruleset, gap: Gap, here: Traced, lock: Lock) -> None:
    node = Node("gap", ruleset.name, gap.name)
    lock.nodes[node] = Facts(digest(gap.question, gap.hole, gap.assumed, ",".join(gap.modes)))
    settles = [c.name for c in ruleset.clauses or () if gap.name in c.rulings]
    for clause in dict.fromkeys([*gap.clauses, *settles]):
        lock.links[Link("opens", node, Node("clause", ruleset.name, clause))] = ""
        here.settled.setdefault(clause, []).append(gap.name)


def block_name(ruleset: Ruleset, block: Block) -> str:
    """A rule as reports name it: its module below the package, and its function."""
    top = f"model.{ruleset.package}"
    module = block.module.removeprefix(top if block.module.startswith(top) else "model").lstrip(".")
    return f"{module}.{block.function}" if module else block.function


def _block(here: Traced, kind: str, block: Block, lock: Lock) -> None:
    ruleset = here.ruleset
    node = Node(kind, ruleset.name, f"{block_name(ruleset, block)}@{block.clause}")
    lock.nodes[node] = Facts(block.sum)
    lock.links[placed(node)] = ""
    for module, used in block.names:
        first, dot, attribute = used.partition(".")
        if dot and attribute in here.rulings:
            holder = getattr(sys.modules.get(module), first, None)
            if kind == "rule" and isinstance(holder, Rulings):
                lock.links[Link("reads", node, Node("ruling", ruleset.name, attribute))] = ""


def _property(
    ruleset: Ruleset, decl: PropertyDecl, name: str, clauses: Iterable[str], code: ScannedCode, lock: Lock
) -> None:
    node = Node("property", ruleset.name, name)
    meant = [
        decl,
        *(o for o in ruleset.properties if o.name in (decl.target, decl.since) and o.state is decl.state),
    ]
    sums = [code.predicate(o.rule.module, o.rule.name)[0] for o in meant if o.rule is not None]
    asked = (decl.kind, decl.against, decl.sure, decl.least, decl.greatest, decl.target, decl.since)
    lock.nodes[node] = Facts(digest(repr(asked), ",".join(sorted(decl.instances)), *sums))
    for clause in clauses:
        lock.links[Link("constrains", node, Node("clause", ruleset.name, clause))] = ""
