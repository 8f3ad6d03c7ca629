"""``clauses.lock``: what the sentences, the clauses and everything linked to them were when somebody last looked.

One line an entry, sorted, so that two branches seldom meet in a line; a block for each document and each ruleset,
with a checksum of its own, so that a damaged or half-merged lock is told at once.

=============================================  ==============================================================
``unit ID SUM KIND PLACE``                     a sentence of a document: the checksum of its text
``clause NAME SUM TEXT KIND NEEDS``            a clause: of all that it says, and of its text alone
``rule FUNCTION CLAUSE SUM``                   the block of a rule that carries out a clause
``property NAME SUM``, ``ruling``, ``gap``     what a property asks, what a ruling or a gap says
``cites CLAUSE DOCUMENT:UNIT``                 links: the first rests on the second
``bears CLAUSE CLAUSE TYPE``
``constrains PROPERTY CLAUSE``
``doubts RULING CLAUSE``
``reads FUNCTION@CLAUSE RULING``
``accepted KIND NAME REASON``                  why somebody found that a change is in order
=============================================  ==============================================================

``seen=SUM`` behind a link: what the second was when the first was last looked at, where that is not what the
second's own line says.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from queensbench.errors import BadInput

NAME = "clauses.lock"
HEAD = (
    "# What every sentence, clause and link was when it was last looked at. Written by `queensbench trace lock`",
    "# and `queensbench trace accept`; after a merge run `queensbench trace lock --mend`.",
)
SEEDS = "seeds/"
DIGITS = 16
MORE = {"unit": 2, "clause": 3, "rule": 0, "property": 0, "ruling": 0, "gap": 0}
"""The kinds of nodes in the order of a report, and how many words a line has behind the checksum."""
LINKS = {
    "cites": ("clause", "unit"),
    "bears": ("clause", "clause"),
    "carries": ("rule", "clause"),
    "constrains": ("property", "clause"),
    "doubts": ("ruling", "clause"),
    "opens": ("gap", "clause"),
    "reads": ("rule", "ruling"),
}
"""The kinds of links: what rests, and what it rests on.  ``carries`` is told by the line of the rule itself."""
MEND = "run `queensbench trace lock --mend`, and look at what `queensbench trace` then calls suspect"
MARK = re.compile(r"(<{7}|={7}|>{7}|\|{7})( |$)")


class Node(NamedTuple):
    """One thing that the lock knows.

    ``scope``: its ruleset, or its document; the ``name`` of a rule's block is ``function@clause``.
    """

    kind: str
    scope: str
    name: str

    def __str__(self) -> str:
        return f"{self.scope}:{self.name}"


@dataclass(frozen=True)
class Facts:
    """What a node is: ``sum`` is what others rest on, ``more`` is only told."""

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
    """Nodes with what they are, links with what their upper end was when last looked at, reasons of acceptance.

    An empty ``seen`` is what the own line of the upper node says.
    """

    nodes: dict[Node, Facts] = field(default_factory=dict)
    links: dict[Link, str] = field(default_factory=dict)
    reasons: dict[Node, str] = field(default_factory=dict)

    def scopes(self) -> list[str]:
        """The documents and rulesets that it knows, as the names of blocks."""
        return sorted({block_of(node) for node in self.nodes})


def block_of(node: Node) -> str:
    """The block in which a node stands."""
    return f"{SEEDS}{node.scope}" if node.kind == "unit" else node.scope


def digest(*parts: str) -> str:
    """A short checksum of texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:DIGITS]


# ------------------------------------------------------------------------------------------------- writing


def written(lock: Lock) -> str:
    """The text of a lock."""
    blocks: dict[str, list[str]] = {name: [] for name in lock.scopes()}
    for node, facts in lock.nodes.items():
        blocks[block_of(node)].append(_node_line(node, facts, lock))
    for link, seen in lock.links.items():
        if link.kind != "carries":
            blocks[block_of(link.down)].append(_link_line(link, seen))
    for node, reason in lock.reasons.items():
        if node in lock.nodes:
            line = f"accepted {node.kind} {_quoted(node.name)} {' '.join(reason.split())}"
            blocks[block_of(node)].append(line)
    lines = list(HEAD)
    for name, block in blocks.items():
        block.sort()
        lines += ["", f"[{name}] {digest(*block)}", *block]
    return "\n".join(lines) + "\n"


def _node_line(node: Node, facts: Facts, lock: Lock) -> str:
    words = [node.kind, *map(_quoted, node.name.rsplit("@", 1) if node.kind == "rule" else [node.name])]
    words += [facts.sum, *map(_quoted, facts.more)]
    if node.kind == "rule":
        seen = lock.links.get(carries(node), "")
        words += [f"seen={seen}"] if seen else []
    return " ".join(words)


def _link_line(link: Link, seen: str) -> str:
    up = str(link.up) if link.up.kind == "unit" else link.up.name
    words = [link.kind, _quoted(link.down.name), _quoted(up)]
    words += [_quoted(link.more)] if link.more else []
    words += [f"seen={seen}"] if seen else []
    return " ".join(words)


def carries(rule: Node) -> Link:
    """The link of a rule's block to the clause that it carries out."""
    clause = rule.name.rsplit("@", 1)[1]
    return Link("carries", rule, Node("clause", rule.scope, clause))


def _quoted(text: str) -> str:
    return quote(text, safe=":/@.,()'!*+&;~$") or "-"


def _plain(text: str) -> str:
    return "" if text == "-" else unquote(text)


# ------------------------------------------------------------------------------------------------- reading


def read(path: Path) -> Lock | None:
    """The lock in a file; None where there is none.

    Raises BadInput, in one line with the remedy, for a file that cannot be read, one that a merge has left half
    done, one that was emptied, and one whose blocks are not what was written.
    """
    lines = _lines(path)
    if lines is None:
        return None
    for number, line in enumerate(lines, 1):
        if MARK.match(line):
            raise BadInput("a merge was left half done here", where=f"{path}:{number}", remedy=MEND)
    if not any(line.startswith("[") for line in lines) and lines != list(HEAD):
        raise BadInput("no block is left: it was emptied, or cut off", where=str(path), remedy=MEND)
    lock = Lock()
    for name, sum_, first, block in _blocks(path, lines):
        if digest(*block) != sum_:
            raise BadInput(
                f"block [{name}] is damaged, or was merged or edited by hand",
                where=f"{path}:{first}",
                remedy=MEND,
            )
        for number, line in enumerate(block, first + 1):
            if not _take(lock, name, line):
                raise BadInput(f"`{line[:60]}` is no entry", where=f"{path}:{number}", remedy=MEND)
    return lock


def mended(path: Path) -> tuple[Lock, list[str]]:
    """What is whole in a damaged or half-merged lock, and the lines that were left out.

    An entry that two branches have written differently is left out: it is then new to the lock, and what rests on
    it is looked at again.
    """
    lock = Lock()
    twice: set[Node] = set()
    left: list[str] = []
    name = ""
    for line in _lines(path) or []:
        header = re.fullmatch(r"\[([^\]\s]+)\]( .*)?", line)
        if header:
            name = header[1]
        elif line.strip() and not line.startswith("#") and not MARK.match(line):
            one = Lock()
            if not name or not _take(one, name, line):
                left.append(line)
                continue
            for node, facts in one.nodes.items():
                if lock.nodes.setdefault(node, facts) != facts:
                    twice.add(node)
            for link, seen in one.links.items():
                if lock.links.setdefault(link, seen) != seen:
                    lock.links[link] = UNSEEN
            lock.reasons |= one.reasons
    for node in sorted(twice):
        left.append(f"{node.kind} {node}")
        lock.nodes[node] = Facts(UNSEEN, lock.nodes[node].more)
    return lock, left


UNSEEN = "0" * DIGITS
"""The checksum of nothing: whatever is compared with it has changed."""


def _lines(path: Path) -> list[str] | None:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise BadInput(
            "not UTF-8", where=str(path), remedy="remove it, and run `queensbench trace lock`"
        ) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"cannot be read: {reason}", where=str(path), remedy="make it readable") from None


def _blocks(path: Path, lines: Iterable[str]) -> Iterator[tuple[str, str, int, list[str]]]:
    """Of each block its name, its checksum, the line of its header, and its lines."""
    head: tuple[str, str, int] | None = None
    block: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            if head is not None:
                yield (*head, block)
            match = re.fullmatch(r"\[([^\]\s]+)\] ([0-9a-f]+)", line)
            if match is None:
                raise BadInput(f"`{line[:60]}` heads no block", where=f"{path}:{number}", remedy=MEND)
            head, block = (match[1], match[2], number), []
        elif head is None:
            raise BadInput(f"`{line[:60]}` stands in no block", where=f"{path}:{number}", remedy=MEND)
        else:
            block.append(line)
    if head is not None:
        yield (*head, block)


def _take(lock: Lock, block: str, line: str) -> bool:
    """Add what a line of a block says; False if it says nothing."""
    verb, *words = line.split(" ")
    scope = block.removeprefix(SEEDS)
    if verb == "accepted":
        if len(words) < 3 or words[0] not in MORE:
            return False
        lock.reasons[Node(words[0], scope, _plain(words[1]))] = " ".join(words[2:])
        return True
    seen = words.pop().removeprefix("seen=") if words and words[-1].startswith("seen=") else ""
    names = [_plain(word) for word in words]
    if verb in MORE:
        if verb == "rule" and len(names) > 1:
            names[:2] = [f"{names[0]}@{names[1]}"]
        if len(names) != 2 + MORE[verb] or (verb == "unit") != block.startswith(SEEDS):
            return False
        node = Node(verb, scope, names[0])
        lock.nodes[node] = Facts(names[1], tuple(names[2:]))
        if verb == "rule":
            lock.links[carries(node)] = seen
        return True
    if verb not in LINKS or verb == "carries" or len(names) != (3 if verb == "bears" else 2):
        return False
    below, above = LINKS[verb]
    if above == "unit":
        place, colon, unit = names[1].rpartition(":")
        up = Node("unit", place, unit)
        if not colon:
            return False
    else:
        up = Node(above, scope, names[1])
    if verb == "reads" and "@" not in names[0]:
        return False
    lock.links[Link(verb, Node(below, scope, names[0]), up, names[2] if verb == "bears" else "")] = seen
    return True


# ----------------------------------------------------------------------------------------------- comparing


@dataclass(frozen=True)
class Change:
    """One thing that is no longer what the lock says.

    ``how``: added, removed, retired, reworded (its text), changed (anything else that others rest on), moved (it says
    the same elsewhere), renumbered (it says the same under another name, ``was``).
    """

    node: Node
    how: str
    was: str = ""

    @property
    def grave(self) -> bool:
        """Whether what rests on it is to be looked at again."""
        return self.how not in ("added", "moved", "renumbered")


def compared(old: Lock, new: Lock, retired: Iterable[Node] = ()) -> tuple[list[Change], Lock]:
    """What has become of the nodes since the lock was written, by kind and name; and the lock with today's names.

    A node that is gone while another of its kind and scope, that is new, says the same, is that one under another
    name: of several the first by name.  ``retired``: the clauses whose names have gone out of use.
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
        clause = node.name.rsplit("@", 1)[1] if node.kind == "rule" else ""
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
    """The old lock with the names of today, so that what only has another name is not taken for another thing."""
    names = {
        Node(change.node.kind, change.node.scope, change.was): change.node for change in found if change.was
    }
    if not names:
        return old

    def today(node: Node) -> Node:
        if node in names:
            return names[node]
        if node.kind == "rule":  # its clause may have another name
            function, clause = node.name.rsplit("@", 1)
            now = names.get(Node("clause", node.scope, clause))
            return node if now is None else Node("rule", node.scope, f"{function}@{now.name}")
        return node

    nodes = {today(node): facts for node, facts in old.nodes.items()}
    links = {
        Link(link.kind, today(link.down), today(link.up), link.more): seen for link, seen in old.links.items()
    }
    reasons = {today(node): reason for node, reason in old.reasons.items()}
    return Lock(nodes, links, reasons)


@dataclass(frozen=True)
class Doubt:
    """Why a node is suspect: the changes that reach it, each by the nodes on the way (the changed one first)."""

    node: Node
    ways: Mapping[Node, tuple[Node, ...]]


def suspects(old: Lock, new: Lock) -> dict[Node, Doubt]:
    """What rests, directly or not, on something that has changed since it was last looked at.

    ``old`` is the lock with the names of today.  What has changed itself is suspect only if something that it rests on
    has changed as well.
    """
    if not any(stale(old, new, link) for link in old.links):
        return {}
    below: dict[Node, list[Link]] = {}
    for link in [*new.links, *(one for one in old.links if one not in new.links)]:
        if link.down in new.nodes:  # what rests on something that is gone
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
    """Whether the upper end of a link is no longer what it was when the lower one was last looked at."""
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
    """The lock with everything that makes nothing suspect: what is added, moved or has another name, and links."""
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
    """A lock without links to what it does not know, and without what every link would say anyway."""
    links = {
        link: "" if seen == lock.nodes[link.up].sum else seen
        for link, seen in lock.links.items()
        if link.up in lock.nodes and (link.down in lock.nodes)
    }
    reasons = {node: reason for node, reason in lock.reasons.items() if node in lock.nodes}
    return Lock(dict(lock.nodes), links, reasons)
