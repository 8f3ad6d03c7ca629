"""The lock: its text, what it says of changes, what it refuses, and how it is mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.register import lock as locks
from queensbench.project.register import lock_text
from queensbench.project.register.lock import Change, Facts, Link, Lock, Node, placed

UNITS = {"u1": "aaaa", "u2": "bbbb", "u3": "cccc"}
LOST = "take the whole one from version control; or run `queensbench trace lock --mend`, and what is lost is new to it"
REMEDY = "run `queensbench trace lock --mend`, and look at what `queensbench trace` then calls suspect"


def unit(name: str) -> Node:
    return Node("unit", "doc.en", name)


def clause(name: str) -> Node:
    return Node("clause", "game", name)


ROLL = Node("rule", "game", "turn.roll@turn.roll")
MOVE = Node("rule", "game", "turn.move@turn.move")
SAID = Node("stated", "game", "turn.move@turn.end")
CLAIM = Node("property", "game", "in range")
ASKED = Node("ruling", "game", "past_the_end")


def small() -> Lock:
    """Two clauses: the first carried out by a rule; the second doubted by a ruling that its own rule reads."""
    nodes = {unit(name): Facts(sum_, ("rule", "Page 1")) for name, sum_ in UNITS.items()}
    nodes |= {
        clause("turn.roll"): Facts("1111", ("t1", "normative", "model")),
        clause("turn.move"): Facts("2222", ("t2", "normative", "model,property")),
        clause("turn.end"): Facts("3333", ("t3", "normative", "")),
        ROLL: Facts("r111"),
        MOVE: Facts("r222"),
        CLAIM: Facts("p111"),
        ASKED: Facts("q111"),
    }
    links = [
        Link("cites", clause("turn.roll"), unit("u1")),
        Link("cites", clause("turn.move"), unit("u2")),
        Link("cites", clause("turn.end"), unit("u2")),
        Link("bears", clause("turn.end"), clause("turn.move"), "depends-on"),
        placed(ROLL),
        placed(MOVE),
        Link("constrains", CLAIM, clause("turn.roll")),
        Link("doubts", ASKED, clause("turn.move")),
        Link("reads", MOVE, ASKED),
    ]
    return locks.normal(Lock(nodes, dict.fromkeys(links, "")))


def changed(*nodes: tuple[Node, str]) -> Lock:
    new = small()
    for node, sum_ in nodes:
        more = (sum_, *new.nodes[node].more[1:]) if node.kind == "clause" else new.nodes[node].more
        new.nodes[node] = Facts(sum_, more)
    return new


def written(tmp_path: Path, lock: Lock) -> Path:
    path = tmp_path / lock_text.NAME
    path.write_text(lock_text.written(lock), encoding="utf-8")
    return path


def test_a_lock_is_read_as_it_was_written(tmp_path: Path) -> None:
    lock = small()
    lock.links[Link("cites", clause("turn.roll"), unit("u1"))] = "dddd"
    lock.links[placed(MOVE)] = "eeee"
    lock.reasons[clause("turn.roll")] = "Only a comma."
    assert locks.normal(lock_text.read(written(tmp_path, lock)) or Lock()) == locks.normal(lock)


def test_its_text_is_one_line_an_entry_sorted_with_a_checksum_for_each_block() -> None:
    lock = small()
    lock.reasons[CLAIM] = "Asked of one more box."
    assert lock_text.written(lock).splitlines()[2:] == [
        "",
        "[game] 79dbf64e0643c620",
        "accepted property in%20range Asked of one more box.",
        "bears turn.end turn.move depends-on",
        "cites turn.end doc.en:u2",
        "cites turn.move doc.en:u2",
        "cites turn.roll doc.en:u1",
        "clause turn.end 3333 t3 normative -",
        "clause turn.move 2222 t2 normative model,property",
        "clause turn.roll 1111 t1 normative model",
        "constrains in%20range turn.roll",
        "doubts past_the_end turn.move",
        "property in%20range p111",
        "reads turn.move@turn.move past_the_end",
        "rule turn.move turn.move r222",
        "rule turn.roll turn.roll r111",
        "ruling past_the_end q111",
        "",
        "[seeds/doc.en] f66607a9943ff5aa",
        "unit u1 aaaa rule Page%201",
        "unit u2 bbbb rule Page%201",
        "unit u3 cccc rule Page%201",
        "",
        "end game seeds/doc.en",
    ]


def test_no_file_is_no_lock(tmp_path: Path) -> None:
    assert lock_text.read(tmp_path / lock_text.NAME) is None


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("clause turn.roll 1111", "clause turn.roll 1112", 4, "block [game] is damaged, or was merged or edited by hand"),
        ("rule turn.roll turn.roll r111\n", "", 4, "block [game] is damaged, or was merged or edited by hand"),
        ("clause turn.end", "<<<<<<< ours\nclause turn.end", 9, "a merge was left half done here"),
        ("[game] ", "[game]", 4, "`[game]1a27c12b9a5b7670` heads no block"),
        ("[game]", "stray\n[game]", 4, "`stray` stands in no block"),
    ],
)  # fmt: skip
def test_a_damaged_or_half_merged_lock_is_one_line(
    tmp_path: Path, old: str, new: str, where: int, what: str
) -> None:
    path = written(tmp_path, small())
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadInput) as error:
        lock_text.read(path)
    assert str(error.value) == f"{path}:{where}: {what}; {REMEDY}"


@pytest.mark.parametrize("length", [0, 60])
def test_an_emptied_lock_is_not_one_that_knows_nothing_yet(tmp_path: Path, length: int) -> None:
    path = written(tmp_path, small())
    path.write_text(path.read_text()[:length])
    with pytest.raises(BadInput) as error:
        lock_text.read(path)
    assert str(error.value) == f"{path}: no block is left: it was emptied, or cut off; {LOST}"


def fault(path: Path) -> str:
    """The line about a lock; nothing if it says what the small one says."""
    try:
        assert lock_text.read(path) == small()
    except BadInput as error:
        return str(error).removeprefix(f"{path}:")
    return ""


def test_wherever_a_lock_is_cut_off_one_line_says_so(tmp_path: Path) -> None:
    path = written(tmp_path, small())
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    game, seeds, end = (
        next(number for number, line in enumerate(lines) if line.startswith(word))
        for word in ("[game]", "[seeds/doc.en]", "end ")
    )
    found = []
    for kept in range(len(lines) + 1):
        path.write_text("".join(lines[:kept]))
        found.append(fault(path))
    emptied = f" no block is left: it was emptied, or cut off; {LOST}"
    damaged = f"block [{{}}] is damaged, or was merged or edited by hand; {REMEDY}"
    missing = "the last line is not there: what may have stood behind block [{}] is cut off, or an earlier version wrote it"
    whole = [seeds - 1, seeds]  # behind the last entry of the first block, and behind the empty line
    last = [end - 1, end]
    assert found == [
        emptied if kept <= game
        else f"{kept}: {missing.format('game')}; {LOST}" if kept in whole
        else f"{game + 1}: {damaged.format('game')}" if kept < seeds
        else f"{kept}: {missing.format('seeds/doc.en')}; {LOST}" if kept in last
        else f"{seeds + 1}: {damaged.format('seeds/doc.en')}" if kept < end
        else ""
        for kept in range(len(lines) + 1)
    ]  # fmt: skip
    for length in range(len(text)):  # and within a line: only the last line's end may go
        path.write_text(text[:length])
        assert (fault(path) == "") == (length == len(text) - 1), text[:length]


def test_a_line_less_is_told_unless_it_says_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, small())
    lines = path.read_text().splitlines(keepends=True)
    untold = []
    for number, line in enumerate(lines):
        path.write_text("".join(lines[:number] + lines[number + 1 :]))
        if not fault(path):
            untold.append(line)
    assert untold == [*(f"{line}\n" for line in lock_text.HEAD), "\n", "\n", "\n"]


def test_a_lost_block_a_strange_one_and_one_that_stands_twice(tmp_path: Path) -> None:
    path = written(tmp_path, small())
    head, game, seeds, end = path.read_text().split("\n\n")
    path.write_text(f"{head}\n\n{game}\n\n{end}")
    assert (
        fault(path)
        == f"{game.count(chr(10)) + 6}: block [seeds/doc.en] is lost, which the last line names; {LOST}"
    )
    path.write_text("\n\n".join([head, game, seeds.replace("doc.en", "doc.de"), end]))
    last = path.read_text().count("\n")
    told = "the last line does not name block [seeds/doc.de]: it is damaged, or was merged by hand"
    assert fault(path) == f"{last}: {told}; {REMEDY}"
    path.write_text(f"{head}\n\n{seeds}\n\n{seeds}\n\n{end}")
    assert fault(path) == f"{seeds.count(chr(10)) + 6}: block [seeds/doc.en] stands here twice; {REMEDY}"
    path.write_text(f"{head}\n\n{game}\n\n{end.rstrip()}\n\n{seeds}")
    first = seeds.split("\n")[0]
    assert fault(path) == f"{game.count(chr(10)) + 8}: `{first}` stands behind the last line; {REMEDY}"


def test_the_last_line_is_the_same_on_both_sides_of_a_merge_unless_blocks_come_or_go(tmp_path: Path) -> None:
    ours, theirs = changed((ROLL, "9999")), changed((unit("u1"), "8888"))
    both = changed((ROLL, "9999"), (unit("u1"), "8888"))
    base, one, two = (lock_text.written(lock).split("\n\n") for lock in (small(), ours, theirs))
    assert (one[0], one[2:], two[:2], two[3:]) == (base[0], base[2:], base[:2], base[3:])
    path = tmp_path / lock_text.NAME
    path.write_text("\n\n".join([*one[:2], *two[2:]]))
    assert lock_text.read(path) == both


def test_mending_tells_what_is_lost_with_its_block(tmp_path: Path) -> None:
    path = written(tmp_path, small())
    head, game, _, end = path.read_text().split("\n\n")
    path.write_text(f"{head}\n\n{game}\n\n{end}")
    lock, left = lock_text.mended(path)
    assert left == ["block [seeds/doc.en]"]
    assert locks.normal(lock).nodes == {node: f for node, f in small().nodes.items() if node.kind != "unit"}
    path.write_text(f"{head}\n\n{game}")
    assert lock_text.mended(path) == (lock, ["what may have stood behind block [game]"])
    path.write_text("")
    assert lock_text.mended(path) == (Lock(), ["all of it"])


def test_the_lock_of_a_project_without_rulesets_is_read(tmp_path: Path) -> None:
    assert lock_text.read(written(tmp_path, Lock())) == Lock()


def test_a_line_that_says_nothing_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, small())
    lines = path.read_text().splitlines()
    first, last = (
        lines.index(next(x for x in lines if x.startswith("[game]"))),
        lines.index("ruling past_the_end q111"),
    )
    lines[last] = "verdict holds"
    lines[first] = f"[game] {locks.digest(*lines[first + 1 : last + 1])}"
    path.write_text("\n".join(lines))
    with pytest.raises(BadInput) as error:
        lock_text.read(path)
    assert str(error.value) == f"{path}:{last + 1}: `verdict holds` is no entry; {REMEDY}"


def test_mending_keeps_what_is_whole_and_doubts_what_two_branches_say_differently(tmp_path: Path) -> None:
    path = written(tmp_path, small())
    text = path.read_text().replace(
        "clause turn.roll 1111 t1 normative model\n",
        "<<<<<<< ours\nclause turn.roll 1111 t1 normative model\n=======\n"
        "clause turn.roll 9999 t9 normative model\n>>>>>>> theirs\nnonsense\n",
    )
    path.write_text(text)
    lock, left = lock_text.mended(path)
    assert left == ["nonsense", "clause game:turn.roll"]
    path.write_text(lock_text.written(locks.normal(lock)))
    whole = lock_text.read(path)
    assert whole is not None
    found, old = locks.compared(locks.normal(whole), small())
    assert found == [Change(clause("turn.roll"), "changed")]
    assert list(locks.suspects(old, small())) == [CLAIM, ROLL]


# ---- what has changed


def test_nothing_changed_is_nothing_suspect() -> None:
    found, old = locks.compared(small(), small())
    assert (found, locks.suspects(old, small())) == ([], {})


def test_a_reworded_clause_makes_exactly_its_dependants_suspect() -> None:
    new = changed((clause("turn.move"), "9999"))
    found, old = locks.compared(small(), new)
    assert found == [Change(clause("turn.move"), "reworded")]
    ways = {node: doubt.ways for node, doubt in locks.suspects(old, new).items()}
    root = clause("turn.move")
    assert ways == {
        clause("turn.end"): {root: (root,)},
        MOVE: {root: (root,)},
        ASKED: {root: (root,)},
    }


def test_a_reworded_sentence_reaches_the_rules_through_clause_and_ruling() -> None:
    new = changed((unit("u2"), "9999"))
    found, old = locks.compared(small(), new)
    assert found == [Change(unit("u2"), "reworded")]
    ways = {node: doubt.ways[unit("u2")] for node, doubt in locks.suspects(old, new).items()}
    move = clause("turn.move")
    assert ways == {
        clause("turn.end"): (unit("u2"),),
        move: (unit("u2"),),
        MOVE: (unit("u2"), move),
        ASKED: (unit("u2"), move),
    }


def test_a_changed_ruling_makes_the_rule_that_reads_it_suspect() -> None:
    new = changed((ASKED, "9999"))
    found, old = locks.compared(small(), new)
    assert found == [Change(ASKED, "changed")]
    assert list(locks.suspects(old, new)) == [MOVE]


def test_added_removed_moved_renumbered_and_retired_are_told_apart() -> None:
    new = small()
    new.nodes[unit("u4")] = new.nodes.pop(unit("u3"))  # the same sentence under another number
    new.nodes[unit("u5")] = Facts("eeee", ("rule", "Page 2"))
    new.nodes[unit("u1")] = Facts("aaaa", ("rule", "Page 9"))
    del new.nodes[clause("turn.end")], new.nodes[CLAIM]
    other = Node("rule", "game", "begin.roll@turn.roll")
    new.nodes[other] = new.nodes.pop(ROLL)
    new.links[placed(other)] = ""
    new = locks.normal(new)
    found, old = locks.compared(small(), new, [clause("turn.end")])
    assert found == [
        Change(unit("u1"), "moved"),
        Change(unit("u4"), "renumbered", "u3"),
        Change(unit("u5"), "added"),
        Change(clause("turn.end"), "retired"),
        Change(other, "moved", "turn.roll@turn.roll"),
        Change(CLAIM, "removed"),
    ]
    assert locks.suspects(old, new) == {}


def test_a_clause_under_another_name_keeps_its_links() -> None:
    new = small()
    roll = clause("turn.throw")
    new.nodes[roll] = new.nodes.pop(clause("turn.roll"))
    rule = Node("rule", "game", "turn.roll@turn.throw")
    new.nodes[rule] = new.nodes.pop(ROLL)
    new.links |= {placed(rule): "", Link("cites", roll, unit("u1")): "", Link("constrains", CLAIM, roll): ""}
    new = locks.normal(new)
    found, old = locks.compared(small(), new)
    assert found == [Change(roll, "renumbered", "turn.roll")]
    assert old == new


def test_what_rested_on_a_removed_sentence_is_suspect() -> None:
    new = small()
    del new.nodes[unit("u1")]
    new = locks.normal(new)
    found, old = locks.compared(small(), new)
    assert found == [Change(unit("u1"), "removed")]
    assert list(locks.suspects(old, new)) == [clause("turn.roll"), CLAIM, ROLL]


# ---- accepting


def test_accepting_the_change_clears_all_that_it_reached() -> None:
    new = changed((clause("turn.move"), "9999"))
    lock = locks.accepted(small(), new, [clause("turn.move")], "A comma.")
    found, old = locks.compared(lock, new)
    assert (found, locks.suspects(old, new)) == ([], {})
    assert lock.reasons == {clause("turn.move"): "A comma."}


def test_accepting_one_that_rests_on_it_clears_that_one_alone() -> None:
    new = changed((clause("turn.move"), "9999"))
    lock = locks.accepted(small(), new, [ASKED], "The question is the same.")
    found, old = locks.compared(lock, new)
    assert found == [Change(clause("turn.move"), "reworded")]
    assert list(locks.suspects(old, new)) == [clause("turn.end"), MOVE]
    again = changed((clause("turn.move"), "8888"))  # changed once more: the ruling is suspect again
    assert list(locks.suspects(locks.compared(lock, again)[1], again)) == [clause("turn.end"), MOVE, ASKED]


def test_accepting_the_clause_below_a_sentence_clears_all_below_the_clause() -> None:
    new = changed((unit("u2"), "9999"))
    lock = locks.accepted(small(), new, [clause("turn.move")], "It says so still.")
    found, old = locks.compared(lock, new)
    assert found == [Change(unit("u2"), "reworded")]
    assert list(locks.suspects(old, new)) == [clause("turn.end")]


def test_what_makes_nothing_suspect_is_taken_in_and_the_rest_is_not() -> None:
    new = changed((clause("turn.move"), "9999"))
    new.nodes[unit("u4")] = new.nodes.pop(unit("u3"))
    new.nodes[unit("u5")] = Facts("eeee", ("rule", "Page 2"))
    new.links[Link("cites", clause("turn.end"), unit("u5"))] = ""
    found, old = locks.compared(small(), new)
    lock = locks.taken_in(old, new, found)
    assert locks.compared(lock, new)[0] == [Change(clause("turn.move"), "reworded")]
    assert lock.links.keys() == new.links.keys()
    assert list(locks.suspects(lock, new)) == list(locks.suspects(old, new))


def test_what_is_stated_is_written_read_and_compared_as_a_block_is(tmp_path: Path) -> None:
    lock = small()
    lock.nodes[SAID] = Facts("s111")
    lock.links[placed(SAID)] = ""
    path = written(tmp_path, locks.normal(lock))
    assert "stated turn.move turn.end s111" in path.read_text().splitlines()
    again = lock_text.read(path)
    assert again == lock
    assert placed(SAID) == Link("states", SAID, clause("turn.end"))
    new = lock_text.read(path)
    assert new is not None
    new.nodes[clause("turn.end")] = Facts("3334", ("t3", "normative", ""))
    assert SAID in locks.suspects(lock, new)
