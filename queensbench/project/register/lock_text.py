"""The text of ``clauses.lock``: written, read, and mended after a merge.

One line an entry, sorted, so that two branches seldom meet in a line; a block for each document and each ruleset,
with a checksum of its own, so that a damaged or half-merged lock is noticed at once.  The last line names all blocks,
so that the loss of whole blocks is noticed too; it changes only when a document or a ruleset comes or goes.

=============================================  ==============================================================
``unit ID SUM KIND PLACE``                     a sentence of a document: the checksum of its text
``clause NAME SUM TEXT KIND NEEDS``            a clause: of all that it says, and of its text alone
``rule FUNCTION CLAUSE SUM``                   the block of a rule that carries out a clause
``stated FUNCTION CLAUSE SUM``                 the block of a rule that does what a clause states
``property NAME SUM``, ``ruling``, ``gap``     what a property asks, what a ruling or a gap says
``cites CLAUSE DOCUMENT:UNIT``                 links: the first rests on the second
``bears CLAUSE CLAUSE TYPE``
``constrains PROPERTY CLAUSE``
``doubts RULING CLAUSE``
``reads FUNCTION@CLAUSE RULING``
``accepted KIND NAME REASON``                  why somebody found that a change is in order
``end BLOCK BLOCK ...``                        the last line, behind all blocks
=============================================  ==============================================================

``seen=SUM`` behind a link: what the second was when the first was last looked at, where that is not what the
second's own line says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from queensbench.errors import BadInput
from queensbench.files.reading import read_text
from queensbench.project.register.lock import (
    LINKS,
    MORE,
    PLACED,
    SEEDS,
    UNSEEN,
    Facts,
    Link,
    Lock,
    Node,
    block_of,
    digest,
    placed,
)

NAME = "clauses.lock"
HEAD = (
    "# What every sentence, clause and link was when it was last looked at. Written by `queensbench trace lock`",
    "# and `queensbench trace accept`; after a merge run `queensbench trace lock --mend`.",
)
MEND = "run `queensbench trace lock --mend`, and look at what `queensbench trace` then calls suspect"
LOST = "take the whole one from version control; or run `queensbench trace lock --mend`, and what is lost is new to it"
END = "end"
MARK = re.compile(r"(<{7}|={7}|>{7}|\|{7})( |$)")


# ------------------------------------------------------------------------------------------------- writing


def written(lock: Lock) -> str:
    """The text of a lock."""
    blocks: dict[str, list[str]] = {name: [] for name in lock.scopes()}
    for node, facts in lock.nodes.items():
        blocks[block_of(node)].append(_node_line(node, facts, lock))
    for link, seen in lock.links.items():
        if link.kind not in PLACED.values():
            blocks[block_of(link.down)].append(_link_line(link, seen))
    for node, reason in lock.reasons.items():
        if node in lock.nodes:
            line = f"accepted {node.kind} {_quoted(node.name)} {' '.join(reason.split())}"
            blocks[block_of(node)].append(line)
    lines = list(HEAD)
    for name, block in blocks.items():
        block.sort()
        lines += ["", f"[{name}] {digest(*block)}", *block]
    lines += ["", " ".join([END, *blocks])]
    return "\n".join(lines) + "\n"


def _node_line(node: Node, facts: Facts, lock: Lock) -> str:
    words = [node.kind, *map(_quoted, node.name.rsplit("@", 1) if node.kind in PLACED else [node.name])]
    words += [facts.sum, *map(_quoted, facts.more)]
    if node.kind in PLACED:
        seen = lock.links.get(placed(node), "")
        words += [f"seen={seen}"] if seen else []
    return " ".join(words)


def _link_line(link: Link, seen: str) -> str:
    up = str(link.up) if link.up.kind == "unit" else link.up.name
    words = [link.kind, _quoted(link.down.name), _quoted(up)]
    words += [_quoted(link.more)] if link.more else []
    words += [f"seen={seen}"] if seen else []
    return " ".join(words)


def _quoted(text: str) -> str:
    return quote(text, safe=":/@.,()'!*+&;~$") or "-"


def _plain(text: str) -> str:
    return "" if text == "-" else unquote(text)


# ------------------------------------------------------------------------------------------------- reading


def read(path: Path) -> Lock | None:
    """The lock in a file; None where there is none.

    Raises BadInput, in one line with the remedy, for a file that cannot be read, one that a merge has left half
    done, one that was emptied or cut off, and one whose blocks are not those that were written.
    """
    lines = _lines(path)
    if lines is None:
        return None
    for number, line in enumerate(lines, 1):
        if MARK.match(line):
            raise BadInput("a merge was left half done here", where=f"{path}:{number}", remedy=MEND)
    body, named = _closed(path, lines)
    if named is None and not any(line.startswith("[") for line in body):
        raise BadInput("no block is left: it was emptied, or cut off", where=str(path), remedy=LOST)
    lock = Lock()
    found: list[str] = []
    for name, sum_, first, block in _blocks(path, body):
        if digest(*block) != sum_:
            raise BadInput(
                f"block [{name}] is damaged, or was merged or edited by hand",
                where=f"{path}:{first}",
                remedy=MEND,
            )
        if name in found:
            raise BadInput(f"block [{name}] stands here twice", where=f"{path}:{first}", remedy=MEND)
        found.append(name)
        for number, line in enumerate(block, first + 1):
            if not _take(lock, name, line):
                raise BadInput(f"`{line[:60]}` is no entry", where=f"{path}:{number}", remedy=MEND)
    fault, remedy = _lost(found, named)
    if fault:
        raise BadInput(fault, where=f"{path}:{len(lines) if named is None else len(body) + 1}", remedy=remedy)
    return lock


def _closed(path: Path, lines: list[str]) -> tuple[list[str], list[str] | None]:
    """The lines before the last one, and the blocks that it names; None without such a line."""
    for number, line in enumerate(lines):
        if line.split(" ")[0] == END:
            for behind, more in enumerate(lines[number + 1 :], number + 2):
                if more.strip() and not more.startswith("#"):
                    fault = f"`{more[:60]}` stands behind the last line"
                    raise BadInput(fault, where=f"{path}:{behind}", remedy=MEND)
            return lines[:number], line.split()[1:]
    return lines, None


def _lost(found: list[str], named: list[str] | None) -> tuple[str, str]:
    """The fault of the blocks that were found, compared with those that the last line names, and the remedy."""
    if named is None:
        behind = f"what may have stood behind block [{found[-1]}] is cut off, or an earlier version wrote it"
        return f"the last line is not there: {behind}", LOST
    for name in found:
        if name not in named:
            return f"the last line does not name block [{name}]: it is damaged, or was merged by hand", MEND
    for name in named:
        if name not in found:
            return f"block [{name}] is lost, which the last line names", LOST
    return "", ""


def mended(path: Path) -> tuple[Lock, list[str]]:
    """The undamaged entries of a damaged or half-merged lock, and the lines that were left out.

    An entry that two branches have written differently is left out, and what rests on it is looked at again.  A block
    that is lost is named among the lines; what stood in it will be new to the lock.
    """
    lock = Lock()
    twice: set[Node] = set()
    left: list[str] = []
    found: list[str] = []
    named: list[str] | None = None
    name = ""
    for line in _lines(path) or []:
        header = re.fullmatch(r"\[([^\]\s]+)\]( .*)?", line)
        if header:
            name = header[1]
            found.append(name)
        elif line.split(" ")[0] == END:
            named = [*(named or ()), *line.split()[1:]]
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
    if named is None:
        left.append(f"what may have stood behind block [{name}]" if name else "all of it")
    left += [f"block [{gone}]" for gone in dict.fromkeys(named or ()) if gone not in found]
    return lock, left


def _lines(path: Path) -> list[str] | None:
    try:
        return read_text(path, links=False).splitlines()
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
    """The blocks: the name of each, its checksum, the line of its header, and its lines."""
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
    """Add the entry in a line of a block; False for a line without one."""
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
        if verb in PLACED and len(names) > 1:
            names[:2] = [f"{names[0]}@{names[1]}"]
        if len(names) != 2 + MORE[verb] or (verb == "unit") != block.startswith(SEEDS):
            return False
        node = Node(verb, scope, names[0])
        lock.nodes[node] = Facts(names[1], tuple(names[2:]))
        if verb in PLACED:
            lock.links[placed(node)] = seen
        return True
    if verb not in LINKS or verb in PLACED.values() or len(names) != (3 if verb == "bears" else 2):
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
