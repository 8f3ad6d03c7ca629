"""English against German: which readings part what is legal or scored, each with a shortest play, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from properties.queens_collection.studies.languages import languages, pairings, supported
from queensbench.engines.boxes import LOOPS
from queensbench.engines.runtime.box import Box
from queensbench.language import Instance
from queensbench.language.studies import Study
from queensbench.project.projects import load, rulings_of
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import build
from spec.queens_collection.preparation import DE, EN
from spec.queens_collection.rulings import r

MODES = load().ruleset("queens-collection").modes
DECLS = {decl.name: decl for decl in r.declared()}


class Bench:
    """The bench that an audit gives to a study."""

    def __init__(self, name: str) -> None:
        self.mode = MODES[name]

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Interpreter:
        boxes = {one.name: one for one in self.mode.all_instances()}
        return Interpreter(self.mode, boxes[instance] if isinstance(instance, str) else instance, readings)

    def box(self, instance: Instance | str) -> Any:
        assert isinstance(instance, Instance), "this study makes its own instances"
        system = build(self.mode, instance, ruleset="queens-collection")
        return Box("queens-collection", self.mode, instance, system, LOOPS)

    def explored(self) -> tuple[str, ...]:
        raise AssertionError("this study needs interpreters only")

    def rulings(self) -> Mapping[str, tuple[Any, ...]]:
        return {
            d.name: (d.house, *(x for x in d.readings if x is not d.house)) for d in rulings_of(self.mode)
        }


@cache
def study(name: str) -> Study:
    return languages(Bench(name))


ROWS: dict[str, list[tuple[str, str, str, str, str]]] = {
    "competitive": [
        (
            "first_player",
            "at_random",
            "any_way",
            "legal: agree_on_first_player(p=NORTH) is possible under German only",
            "1 choices, 1 steps: agree_on_first_player(p=NORTH)",
        ),
        (
            "pair_as_other",
            "any",
            "any_other",
            "legal: pair_with_two(own=RED, shown=RED, colour=RED) is possible under English only",
            "3 choices, 9 steps: pair_with_two(own=RED, shown=RED, colour=RED)",
        ),
        (
            "wild_pair",
            "no",
            "yes",
            "legal: pair_with_two(own=WILD, shown=ORANGE, colour=ORANGE) is possible under German only",
            "3 choices, 9 steps: pair_with_two(own=WILD, shown=ORANGE, colour=ORANGE)",
        ),
        (
            "substitute_cards",
            "all_three",
            "two",
            "legal: pair_with_two(own=RED, shown=WILD, colour=ORANGE) leads elsewhere (discards, phase, hand, pairs)",
            "3 choices, 9 steps: pair_with_two(own=RED, shown=WILD, colour=ORANGE)",
        ),
        (
            "round_end_check",
            "equal_turns",
            "after_action",
            "legal: pair(own=ORANGE, shown=ORANGE, colour=ORANGE) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, collected, boxes, points)",
            "4 choices, 10 steps: pair(own=ORANGE, shown=ORANGE, colour=ORANGE)",
        ),
        (
            "round_end_check",
            "equal_turns",
            "each_pawn",
            "legal: pair(own=ORANGE, shown=ORANGE, colour=ORANGE) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, collected, boxes, points)",
            "4 choices, 10 steps: pair(own=ORANGE, shown=ORANGE, colour=ORANGE)",
        ),
        (
            "round_end_check",
            "one_turn_each",
            "after_action",
            "legal: pair(own=ORANGE, shown=ORANGE, colour=ORANGE) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, collected, boxes, points)",
            "4 choices, 10 steps: pair(own=ORANGE, shown=ORANGE, colour=ORANGE)",
        ),
        (
            "round_end_check",
            "one_turn_each",
            "each_pawn",
            "legal: pair(own=ORANGE, shown=ORANGE, colour=ORANGE) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, collected, boxes, points)",
            "4 choices, 10 steps: pair(own=ORANGE, shown=ORANGE, colour=ORANGE)",
        ),
        (
            "round_reset",
            "removed_stay",
            "nothing",
            "legal: pair(own=ORANGE, shown=ORANGE, colour=ORANGE) leads elsewhere (pile, removed)",
            "6 choices, 13 steps: pair(own=ORANGE, shown=ORANGE, colour=ORANGE)",
        ),
    ],
    "cooperative": [
        (
            "difficulty_when",
            "before_deal",
            "before_play",
            "start: another beginning (pile)",
            "before the first move",
        ),
        (
            "beginner_removal",
            "always",
            "in_play",
            "legal: deal(card=YELLOW) leads elsewhere (pawns, out, place)",
            "0 choices, 5 steps: deal(card=YELLOW)",
        ),
        (
            "end_no_action",
            "all_passed",
            "nothing_useful",
            "ending: after draw(card=YELLOW) the game is over under German and goes on under English",
            "2 choices, 15 steps: draw(card=YELLOW)",
        ),
        (
            "end_no_action",
            "nothing_possible",
            "all_passed",
            "ending: after renew_three() the game is over under English and goes on under German",
            "4 choices, 17 steps: renew_three()",
        ),
        (
            "end_no_action",
            "nothing_possible",
            "nothing_useful",
            "ending: after draw(card=YELLOW) the game is over under German and goes on under English",
            "2 choices, 15 steps: draw(card=YELLOW)",
        ),
        (
            "draw_short",
            "as_many_as_there",
            "exchange_only",
            "legal: renew_two(first=RED, second=ORANGE) is possible under English only",
            "2 choices, 14 steps: renew_two(first=RED, second=ORANGE)",
        ),
        (
            "draw_short",
            "exchange_and_draw",
            "as_many_as_there",
            "legal: play_wild(by=RED, c=RED, x=ORANGE, y=RED) is possible under German only",
            "2 choices, 14 steps: play_wild(by=RED, c=RED, x=ORANGE, y=RED)",
        ),
        (
            "draw_short",
            "exchange_and_draw",
            "exchange_only",
            "legal: renew_two(first=RED, second=ORANGE) is possible under English only",
            "2 choices, 14 steps: renew_two(first=RED, second=ORANGE)",
        ),
        (
            "draw_short",
            "exchange_and_draw",
            "one_fresh_card",
            "legal: play_wild(by=RED, c=RED, x=ORANGE, y=RED) is possible under German only",
            "2 choices, 14 steps: play_wild(by=RED, c=RED, x=ORANGE, y=RED)",
        ),
        (
            "draw_short",
            "one_fresh_card",
            "exchange_only",
            "legal: renew_two(first=RED, second=ORANGE) is possible under English only",
            "2 choices, 14 steps: renew_two(first=RED, second=ORANGE)",
        ),
        (
            "burn_empty",
            "free",
            "barred",
            "legal: trade(other=NORTH, give=RED, take=ORANGE) is possible under English only",
            "3 choices, 16 steps: trade(other=NORTH, give=RED, take=ORANGE)",
        ),
        (
            "trade_wild",
            "any_card",
            "coloured_only",
            "legal: trade(other=EAST, give=WILD, take=ORANGE) is possible under English only",
            "2 choices, 14 steps: trade(other=EAST, give=WILD, take=ORANGE)",
        ),
        (
            "trade_count",
            "several",
            "one",
            "legal: burn(card=WILD) leads elsewhere (phase, active, traded)",
            "2 choices, 15 steps: burn(card=WILD)",
        ),
        (
            "same_pawn_colour",
            "other_colour",
            "same_colour",
            "legal: exchange_alike(a=ORANGE, by=WILD) is possible under German only",
            "2 choices, 14 steps: exchange_alike(a=ORANGE, by=WILD)",
        ),
        (
            "wild_moves",
            "moves_freely",
            "trades_places",
            "legal: exchange_with_wild(a=RED, by=WILD, b=ORANGE, x=ORANGE, y=RED) is possible under German only",
            "2 choices, 14 steps: exchange_with_wild(a=RED, by=WILD, b=ORANGE, x=ORANGE, y=RED)",
        ),
    ],
    "solo": [
        (
            "difficulty_when",
            "before_deal",
            "before_play",
            "start: another beginning (pile)",
            "before the first move",
        ),
        (
            "beginner_removal",
            "always",
            "in_play",
            "legal: deal(card=YELLOW) leads elsewhere (pawns, out)",
            "1 choices, 6 steps: deal(card=YELLOW)",
        ),
        (
            "solo_beginner_harder",
            "normal_only",
            "allowed",
            "start: another beginning (pile)",
            "before the first move",
        ),
        (
            "draw_short",
            "as_many_as_there",
            "exchange_only",
            "legal: renew_three() is possible under English only",
            "3 choices, 14 steps: renew_three()",
        ),
        ("draw_short", "exchange_and_draw", "as_many_as_there", "nothing seen", "all 96,350 positions"),
        (
            "draw_short",
            "exchange_and_draw",
            "exchange_only",
            "legal: renew_three() is possible under English only",
            "3 choices, 14 steps: renew_three()",
        ),
        (
            "draw_short",
            "exchange_and_draw",
            "one_fresh_card",
            "nothing seen",
            "all 96,350 positions",
        ),
        (
            "draw_short",
            "one_fresh_card",
            "exchange_only",
            "legal: renew_three() is possible under English only",
            "3 choices, 14 steps: renew_three()",
        ),
        (
            "same_pawn_colour",
            "other_colour",
            "same_colour",
            "legal: exchange_alike(a=YELLOW, by=WILD) is possible under German only",
            "2 choices, 10 steps: exchange_alike(a=YELLOW, by=WILD)",
        ),
        (
            "solo_count",
            "one",
            "up_to_three",
            "legal: renew_two(first=RED, second=RED) is possible under German only",
            "2 choices, 10 steps: renew_two(first=RED, second=RED)",
        ),
    ],
    "teams": [
        (
            "first_player",
            "at_random",
            "any_way",
            "legal: agree_on_first_player(p=NORTH) is possible under German only",
            "1 choices, 1 steps: agree_on_first_player(p=NORTH)",
        ),
        (
            "pair_as_other",
            "any",
            "any_other",
            "legal: pair_with_two(own=RED, shown=WILD, colour=RED) is possible under English only",
            "3 choices, 11 steps: pair_with_two(own=RED, shown=WILD, colour=RED)",
        ),
        (
            "wild_pair",
            "no",
            "yes",
            "legal: pair_with_two(own=WILD, shown=ORANGE, colour=ORANGE) is possible under German only",
            "3 choices, 11 steps: pair_with_two(own=WILD, shown=ORANGE, colour=ORANGE)",
        ),
        (
            "substitute_cards",
            "all_three",
            "two",
            "legal: pair_with_two(own=RED, shown=WILD, colour=ORANGE) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, display, collected, boxes, points, pairs)",
            "3 choices, 11 steps: pair_with_two(own=RED, shown=WILD, colour=ORANGE)",
        ),
        (
            "round_end_check",
            "equal_turns",
            "after_action",
            "legal: pair(own=RED, shown=WILD, colour=RED) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, display, collected, boxes, points)",
            "2 choices, 9 steps: pair(own=RED, shown=WILD, colour=RED)",
        ),
        (
            "round_end_check",
            "equal_turns",
            "each_pawn",
            "legal: pair(own=RED, shown=WILD, colour=RED) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, display, collected, boxes, points)",
            "2 choices, 9 steps: pair(own=RED, shown=WILD, colour=RED)",
        ),
        (
            "round_end_check",
            "one_turn_each",
            "after_action",
            "legal: pair(own=RED, shown=WILD, colour=RED) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, display, collected, boxes, points)",
            "2 choices, 9 steps: pair(own=RED, shown=WILD, colour=RED)",
        ),
        (
            "round_end_check",
            "one_turn_each",
            "each_pawn",
            "legal: pair(own=RED, shown=WILD, colour=RED) leads elsewhere (pawns, pile, discards, phase, active, first, round, hand, display, collected, boxes, points)",
            "2 choices, 9 steps: pair(own=RED, shown=WILD, colour=RED)",
        ),
        (
            "round_reset",
            "removed_stay",
            "nothing",
            "legal: pair(own=RED, shown=RED, colour=RED) leads elsewhere (pile, removed)",
            "4 choices, 12 steps: pair(own=RED, shown=RED, colour=RED)",
        ),
        (
            "team_exchange_phase",
            "within_pairs",
            "instead_of_swap",
            "legal: receive(card=ORANGE) leads elsewhere (phase, active)",
            "4 choices, 11 steps: receive(card=ORANGE)",
        ),
    ],
}


@pytest.mark.parametrize("name", sorted(MODES))
def test_the_study_has_these_rows(name: str) -> None:
    """Ruling, English reading, German reading, what differs, where."""
    assert [(*row[1:4], *row[5:]) for row in study(name).rows] == ROWS[name]
    assert {row[4] for row in study(name).rows} == {name}


FINDINGS: dict[str, list[str]] = {
    "competitive": [
        "20 rulings can arise in this mode; both documents support the same readings of 14",
        "6 part the documents, 6 of them in what is legal or scored in a small box",
        "a reading that both documents support is left in 1 of these: round_end_check",
    ],
    "cooperative": [
        "30 rulings can arise in this mode; both documents support the same readings of 21",
        "9 part the documents, 9 of them in what is legal or scored in a small box",
        "a reading that both documents support is left in 6 of these: difficulty_when, end_no_action, draw_short, trade_wild, trade_count, wild_moves",
    ],
    "solo": [
        "22 rulings can arise in this mode; both documents support the same readings of 16",
        "6 part the documents, 6 of them in what is legal or scored in a small box",
        "a reading that both documents support is left in 3 of these: difficulty_when, draw_short, solo_count",
    ],
    "teams": [
        "23 rulings can arise in this mode; both documents support the same readings of 16",
        "7 part the documents, 7 of them in what is legal or scored in a small box",
        "a reading that both documents support is left in 1 of these: round_end_check",
    ],
}


@pytest.mark.parametrize("name", sorted(MODES))
def test_the_study_has_these_findings(name: str) -> None:
    assert study(name).findings == FINDINGS[name]


def test_which_reading_a_language_supports() -> None:
    ending = DECLS["end_no_action"]
    assert [x.name for x in supported(ending, EN)] == ["ALL_PASSED", "NOTHING_POSSIBLE"]
    assert [x.name for x in supported(ending, DE)] == ["ALL_PASSED", "NOTHING_USEFUL"]
    assert [(p.english.name, p.german.name) for p in pairings(ending)] == [
        ("ALL_PASSED", "NOTHING_USEFUL"),
        ("NOTHING_POSSIBLE", "ALL_PASSED"),
        ("NOTHING_POSSIBLE", "NOTHING_USEFUL"),
    ]
    assert list(pairings(DECLS["passing"])) == []


def test_every_ruling_that_names_a_document_has_a_row() -> None:
    named = {decl.name for decl in DECLS.values() if decl.documents}
    assert len(named) == 18
    assert {row[1] for name in MODES for row in study(name).rows} == named
    assert {(row[1], name) for name in MODES for row in study(name).rows} == {
        (decl.name, mode) for decl in DECLS.values() if decl.documents for mode in decl.modes
    }
