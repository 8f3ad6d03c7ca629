"""What the local page offers, walked through by keyboard alone; where each walk ends is looked at in every look."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import ROOT, go, looked_at, served, step
from tests.browser.keys import Keys

pytest.importorskip("starlette", reason="the local page is not installed")

from tests.surfaces.page.test_engines import REPORT

SIX = "at?game=queue4/standard&instance=six"
SEEN = f"{SIX}&play=begin_queue:FIRST~reveal:1"
LOST = f"{SEEN}~shuffle_back~begin_queue:FIRST~reveal:1~add:FIRST:0~reveal:1~add:FIRST:0"
"""A play after which the player cannot win any more."""


class Hand(Keys):
    """Somebody at the keyboard, with a folder for files."""

    def __init__(self, page: Any, folder: Path) -> None:
        super().__init__(page)
        self.folder = folder

    def note(self, text: str) -> None:
        """Wait for a text."""
        self.page.get_by_text(text).locator("visible=true").first.wait_for(timeout=60_000)


Walk = Callable[[Hand], None]
WALKS: dict[str, tuple[str, Walk, bool]] = {}
"""By feature the address where the walk begins, the walk, and whether it has a page of its own."""


def walk(feature: str, begin: str, *, alone: bool = False) -> Callable[[Walk], Walk]:
    """A walk through a feature, from an address.

    ``alone``: on a page that nobody has used.  What one reader has explored or solved, the page offers to no other.
    """

    def add(found: Walk) -> Walk:
        assert feature not in WALKS
        WALKS[feature] = begin, found, alone
        return found

    return add


# ---------------------------------------------------------------------------------------- choosing, playing


@walk("rulebook, mode, instance, seats and readings are chosen", "")
def _(hand: Hand) -> None:
    hand.press("a[href='/choose?game=queue4/standard']")
    hand.page.wait_for_selector("input[name=instance]")
    hand.choose("input[name=instance]:checked", "six")
    hand.choose("select[name='seat.PLAYER']", "hand")
    hand.choose("select[name=chance]", "drawn")
    hand.open("form.choose details")
    hand.choose("select:has(option[value='stop_when=unseen'])", "stop_when=until_placed")
    hand.press("form.choose details button")
    hand.page.wait_for_selector("h1:text-is('Start')", timeout=60_000)
    hand.note("stop_when = until_placed")
    hand.open("#seats")
    assert hand.page.locator("select[name=chance]").input_value() == "drawn"


@walk("a move is chosen of those of an action", SIX)
def _(hand: Hand) -> None:
    assert hand.page.locator(".action h3").all_inner_texts() == ["Begin Queue queue"]
    hand.press("#moves button[value='begin_queue:FIRST']")
    step(hand.page, 1)


@walk(
    "a move is chosen on the board, also of a cell that stands for several", f"{SIX}&play=begin_queue:FIRST"
)
def _(hand: Hand) -> None:
    hand.press(".tabletop button[value='reveal:1']", "Space")
    step(hand.page, 2)
    hand.press("#moves button[value='play']")
    step(hand.page, 3)
    hand.press(".tabletop a.many")
    hand.note("Only what concerns")
    assert hand.page.locator("#moves button[name=move]").evaluate_all("all => all.map(e => e.value)") == [
        "add:FIRST:0",
        "add:FIRST:1",
    ]


@walk("chance is chosen with its odds, or drawn by them", f"{SIX}&play=begin_queue:FIRST")
def _(hand: Hand) -> None:
    assert hand.page.locator("#moves .odds").all_inner_texts() == ["1/3", "1/3", "1/3"]
    hand.press("#moves button[value='reveal:3']")
    step(hand.page, 2)
    hand.press("a:text-is('Undo')")
    step(hand.page, 1)
    hand.press("button:text-is('Draw by the odds')", "Space")
    step(hand.page, 2)


# ---------------------------------------------------------------------------------------- why not, what if


@walk("why not: a move of the list, with a value", SEEN)
def _(hand: Hand) -> None:
    hand.open("#why")
    hand.to("#why select[name=why]")
    hand.page.keyboard.type("add")
    hand.page.wait_for_selector("#why .answer")
    hand.page.locator(":focus").and_(hand.page.locator("#why select[name=why]")).wait_for()
    hand.choose("#why select[name='a.queue']", "FIRST")
    hand.press("#why button")
    hand.page.wait_for_selector("#why .answer strong:text-is('add: queue first')")
    assert "option.existing" in hand.page.locator("#why .answer").inner_text()


@walk("why not: a cell of which nothing can be done", SEEN)
def _(hand: Hand) -> None:
    hand.press(".tabletop a.idle:has-text('first Queue')")
    hand.note("Nothing can be done with first Queue now.")


@walk(
    "what if: both boards side by side, until the play parts",
    f"{SEEN.replace('six', 'six&r=stop_when=until_placed')}",
)
def _(hand: Hand) -> None:
    hand.open("#what-if")
    hand.choose("#what-if select", "stop_when=unseen")
    hand.press("#what-if button:text-is('Lay side by side')")
    hand.page.wait_for_selector("#second-board", timeout=60_000)
    assert hand.page.locator("#moves button[value='stop'] .note").inner_text() == "only here"
    hand.press("#moves button[value='stop']")
    step(hand.page, 3)
    assert hand.page.get_by_role("alert").inner_text().startswith("The play has parted: stop is refused by")


@walk("what if: a shortest play to where two readings part", f"{SIX}&if=stop_when=until_placed")
def _(hand: Hand) -> None:
    hand.press("#what-if button:text-is('Where do they part?')")
    hand.press("#what-if a:has-text('A shortest play to where the readings part has 3 steps')")
    step(hand.page, 2)
    hand.note("Possible only under this reading: stop.")


# ---------------------------------------------------------------------------------------- the tree


@walk("undo, and a fork", SEEN)
def _(hand: Hand) -> None:
    hand.press("a:text-is('Undo')")
    step(hand.page, 1)
    hand.press("#moves button[value='reveal:3']")
    step(hand.page, 2)
    assert hand.page.locator(".history li.d1").count() == 1
    hand.press("a:text-is('To the start')")
    hand.page.wait_for_selector("h1:text-is('Start')")
    hand.press(".history li:not(.d1) a >> nth=-1")
    step(hand.page, 2)


@walk("a position is named and compared", SEEN)
def _(hand: Hand) -> None:
    hand.write("input[name=name]", "the ace")
    hand.press("button:text-is('Name it')")
    hand.page.wait_for_selector("h1:text-is('the ace')")
    hand.press("a:text-is('Undo')")
    step(hand.page, 1)
    hand.choose("select[name=with]", "2")
    hand.press("button:text-is('Compare')")
    hand.page.wait_for_selector("#compared-board")


@walk("a link holds the play", SEEN)
def _(hand: Hand) -> None:
    before = hand.page.url
    hand.press("#permalink")
    hand.page.wait_for_function(
        "before => location.href !== before && location.pathname.startsWith('/t/')", arg=before
    )
    step(hand.page, 2)


@walk("a play is saved and opened in ITF", SEEN)
def _(hand: Hand) -> None:
    with hand.page.expect_download() as told:
        hand.press("a:text-is('Save as ITF')")
    told.value.save_as(hand.folder / "play.itf.json")
    hand.press("a.brand")
    hand.page.wait_for_selector("h1:text-is('Which game?')")
    hand.give("input[name=play]", hand.folder / "play.itf.json")
    hand.press("button:text-is('Open')")
    step(hand.page, 2)


# ---------------------------------------------------------------------------------------- seats


@walk(
    "what a seat sees, field by field",
    "at?game=queen-of-scots/standard&instance=duel&chance=drawn&seat.NORTH=random",
)
def _(hand: Hand) -> None:
    hand.open("#seats")
    hand.press("#seats a:text-is('seat 2')")
    hand.page.get_by_role("group", name="The table as seat 2 sees it").wait_for()
    hand.open("#seats details")
    assert hand.page.locator("#seats table.sees .hidden").count() >= 1


@walk("bots sit at seats, and chance is drawn", "at?game=queen-is-dead/standard&instance=blades")
def _(hand: Hand) -> None:
    hand.open("#seats")
    hand.choose("select[name='seat.WHITE']", "random")
    hand.choose("select[name='seat.BLACK']", "random")
    hand.choose("#seats select[name=chance]", "drawn")
    hand.press("#seats button:text-is('Sit so')")
    hand.page.wait_for_selector(
        ".status:has-text('Over: won by'), .status:has-text('The text is silent here')"
    )


# ---------------------------------------------------------------------------------------- what lies ahead


@walk("a box is solved: the value of each move, and a bot that plays best", SEEN, alone=True)
def _(hand: Hand) -> None:
    hand.open("#ahead")
    hand.press("button:text-is('Solve this box')")
    hand.page.wait_for_selector("#moves button[value='play'] .note:has-text(' best')", timeout=60_000)
    hand.open("#seats")
    hand.choose("select[name='seat.PLAYER']", "best")
    hand.choose("#seats select[name=chance]", "drawn")
    hand.press("#seats button:text-is('Sit so')")
    hand.page.wait_for_selector(".status:has-text('Over: won by')")


@walk("a box is explored: how far each ending is, and the play to one", SEEN, alone=True)
def _(hand: Hand) -> None:
    hand.open("#ahead")
    hand.press("button:text-is('Explore this box')")
    hand.note("Endings of this box")
    hand.note("The player can still win.")
    rows = hand.page.locator("#ahead tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == ["won by nobody", "won by the player"]
    assert all(row.split("\t")[1].isdigit() for row in rows)
    hand.press("#ahead tbody a >> nth=1")
    hand.page.wait_for_selector(".status:has-text('Over: won by the player')")


@walk("whether hope is lost", LOST, alone=True)
def _(hand: Hand) -> None:
    hand.open("#ahead")
    hand.press("button:text-is('Explore this box')")
    hand.note("The player has no way left to win.")
    assert "no way" in hand.page.locator("#ahead tbody tr:has-text('won by the player')").inner_text()


@walk("jumps to a property of an explored box", f"{SIX}&r=stop_when=until_placed", alone=True)
def _(hand: Hand) -> None:
    hand.open("#ahead")
    hand.press("button:text-is('Explore this box')")
    hand.note("Plays of properties")
    link = "#ahead h3:has-text('Plays of properties') ~ ul li >> nth=0"
    steps = int(hand.page.locator(link).inner_text().split(", ")[-1].split()[0])
    hand.press(f"{link} >> a")
    step(hand.page, steps)


@walk("jumps to where the text is silent", "at?game=queen-of-scots/standard&instance=short", alone=True)
def _(hand: Hand) -> None:
    hand.open("#ahead")
    hand.press("button:text-is('Explore this box')")
    hand.press("#ahead tbody tr:has-text('silent') a")
    hand.page.wait_for_selector(".status:has-text('The text is silent here')")


@walk("a state is found by a condition", SIX)
def _(hand: Hand) -> None:
    hand.open("#ahead")
    hand.write("input[name=condition]", "phase == SEEN and held == 3")
    hand.page.keyboard.press("Enter")
    hand.press("#ahead a:has-text('A shortest play to it has 2 steps')")
    step(hand.page, 2)


@walk("the states around are drawn, and lead there", f"{SIX}&play=begin_queue:FIRST")
def _(hand: Hand) -> None:
    hand.press("a:text-is('States around here')")
    hand.page.wait_for_selector("h1:text-is('The states around here')")
    hand.press("svg.around a >> nth=1")
    step(hand.page, 2)
    hand.press("a:text-is('States around here')")
    hand.page.wait_for_selector("h1:text-is('The states around here')")


@walk("jumps to the shortest play of a ruling", SIX)
def _(hand: Hand) -> None:
    hand.press("nav a:text-is('Plays to jump to')")
    hand.page.wait_for_selector("h1:has-text('Plays of')", timeout=60_000)
    hand.press("section:has(#stop_when) a >> nth=0")
    hand.page.wait_for_selector("#second-board", timeout=60_000)


# ---------------------------------------------------------------------------------------- engines, refusals


@walk("a finding about an engine, step by step, with both boards", "")
def _(hand: Hand) -> None:
    (hand.folder / "report.json").write_text(json.dumps(REPORT))
    hand.give("input[name=report]", hand.folder / "report.json")
    hand.press("button:text-is('Open the report')")
    hand.press("a:text-is('Step by step, both boards')")
    hand.page.wait_for_selector("h1:text-is('Finding 1: step 2')", timeout=60_000)
    hand.press("a:text-is('Step back')")
    hand.page.wait_for_selector("h1:text-is('Finding 1: step 1')")
    hand.press(".history a:text-is('reveal: card 3')")
    hand.page.wait_for_selector("h1:text-is('Finding 1: step 2')")
    assert hand.page.get_by_role("group", name="The table as the engine says").is_visible()


@walk("the findings about an engine, and a play that goes on by the rules", "")
def _(hand: Hand) -> None:
    (hand.folder / "report.json").write_text(json.dumps(REPORT))
    hand.give("input[name=report]", hand.folder / "report.json")
    hand.press("button:text-is('Open the report')")
    hand.press("a:text-is('Play on from there')")
    step(hand.page, 2)
    hand.page.go_back()
    hand.note("after")


@walk("a page that says no leads back", "at?game=queue4/standard&instance=nosuch")
def _(hand: Hand) -> None:
    hand.press("main a")
    hand.page.wait_for_selector("h1:text-is('Which game?')")


@pytest.mark.parametrize("feature", WALKS)
def test_it_is_worked_by_keyboard_alone(
    opened: Callable[..., Any], address: str, tmp_path: Path, feature: str
) -> None:
    begin, steps, alone = WALKS[feature]
    with served(tmp_path / "said", ROOT) if alone else nullcontext(address) as page:
        hand = Hand(go(opened(), page + begin), tmp_path)
        steps(hand)
        assert looked_at(hand.page) == []


def test_a_play_of_a_property_that_the_store_has_is_jumped_to(
    opened: Callable[..., Any], folder: Path, tmp_path: Path
) -> None:
    with served(tmp_path / "said", folder, QUEENSBENCH_STORE=str(folder / "store")) as snails:
        hand = Hand(go(opened(), f"{snails}plays?game=snail-race/race"), tmp_path)
        hand.press("#property-the_race_ends ~ ul a, h2:text-is('Properties') ~ section a >> nth=0")
        hand.page.wait_for_selector("h1:has-text('Step')", timeout=60_000)
        assert looked_at(hand.page) == []
