"""The lock of clauses: sentences, clauses and all that is linked to them, as they were last looked at.

How it is written is told in :mod:`queensbench.project.register.lock_text`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

SEEDS = "seeds/"
DIGITS = 16
UNSEEN = "0" * DIGITS
"""A checksum of no text, so that every node differs from it."""
MORE = {"unit": 2, "clause": 3, "rule": 0, "stated": 0, "property": 0, "ruling": 0, "gap": 0}
"""The kinds of nodes in the order of a report, and how many words a line has behind the checksum."""
LINKS = {
    "cites": ("clause", "unit"),
    "bears": ("clause", "clause"),
    "carries": ("rule", "clause"),
    "states": ("stated", "clause"),
    "constrains": ("property", "clause"),
    "doubts": ("ruling", "clause"),
    "opens": ("gap", "clause"),
    "reads": ("rule", "ruling"),
}
"""The kinds of links: what rests, and what it rests on.  Those of ``PLACED`` are told by the lines of the blocks."""
PLACED = {"rule": "carries", "stated": "states"}
"""The kinds of blocks, those that carry a clause out and those that do what one states, with the kind of their link."""


class Node(NamedTuple):
    """An entry of the lock.

    ``scope``: its ruleset, or its document; the ``name`` of a block is ``function@clause``.
    """

    kind: str
    scope: str
    name: str

    def __str__(self) -> str:
        return f"{self.scope}:{self.name}"


@dataclass(frozen=True)
class Facts:
    """The facts of a node: others rest on ``sum``; ``more`` is only printed."""

    sum: str
    more: tuple[str, ...] = ()


class Link(NamedTuple):
    """``down`` rests on ``up``; ``more`` is the type of a link between clauses."""

    kind: str
    down: Node
    up: Node
    more: str = ""


@dataclass
class Lock:
    """Nodes with their facts, links with the sum of their upper end when last looked at, reasons of acceptance.

    An empty sum of a link stands for that of the upper node itself.
    """

    nodes: dict[Node, Facts] = field(default_factory=dict)
    links: dict[Link, str] = field(default_factory=dict)
    reasons: dict[Node, str] = field(default_factory=dict)

    def scopes(self) -> list[str]:
        """The documents and rulesets of the lock, as the names of blocks."""
        return sorted({block_of(node) for node in self.nodes})


def block_of(node: Node) -> str:
    """The block in which a node stands."""
    return f"{SEEDS}{node.scope}" if node.kind == "unit" else node.scope


def digest(*parts: str) -> str:
    """A short checksum of texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:DIGITS]


def placed(block: Node) -> Link:
    """The link of a block to the clause that it carries out, or that states what it does."""
    clause = block.name.rsplit("@", 1)[1]
    return Link(PLACED[block.kind], block, Node("clause", block.scope, clause))


# ----------------------------------------------------------------------------------------------- comparing


@dataclass(frozen=True)
class Change:
    """A node that is no longer as the lock says.

    ``how``: added, removed, retired, reworded (its text), changed (anything else that others rest on), moved (it says
    the same elsewhere), renumbered (it says the same under another name, ``was``).
    """

    node: Node
    how: str
    was: str = ""

    @property
    def grave(self) -> bool:
        """Whether the nodes that rest on it are to be looked at again."""
        return self.how not in ("added", "moved", "renumbered")


def compared(old: Lock, new: Lock, retired: Iterable[Node] = ()) -> tuple[list[Change], Lock]:
    """The changes of nodes since the lock was written, by kind and name, and the lock with today's names.

    Where a node is gone and a new one of its kind and scope says the same, it has only got another name; several are
    paired in the order of their names.  ``retired``: the clauses whose names have gone out of use.
    """
    out = frozenset(retired)
    found: list[Change] = []
    for kinds in (("unit", "clause"), tuple(kind for kind in MORE if kind not in ("unit", "clause"))):
        some = _changes(old, new, kinds, out)
        old = _renamed(old, some)
        found += some
    order = {kind: number for number, kind in enumerate(MORE)}
    return sorted(found, key=lambda change: (order[change.node.kind], change.node)), old


def _changes(old: Lock, new: Lock, kinds: Sequence[str], retired: frozenset[Node]) -> list[Change]:
    def same(node: Node, facts: Facts) -> tuple[str, ...]:
        clause = node.name.rsplit("@", 1)[1] if node.kind in PLACED else ""
        return (node.kind, node.scope, clause, facts.more[0] if node.kind == "clause" else facts.sum)

    before = {node for node in old.nodes if node.kind in kinds}
    now = {node for node in new.nodes if node.kind in kinds}
    gone: dict[tuple[str, ...], list[Node]] = {}
    for node in sorted(before - now):
        gone.setdefault(same(node, old.nodes[node]), []).append(node)
    found: list[Change] = []
    for node in sorted(now - before):
        others = gone.get(same(node, new.nodes[node]))
        if others:
            how = "renumbered" if node.kind in ("unit", "clause") else "moved"
            found.append(Change(node, how, others.pop(0).name))
        else:
            found.append(Change(node, "added"))
    for nodes in gone.values():
        found += [Change(node, "retired" if node in retired else "removed") for node in nodes]
    for node in before & now:
        how = _differs(node, old.nodes[node], new.nodes[node])
        if how:
            found.append(Change(node, how))
    return found


def _differs(node: Node, old: Facts, new: Facts) -> str:
    if old.sum != new.sum:
        if node.kind == "unit":
            return "reworded"
        if node.kind == "clause":
            return "reworded" if old.more[:1] != new.more[:1] else "changed"
        return "changed"
    if old.more != new.more:
        return "moved"
    return ""


def _renamed(old: Lock, found: Iterable[Change]) -> Lock:
    """The old lock with the names of today, so that a node with a new name is not taken for another one."""
    names = {
        Node(change.node.kind, change.node.scope, change.was): change.node for change in found if change.was
    }
    if not names:
        return old

    def today(node: Node) -> Node:
        if node in names:
            return names[node]
        if node.kind in PLACED:  # its clause may have another name
            function, clause = node.name.rsplit("@", 1)
            now = names.get(Node("clause", node.scope, clause))
            return node if now is None else Node(node.kind, node.scope, f"{function}@{now.name}")
        return node

    nodes = {today(node): facts for node, facts in old.nodes.items()}
    links = {
        Link(link.kind, today(link.down), today(link.up), link.more): seen for link, seen in old.links.items()
    }
    reasons = {today(node): reason for node, reason in old.reasons.items()}
    return Lock(nodes, links, reasons)


@dataclass(frozen=True)
class Doubt:
    """The reason why a node is suspect: each changed node that reaches it, with the way from there (itself first)."""

    node: Node
    ways: Mapping[Node, tuple[Node, ...]]


def suspects(old: Lock, new: Lock) -> dict[Node, Doubt]:
    """The nodes that rest, directly or not, on one that has changed since they were last looked at.

    ``old`` is the lock with the names of today.  A node that has changed itself is suspect only if one that it rests
    on has changed as well.
    """
    if not any(stale(old, new, link) for link in old.links):
        return {}
    below: dict[Node, list[Link]] = {}
    for link in [*new.links, *(one for one in old.links if one not in new.links)]:
        if link.down in new.nodes:  # also what rests on something that is gone
            below.setdefault(link.up, []).append(link)
    ways: dict[Node, dict[Node, tuple[Node, ...]]] = {}
    for root in sorted(below):
        first = [link.down for link in below[root] if stale(old, new, link)]
        pending: list[tuple[Node, tuple[Node, ...]]] = [(node, (root,)) for node in dict.fromkeys(first)]
        seen = {root}
        while pending:
            node, way = pending.pop(0)
            if node in seen:
                continue
            seen.add(node)
            ways.setdefault(node, {})[root] = way
            pending += [(link.down, (*way, node)) for link in below.get(node, ()) if link in new.links]
    return {node: Doubt(node, found) for node, found in sorted(ways.items())}


def stale(old: Lock, new: Lock, link: Link) -> bool:
    """Whether the upper end of a link has changed since the lower one was last looked at."""
    if link not in old.links or link.up not in old.nodes:
        return False
    if link.up not in new.nodes:
        return True
    return link in new.links and (old.links[link] or old.nodes[link.up].sum) != new.nodes[link.up].sum


def accepted(old: Lock, new: Lock, chosen: Iterable[Node], reason: str) -> Lock:
    """The lock after these nodes have been looked at: they and what they rest on are as they are now."""
    nodes, links, reasons = dict(old.nodes), dict(old.links), dict(old.reasons)
    wanted = set(chosen)
    for node in wanted:
        if node in new.nodes:
            nodes[node] = new.nodes[node]
            reasons[node] = reason
        else:
            nodes.pop(node, None)
            reasons.pop(node, None)
    for link in [*old.links, *new.links]:
        if link.up in wanted or link.down in wanted:
            if link not in new.links:
                links.pop(link, None)
            elif link.up in nodes and link.down in nodes:
                links[link] = new.nodes[link.up].sum if link.down in wanted else ""
    return normal(Lock(nodes, links, reasons))


def taken_in(old: Lock, new: Lock, found: Iterable[Change]) -> Lock:
    """The lock with all changes that make nothing suspect: nodes added, moved, renamed or gone unused, and links."""
    nodes, links = dict(old.nodes), dict(old.links)
    for change in found:
        if not change.grave:
            nodes[change.node] = new.nodes[change.node]
        elif change.how in ("removed", "retired") and not any(link.up == change.node for link in old.links):
            nodes.pop(change.node, None)
    for link in new.links:
        if link not in links and link.up in nodes and link.down in nodes:
            same = nodes[link.up].sum == new.nodes[link.up].sum
            links[link] = "" if same else new.nodes[link.up].sum
    for link in old.links:
        if link not in new.links and not stale(old, new, link):
            links.pop(link)
    return normal(Lock(nodes, links, dict(old.reasons)))


def normal(lock: Lock) -> Lock:
    """A lock without links to unknown nodes, and without the sums that links share with their nodes."""
    links = {
        link: "" if seen == lock.nodes[link.up].sum else seen
        for link, seen in lock.links.items()
        if link.up in lock.nodes and (link.down in lock.nodes)
    }
    reasons = {node: reason for node, reason in lock.reasons.items() if node in lock.nodes}
    return Lock(dict(lock.nodes), links, reasons)
