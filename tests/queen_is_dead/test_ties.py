"""The table of ties, by z3: who acts, of all positions with two tiles face up at the rolled place.

The study ``initiative.ties`` plays one position a pair on a board of three, by the interpreter, and reads the order
from a graph.  Here the rules are executed on symbols (by the reader that z3 has) in the box as sold: any two tiles,
any Masters, any rolled position, any tokens, any other tiles, either side's turn, every reading.  Nothing is shared
but the model's text and the study's answer.

Three steps are taken without a choice: the roll sets who is due, a tile begins to act, its ability begins, which is
when a Sniper or an Assassin strikes.  What comes after is shown of every typed state, step by step: no choice changes
who is due, the tile that is due acts, and the turn does not end before that.

Of a position it is supposed: it is between turns, nobody is due, and what is proved of every reachable state
elsewhere (``SUPPOSED``).  Who acts *first* depends on nothing else.  Whether the second acts depends on two things,
each shown here to matter for the pairs named: a face-up Guard beside the second tile keeps it from an Assassin, and
at the centre a Sniper aims at the tile opposite.  What ends the game during the first ability ends the order, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import z3

from model.queen_is_dead.modes import mode
from properties.queen_is_dead import claims, shape
from properties.queen_is_dead.studies.ties import ties
from queensbench.language.studies import Study
from queensbench.project.projects import rulings_of
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.symbolic.execution import BitVectors, Symbolic, Term, and_, not_, or_
from queensbench.rules.system import build, properties_of
from queensbench.rules.typed import ir

# Of every reachable state these are proved elsewhere, in the modules that declare them.
DECLARED_IN = (claims.__name__, shape.__name__)
SUPPOSED = ("tokens.conserved", "master.has_icon", "shape.reveal")
SIDES = ("White", "Black")
ABILITY = (
    "EFFECT",
    "ORDER",
    "RETURN",
    "EXTRA",
    "TAKE_TWO",
    "TAKE_ONE",
    "TURN_UP",
    "SWAP",
    "GIVE",
    "TAKE",
    "ABILITY_DONE",
)

Pair = tuple[str, str]
Order = tuple[str, ...]
Table = dict[Pair, Order]


# ------------------------------------------------------------------------------------- the study's answer


class Bench:
    """The bench that the study works with."""

    def interpreter(self, instance: Any, readings: Mapping[str, Any] | None = None) -> Interpreter:
        return Interpreter(mode, instance, readings)

    def box(self, instance: object) -> Any:
        raise AssertionError("this study needs interpreters only")

    def explored(self) -> tuple[str, ...]:
        raise AssertionError("this study needs interpreters only")

    def rulings(self) -> Mapping[str, tuple[Any, ...]]:
        return {d.name: (d.house, *(r for r in d.readings if r is not d.house)) for d in rulings_of(mode)}


def order(text: str) -> Order:
    """An order as the study writes it."""
    assert " / " not in text
    return () if text == "neither" else tuple(text.split(" then "))


def mirrored(table: Table) -> Table:
    """The table with the tiles exchanged as well: the study lists each pair once."""
    other = {"White": "Black", "Black": "White"}
    return {
        (black, white): tuple(other[side] for side in acts) for (white, black), acts in table.items()
    } | table


@pytest.fixture(scope="module")
def study() -> Study:
    return ties(Bench())


def tables(study: Study) -> dict[tuple[str, str], Table]:
    """The orders by ruling and reading: those where the study finds that other tiles act; and the house's."""
    house = {(row[0], row[1]): order(row[2]) for row in study.rows}
    found = {("", ""): house}
    for row in study.rows:
        for name, reading, acts in re.findall(r"(\w+)=(\w+) \(acts: ([^;)]*)", row[4]):
            found.setdefault((name, reading), dict(house))[row[0], row[1]] = order(acts)
    return {key: mirrored(table) for key, table in found.items()}


# ------------------------------------------------------------------------------------------ the rules


class Rules:
    """The rules of the box as sold on symbols, with names for cells."""

    def __init__(self) -> None:
        self.system = build(mode, mode.full)
        self.symbols = Symbolic(self.system, BitVectors(self.system))
        self.blocks = {block.name: block for block in self.system.fields}
        self.numbers = {t.name: i for i, t in enumerate(self.system.transitions)}
        self.automatic = [t.name for t in self.system.transitions if t.kind == "automatic"]
        self.line = self.blocks["line"].index[1]
        tile = self.blocks["line"].value
        assert isinstance(tile, ir.KindType)
        self.characters = tile.members

    def at(self, name: str, *index: int) -> int:
        """The place of a cell among all cells."""
        block, offset = self.blocks[name], 0
        for value, t in zip(index, block.index, strict=True):
            offset = offset * ir.size(t) + value - t.lo
        return block.offset + offset

    def phase(self, name: str) -> int:
        t = self.blocks["phase"].value
        assert isinstance(t, ir.KindType)
        return t.members.index(name)

    def in_phase(self, cells: list[Term], *names: str) -> Term:
        return or_(*(self.symbols.equal(cells[self.at("phase")], self.phase(name)) for name in names))

    def due(self, cells: list[Term], side: int) -> Term:
        return cells[self.at("pending", side)]

    def follow(self, cells: list[Term]) -> tuple[list[Term], dict[str, Term], Term]:
        """The first automatic step that is possible: the cells after it, which it is, and violations."""
        after, still, violated = list(cells), True, False
        happens: dict[str, Term] = {}
        for name in self.automatic:
            found = self.symbols.step(self.numbers[name], cells, [])
            now = and_(still, not_(found.refused))
            happens[name] = now
            violated = or_(violated, and_(still, found.violated))
            after = [self.symbols.choose(now, new, old) for new, old in zip(found.cells, after, strict=True)]
            still = and_(still, found.refused)
        return after, happens, violated

    def none(self, *conditions: Term) -> bool:
        """Whether no state satisfies all of some conditions."""
        solver = z3.SolverFor("QF_BV")
        solver.set("rlimit", 200_000_000)
        solver.add(*(self.symbols.truth(c) for c in (*conditions, self.symbols.assumptions())))
        answer = solver.check()
        assert answer != z3.unknown
        return bool(answer == z3.unsat)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules()


class Opening:
    """From the roll until the first ability has begun: ``before`` the roll, ``due``, ``acting``, ``begun``."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        s, at, system = rules.symbols, rules.at, rules.system
        self.before = s.state("x.")
        self.before[at("phase")] = rules.phase("ROLL")
        self.before[at("ended")] = False
        self.before[system.silent_cell] = 0
        for side in range(2):
            self.before[at("pending", side)] = False
        roll = rules.numbers["roll"]
        self.total = s.symbol("total", rules.line)
        rolled = s.step(roll, self.before, [self.total])
        self.due = rolled.cells
        self.acting, self.first, one = rules.follow(self.due)
        self.begun, self.second, two = rules.follow(self.acting)
        self.violated = or_(rolled.violated, one, two)
        judges = {judge.name: number for number, judge in enumerate(system.judges)}
        self.given = [
            s.typed(self.before),
            s.inside(self.total, rules.line),
            not_(rolled.refused),
            *(self.here(side, lambda side, k: self.before[at("face_up", side, k)]) for side in range(2)),
            *(s.judge(judges[name], self.before)[0] for name in SUPPOSED),
        ]
        self.goes_on = not_(or_(self.begun[at("ended")], s.stopped(self.begun)))

    def here(self, side: int, what: Any) -> Term:
        """The facts about a side at the rolled position."""
        s, line = self.rules.symbols, self.rules.line
        return or_(*(and_(s.equal(self.total, k), what(side, k)) for k in range(line.lo, line.hi + 1)))

    def lies(self, side: int, tile: str) -> Term:
        """The side's tile there is a character, or a Recruit with a Master: ``Spy``, ``Recruit (Spy)``."""
        s, at, characters = self.rules.symbols, self.rules.at, self.rules.characters
        name, _, master = tile.upper().rstrip(")").partition(" (")
        number = characters.index(name)
        there = self.here(side, lambda side, k: s.equal(self.before[at("line", side, k)], number))
        if not master:
            return there
        return and_(there, s.equal(self.before[at("master", side)], characters.index(master)))

    def guarded(self, side: int) -> Term:
        """A face-up Guard lies beside the side's tile."""
        s, at, line = self.rules.symbols, self.rules.at, self.rules.line
        guard = self.rules.characters.index("GUARD")

        def beside(side: int, k: int) -> Term:
            return or_(
                *(
                    and_(
                        s.equal(self.before[at("line", side, j)], guard), self.before[at("face_up", side, j)]
                    )
                    for j in (k - 1, k + 1)
                    if line.lo <= j <= line.hi
                )
            )

        return self.here(side, beside)

    def central(self) -> Term:
        """The rolled position is the middle of the bar."""
        return self.rules.symbols.equal(self.total, (self.rules.line.lo + self.rules.line.hi) // 2)

    def read(self, name: str, reading: str) -> Term:
        """A ruling is read in one way."""
        number = [r.name for r in self.rules.system.rulings].index(name)
        place = self.rules.system.rulings[number].readings.index(reading.upper())
        return self.rules.symbols.equal(self.rules.symbols.readings[number], place)

    def house(self, name: str) -> Term:
        """A ruling is read as in the house."""
        ruling = next(r for r in self.rules.system.rulings if r.name == name)
        return self.read(name, ruling.readings[ruling.house])

    def first_is_not(self, acts: Order) -> Term:
        """Another tile than the table says begins, or none, or one where the table says that neither acts."""
        begins = self.first["next_character"]
        if not acts:
            return begins
        s = self.rules.symbols
        side = SIDES.index(acts[0])
        return not_(and_(begins, s.equal(self.acting[self.rules.at("acting")], side)))

    def second_is_not(self, acts: Order) -> Term:
        """The game goes on, and who is due then is another tile than the table says."""
        s = self.rules.symbols
        wrong = [
            not_(s.equal(self.rules.due(self.begun, side), SIDES[side] in acts[1:])) for side in range(2)
        ]
        return and_(self.goes_on, or_(*wrong))

    def other(self, acts: Order) -> int:
        """The side that does not act first (any, where neither does)."""
        return 1 if not acts or acts[0] == "White" else 0

    def disagreements(self, table: Table, wrong: Any, *given: Term) -> set[Pair]:
        """The pairs of which a position is not as the table says; ``wrong`` and ``given`` are conditions."""
        truth = self.rules.symbols.truth
        solver = z3.SolverFor("QF_BV")
        solver.set("rlimit", 400_000_000)
        solver.add(*(truth(c) for c in (*self.given, *given, self.rules.symbols.assumptions())))
        picks = {}
        for number, (pair, acts) in enumerate(table.items()):
            picks[pair] = z3.Bool(f"pair.{number}")
            lies = and_(*(self.lies(side, tile) for side, tile in enumerate(pair)))
            solver.add(z3.Implies(picks[pair], truth(and_(lies, wrong(acts)))))
        solver.add(z3.Or(*picks.values()))
        found: set[Pair] = set()
        while (answer := solver.check()) == z3.sat:
            model = solver.model()
            named = {pair for pair, pick in picks.items() if z3.is_true(model.eval(pick))}
            assert named
            found |= named
            solver.add(*(z3.Not(picks[pair]) for pair in named))
        assert answer == z3.unsat
        return found


@pytest.fixture(scope="module")
def opening(rules: Rules) -> Opening:
    return Opening(rules)


# ------------------------------------------------------------------------------ the roll, the first ability


def test_the_study_has_every_pair_once(study: Study) -> None:
    """Ten characters, and a Recruit with each of seven Masters."""
    house = {(row[0], row[1]) for row in study.rows}
    assert len(study.rows) == len(house) == 17 * 18 // 2
    assert len(tables(study)["", ""]) == 17 * 17
    assert study.findings[0] == "153 pairs, 23 ties in which neither acts"


def test_what_is_supposed_is_declared_to_hold() -> None:
    declared = {d.name: d for d in properties_of(mode, mode.full) if d.module in DECLARED_IN}
    assert {(declared[name].kind, declared[name].expect.outcome) for name in SUPPOSED} == {
        ("always", "holds")
    }


def test_positions_that_are_supposed_exist_and_leave_no_range(rules: Rules, opening: Opening) -> None:
    assert not rules.none(*opening.given)
    assert rules.none(*opening.given, opening.violated)


def test_every_position_has_a_pair_of_the_study(study: Study, rules: Rules, opening: Opening) -> None:
    listed = [and_(opening.lies(0, white), opening.lies(1, black)) for white, black in tables(study)["", ""]]
    assert rules.none(*opening.given, not_(or_(*listed)))


def test_who_acts_first_and_the_ties_are_the_tables_in_every_position(study: Study, opening: Opening) -> None:
    """Under all readings, wherever the dice fall, whatever else lies on the table."""
    for table in tables(study).values():
        assert opening.disagreements(table, opening.first_is_not) == set()


def test_the_first_has_acted_and_who_is_due_then_is_the_tables(study: Study, opening: Opening) -> None:
    """Away from the centre, without a Guard beside the second tile, while the game goes on: under all readings.

    Only those rulings are fixed in which the study finds other orders: to each of its readings the study's.
    """
    found = tables(study)
    assert set(found) == {("", ""), ("recruit_aims", "nowhere")}
    for (name, reading), table in found.items():
        fixed = [opening.house(other) for other, _ in found if other and other != name]
        if name:
            fixed.append(opening.read(name, reading))
        assert disagreeing(opening, table, not_(opening.central()), *fixed) == set()


def disagreeing(opening: Opening, table: Table, *given: Term, guarded: bool = False) -> set[Pair]:
    """The pairs where the second tile is otherwise than the table says, with a Guard beside it or without."""

    def wrong(acts: Order) -> Term:
        beside = opening.guarded(opening.other(acts))
        return and_(opening.second_is_not(acts), beside if guarded else not_(beside))

    return opening.disagreements(table, wrong, *given)


# --------------------------------------------------------------------------------- what the order depends on


def strikers(character: str, table: Table) -> set[Pair]:
    """The pairs of which the first to act is a character, or a Recruit as one, and the other is no Guard."""
    names = (character, f"Recruit ({character})")
    return {
        pair
        for pair, acts in table.items()
        if acts and pair[SIDES.index(acts[0])] in names and "Guard" not in pair
    }


def with_second(table: Table, pairs: set[Pair], *, acts: bool) -> Table:
    """The table with the second tile acting in some pairs, or not."""
    other = {"White": "Black", "Black": "White"}
    return {
        pair: order if pair not in pairs else (order[0], other[order[0]]) if acts else order[:1]
        for pair, order in table.items()
    }


def test_a_guard_keeps_the_second_tile_from_an_assassin_and_changes_nothing_else(
    study: Study, opening: Opening
) -> None:
    table = tables(study)["", ""]
    struck = strikers("Assassin", table)
    assert len(struck) == 48
    assert all(len(table[pair]) == 1 for pair in struck)
    house = opening.house("recruit_aims")
    away = not_(opening.central())
    assert disagreeing(opening, table, away, house, guarded=True) == struck
    guarded = with_second(table, struck, acts=True)
    assert disagreeing(opening, guarded, away, house, guarded=True) == set()


def test_at_the_centre_a_sniper_aims_at_the_tile_opposite(study: Study, opening: Opening) -> None:
    table = tables(study)["", ""]
    aimed = strikers("Sniper", table)
    assert len(aimed) == 56
    assert all(len(table[pair]) == 2 for pair in aimed)
    house = opening.house("recruit_aims")
    assert disagreeing(opening, table, opening.central(), house) == aimed
    central = with_second(table, aimed, acts=False)
    assert disagreeing(opening, central, opening.central(), house) == set()


WRONG_FIRST: Table = {
    ("Noble", "Pilot"): ("Black", "White"),
    ("Spy", "Spy"): ("White", "Black"),
    ("Guard", "Guard"): ("White",),
    ("Gambler", "Recruit (Noble)"): (),
}
WRONG_SECOND: Table = {
    ("Sniper", "Recruit (Spy)"): ("White",),
    ("Assassin", "Recruit (Pilot)"): ("White", "Black"),
    ("Princess", "Guard"): ("White", "Black"),
}


def test_wrong_rows_are_named(study: Study, opening: Opening) -> None:
    """And no other pair is."""
    table = tables(study)["", ""]
    assert opening.disagreements(table | WRONG_FIRST, opening.first_is_not) == set(WRONG_FIRST)
    away, house = not_(opening.central()), opening.house("recruit_aims")
    assert disagreeing(opening, table | WRONG_SECOND, away, house) == set(WRONG_SECOND)


# ------------------------------------------------------------------------------------- the rest of the turn


def steps(rules: Rules, *left_out: str) -> Iterator[tuple[str, list[Term], list[Term], list[Term]]]:
    """Each transition from every typed state: its name, the cells before and after, and that it happens."""
    s, system = rules.symbols, rules.system
    for number, transition in enumerate(system.transitions):
        if transition.name in left_out:
            continue
        before = s.state("x.")
        args = s.arguments(transition.function, "a.")
        found = s.step(number, before, args)
        happens = [
            s.typed(before),
            s.argument_ranges(transition.function, args),
            not_(or_(found.refused, found.violated, s.stopped(before))),
        ]
        yield transition.name, before, found.cells, happens


def test_only_the_roll_makes_a_tile_due_and_only_acting_or_being_struck_ends_it(rules: Rules) -> None:
    s = rules.symbols
    for name, before, after, happens in steps(rules, "roll"):
        gained = [and_(rules.due(after, p), not_(rules.due(before, p))) for p in range(2)]
        assert rules.none(*happens, or_(*gained)), name
        if name not in ("next_character", "carry_out", "take_token"):
            changed = [not_(s.equal(rules.due(after, p), rules.due(before, p))) for p in range(2)]
            assert rules.none(*happens, or_(*changed)), name


def test_the_turn_goes_on_until_nobody_is_due(rules: Rules) -> None:
    """Abilities end where it is asked who is next; from there an ability or, with nobody due, the end of the turn."""
    for name, before, after, happens in steps(rules, "roll"):
        in_ability, asked = rules.in_phase(before, *ABILITY), rules.in_phase(before, "ACTIVATE")
        stays = rules.in_phase(after, *ABILITY, "ACTIVATE")
        assert rules.none(*happens, in_ability, not_(stays)), name
        assert rules.none(*happens, not_(in_ability), not_(asked), stays), name
        if name not in ("next_character", "all_have_acted"):
            assert rules.none(*happens, asked), name


def test_the_only_tile_that_is_due_acts_next(rules: Rules) -> None:
    s = rules.symbols
    before = s.state("x.")
    before[rules.at("phase")] = rules.phase("ACTIVATE")
    after, happens, _ = rules.follow(before)
    given = [s.typed(before), not_(s.stopped(before))]
    due = [rules.due(before, side) for side in range(2)]
    for side in range(2):
        right = and_(
            happens["next_character"],
            s.equal(after[rules.at("acting")], side),
            not_(rules.due(after, side)),
            or_(rules.in_phase(after, "EFFECT"), rules.in_phase(after, "ORDER")),
        )
        assert rules.none(*given, due[side], not_(due[1 - side]), not_(right))
    assert rules.none(*given, not_(or_(*due)), happens["next_character"])
