"""The reference games by other programs: all count the same, and nothing is told where they do not."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks import __main__ as command
from benchmarks.peers import contestants, games, measuring, openspiel, page, plain_games
from benchmarks.peers.chart import APART, chart
from benchmarks.peers.contestants import OURS, Explorer, Failed, Found, Made
from benchmarks.peers.games import Counts, Played
from benchmarks.peers.measuring import Amount, Unequal, alike, compared
from benchmarks.peers.results import Explored, Game, Speed, Used
from tests.reference.walks import session

KEPT = Path(__file__).parents[1] / "docs" / "performance"

COUNTS = {  # states, moves, depth
    "tic-tac-toe": Counts(5_478, 16_167, 9),
    "Towers of Hanoi, 3 discs": Counts(27, 76, 7),
    "5-puzzle": Counts(360, 840, 21),
    "Connect-4, 3 x 3": Counts(869, 1_299, 9),
}
BOXES = {box.name: box for box in games.SMALL}
WIDER = games.connect_four(4, 3, 12_031)

needs_c = pytest.mark.skipif(bool(contestants.no_compiler()), reason=contestants.no_compiler())
needs_spin = pytest.mark.skipif(bool(contestants.no_spin()), reason=contestants.no_spin())
needs_openspiel = pytest.mark.skipif(bool(contestants.no_openspiel()), reason=contestants.no_openspiel())


def test_every_small_box_has_its_counts_here() -> None:
    assert set(BOXES) == set(COUNTS)
    assert {box.game for box in games.SMALL} == set(plain_games.GAMES) == set(contestants.PROMELA)
    assert {box.game for box in (*games.GROWING, *games.EXPLORED)} == set(plain_games.GAMES)


@pytest.mark.parametrize("name", COUNTS)
def test_plain_python_counts_the_states(name: str) -> None:
    box = BOXES[name]
    assert plain_games.explore(plain_games.GAMES[box.game](*box.numbers)) == COUNTS[name]


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("tic-tac-toe", "full"),
        ("Towers of Hanoi, 3 discs", "3 discs"),
        ("5-puzzle", "2x3"),
        ("Connect-4, 3 x 3", "3x3"),
    ],
)
def test_the_models_have_the_same_counts(name: str, instance: str) -> None:
    mode = importlib.import_module(f"tests.reference.{BOXES[name].game}").mode
    found = session(mode, instance).explored()
    assert Counts(found.states, found.transitions, found.levels) == COUNTS[name]


@needs_c
@pytest.mark.parametrize("name", COUNTS)
def test_c_counts_the_states(name: str, tmp_path: Path) -> None:
    made = contestants.c_explorer(BOXES[name], tmp_path)
    found = made.run()
    assert found.counts == COUNTS[name]
    assert found.seconds > 0
    assert found.peak > 100_000


@needs_spin
@pytest.mark.parametrize("name", COUNTS)
def test_spin_counts_the_states(name: str, tmp_path: Path) -> None:
    assert contestants.spin(BOXES[name], tmp_path, breadth=True).run().counts == COUNTS[name]


@needs_spin
def test_spin_counts_the_same_states_depth_first(tmp_path: Path) -> None:
    found = contestants.spin(BOXES["5-puzzle"], tmp_path, breadth=False).run()
    assert found.counts[:2] == COUNTS["5-puzzle"][:2]
    assert found.counts.depth > COUNTS["5-puzzle"].depth


@needs_spin
def test_a_search_that_spin_cuts_off_is_no_count(tmp_path: Path) -> None:
    box = BOXES["5-puzzle"]
    with pytest.raises(Failed, match="SPIN has not explored 5-puzzle"):
        contestants.spin(box._replace(longest=20), tmp_path, breadth=False).run()


@needs_spin
@needs_c
def test_a_line_of_four_is_seen_alike(tmp_path: Path) -> None:
    """3 x 3 has no line of four."""
    plain = plain_games.explore(plain_games.connect_four(4, 3))
    assert plain == Counts(12_031, 23_372, 12)
    assert contestants.spin(WIDER, tmp_path, breadth=True).run().counts == plain
    assert contestants.c_explorer(WIDER, tmp_path).run().counts == plain


def test_slanting_lines_go_both_ways() -> None:
    from benchmarks.peers.promela import fours

    assert len(list(fours(7, 6))) == 69
    assert sorted(fours(4, 4))[:3] == [(0, 1, 2, 3), (0, 4, 8, 12), (0, 5, 10, 15)]
    assert (12, 9, 6, 3) in set(fours(4, 4))


@needs_openspiel
def test_openspiel_counts_the_states() -> None:
    assert openspiel.explore("tic_tac_toe") == COUNTS["tic-tac-toe"]
    assert openspiel.explore("connect_four(rows=3,columns=3)") == COUNTS["Connect-4, 3 x 3"]
    assert openspiel.histories("kuhn_poker") == games.HISTORIES


@needs_openspiel
@pytest.mark.parametrize("way", [openspiel.play, openspiel.stepped])
def test_openspiel_plays_as_plain_python_does(way: object) -> None:
    assert callable(way)
    alike(
        "tic-tac-toe",
        {
            "plain Python": plain_games.play(plain_games.tic_tac_toe(), 2_000, 1),
            "OpenSpiel": way("tic_tac_toe", 2_000, 1),
        },
    )


@needs_c
def test_c_plays_as_plain_python_does(tmp_path: Path) -> None:
    chosen = next(game for game in games.PLAYED if game.game == "connect_four")
    made = contestants.c_player(chosen, tmp_path, 20_000)
    assert made is not None
    found = made.run().played
    assert found.games == 20_000
    assert 7 <= found.mean <= 42
    alike(chosen.name, {"C": found, "plain Python": plain_games.play(plain_games.connect_four(7, 6), 500, 1)})


# -------------------------------------------------------------------------------------------- what is refused

TOLD = Counts(5_478, 16_167, 9)


def test_equal_counts_are_handed_on() -> None:
    assert compared(BOXES["tic-tac-toe"], {"one": TOLD, "two": TOLD}) == TOLD


@pytest.mark.parametrize(
    "other", [TOLD._replace(states=5_477), TOLD._replace(transitions=1), TOLD._replace(depth=8)]
)
def test_another_count_is_refused(other: Counts) -> None:
    with pytest.raises(Unequal) as told:
        compared(BOXES["tic-tac-toe"], {"one": TOLD, "two": other})
    assert str(told.value) == (
        "tic-tac-toe is not explored alike: one: 5,478 states, 16,167 moves, depth 9, "
        f"two: {other.states:,} states, {other.transitions:,} moves, depth {other.depth}"
    )


def test_a_search_depth_first_is_excused_from_the_depth_alone() -> None:
    box = BOXES["tic-tac-toe"]
    assert compared(box, {"one": TOLD, "deep": TOLD._replace(depth=99)}, ["deep"]) == TOLD
    with pytest.raises(Unequal, match="is not explored alike"):
        compared(box, {"one": TOLD, "deep": TOLD._replace(transitions=99)}, ["deep"])


def test_what_all_have_found_has_to_be_what_is_known() -> None:
    wrong = TOLD._replace(states=5_000)
    with pytest.raises(Unequal, match=r"^tic-tac-toe has 5,478 states: one: 5,000 states"):
        compared(BOXES["tic-tac-toe"], {"one": wrong, "two": wrong})


def test_random_games_of_another_length_are_refused() -> None:
    near, far = Played(1_000, 7_600, 58_000), Played(1_000, 7_000, 50_000)
    alike("tic-tac-toe", {"one": near, "two": near._replace(steps=7_601)})
    with pytest.raises(Unequal) as told:
        alike("tic-tac-toe", {"one": near, "two": far})
    assert str(told.value) == (
        "tic-tac-toe is not played alike: a random game has 7.6000 moves by one, 7.0000 by two"
    )


def test_a_program_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"^sh has ended with exit code 3:\nno room$"):
        contestants.output(["sh", "-c", "echo no room >&2; exit 3"], tmp_path)


def test_a_run_uses_no_machine_code_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(command: list[str], folder: Path, **variables: str) -> str:
        assert variables == {"QUEENSBENCH_CODE": "off"}
        return '{"found": {}, "seconds": 1, "peak": 2, "ready": 3}'

    monkeypatch.setattr(contestants, "output", told)
    assert contestants.probe("queensbench", "explore", "hanoi", 3) == Found({}, 1, 2, 3)


# ----------------------------------------------------------------------------------------- rounds and command


def made_up(name: str, counts: Counts, *seconds: float, missing: str = "") -> Explorer:
    """An explorer that takes so long: once for its counts, then in each round."""
    waiting = [9.0, *seconds]

    def run() -> Found:
        return Found(counts._asdict(), waiting.pop(0), 2 << 20)

    return Explorer(name, lambda box, folder: Made(run, 0.5), lambda: missing)


def test_medians_of_rounds_and_of_ratios_within_them(tmp_path: Path) -> None:
    who = (made_up(OURS, TOLD, 1.0, 2.0, 4.0), made_up("C", TOLD, 0.5, 2.0, 1.0))
    found = measuring.exploring(BOXES["tic-tac-toe"], who, 3, tmp_path, growing=False)
    assert (found.states, found.transitions, found.depth) == TOLD
    assert found.used[OURS] == Used(ready=0.5, seconds=2.0, peak=2 << 20, ratio=1.0)
    assert found.used["C"] == Used(ready=0.5, seconds=1.0, peak=2 << 20, ratio=0.5)


def test_a_box_that_is_too_large_for_somebody_is_left_out() -> None:
    plain = next(one for one in contestants.EXPLORERS if one.name == "plain Python")
    assert [plain.takes(box) for box in games.GROWING] == [True, True, True, False, False]


def small(monkeypatch: pytest.MonkeyPatch, *who: Explorer) -> None:
    monkeypatch.setattr(contestants, "EXPLORERS", who)
    monkeypatch.setattr(contestants, "PLAYERS", ())
    monkeypatch.setattr(measuring, "QUICK", Amount(1, (BOXES["tic-tac-toe"],), (), (), 1))
    monkeypatch.setattr("benchmarks.peers.command.QUICK", measuring.QUICK)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small(monkeypatch, made_up(OURS, TOLD, 1.0), made_up("SPIN", TOLD, missing="no `spin` here"))
    assert command.main(["--peers", "explore", "--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Quick: shows that everything runs, the figures mean nothing."
    assert "Not measured: SPIN: no `spin` here." in lines
    assert "| tic-tac-toe | 5,478 | 16,167 | 9 |" in lines
    assert "| tic-tac-toe | 1 s |" in lines


def test_no_time_is_told_where_counts_differ(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(monkeypatch, made_up(OURS, TOLD, 1.0), made_up("C", TOLD._replace(depth=10), 1.0))
    assert command.main(["--peers", "--quick"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("tic-tac-toe is not explored alike: Queensbench: 5,478 states")


def test_figures_that_mean_nothing_are_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--peers", "--quick", "--keep"], ["--keep"]):
        with pytest.raises(SystemExit) as left:
            command.main(words)
        assert left.value.code == 2
        assert (
            capsys.readouterr()
            .err.splitlines()[-1]
            .endswith("error: --keep goes with --peers, and not with --quick, whose figures mean nothing")
        )


def test_a_machine_without_compiler_leaves_out_c_and_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(openspiel, "available", lambda: False)
    no_c, no_wheel = (
        "no C compiler here (cc, gcc, clang)",
        "OpenSpiel is not installed (the wheel `open_spiel`)",
    )
    assert measuring.missing("explore") == {"SPIN": no_c, "SPIN, depth first": no_c, "C": no_c}
    assert measuring.missing("play") == {
        "C": no_c,
        "OpenSpiel, its players": no_wheel,
        "OpenSpiel, from Python": no_wheel,
    }


# -------------------------------------------------------------------------------------------- what is written


def test_the_page_and_its_charts_are_made_of_the_figures_that_are_kept() -> None:
    explored, played = page.kept()
    written = (KEPT.parent / "performance.md").read_text(encoding="utf-8")
    assert page.put(written, [explored, played]) == written
    assert {path.stem: path.read_text(encoding="utf-8") for path in KEPT.glob("*.svg")} == page.charts(
        explored
    )


def test_the_figures_that_are_kept_are_those_of_the_games_and_of_everybody() -> None:
    explored, played = page.kept()
    for one in (explored, played):
        assert not one.quick
        assert one.rounds == measuring.FULL.rounds
        assert one.missing == {}
    assert [(row.name, row.states) for row in explored.explored] == [
        (box.name, box.states) for box in (*games.EXPLORED, *games.GROWING)
    ]
    assert [row.name for row in played.played] == [game.name for game in games.PLAYED]
    assert played.players == tuple(one.name for one in contestants.PLAYERS)
    assert explored.explorers == tuple(one.name for one in contestants.EXPLORERS)
    growing = [row.states for row in explored.explored if row.growing]
    assert growing[-1] / growing[0] > 10**4


def test_a_part_that_is_measured_again_replaces_its_figures_alone(tmp_path: Path) -> None:
    explored = page.kept()[0]
    speeds = {OURS: Speed(rate=2e6, mean=7.5, ratio=1.0), "C": Speed(rate=4e6, mean=7.5, ratio=2.0)}
    played = replace(explored, explored=(), played=(Game("dice", speeds),))
    (tmp_path / "performance.md").write_text(f"# P\n\n{page.BEGIN}\n{page.END}\nend\n", encoding="utf-8")
    page.keep([played], tmp_path)
    assert page.kept(tmp_path) == [played]
    assert not list((tmp_path / "performance").glob("*.svg"))
    page.keep([explored], tmp_path)
    page.keep([replace(played, rounds=99)], tmp_path)
    assert page.kept(tmp_path) == [explored, replace(played, rounds=99)]
    written = (tmp_path / "performance.md").read_text(encoding="utf-8")
    assert [line for line in written.splitlines() if line.startswith("#")] == [
        "# P",
        "## Exploring",
        "## Random games",
    ]
    assert (
        "| moves a second | Queensbench | C |\n| --- | ---: | ---: |\n| dice | 2 M | 4 M (2) |\n" in written
    )
    assert written.endswith(f"{page.END}\nend\n")
    assert sorted(path.name for path in (tmp_path / "performance").iterdir()) == [
        "memory.svg",
        "peers.json",
        "time.svg",
    ]


def test_bytes_a_state_are_the_growth_of_the_peak() -> None:
    def row(states: int, peak: int) -> Explored:
        return Explored("x", states, 0, 0, growing=True, used={"C": Used(0, 0, peak, 1)})

    assert page.slope([row(1_000, 5_000_000), row(11_000, 5_400_000)], "C") == 40
    assert page.slope([row(1_000, 5_000_000)], "C") is None
    assert page.slope([row(1_000, 5_000_000)], "SPIN") is None


def test_a_chart_places_points_by_their_logarithms() -> None:
    drawn = chart(
        "a < b",
        ("states", "seconds"),
        {"one": [(10, 0.1), (1_000, 10)], "two": [(10, 1), (100, 10)]},
        lambda power: f"{10.0**power:g}",
    )
    root = ET.fromstring(drawn)
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "a < b"
    assert root.findtext(f"{space}desc") == "one: 10: 0.1, 1,000: 10\ntwo: 10: 1, 100: 10"
    dots = [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in root.iter(f"{space}circle")]
    (left, low), (right, high), (_, half), (middle, top) = dots
    assert middle == pytest.approx((left + right) / 2)
    assert half == pytest.approx((low + high) / 2)
    assert top == high < low
    labels = [t for t in root.iter(f"{space}text") if t.text in {"one", "two"}]
    one, two = (float(t.attrib["y"]) for t in labels)
    assert abs(one - two) >= APART - 0.2
    assert not re.search(r"script|http(?!://www\.w3\.org/2000/svg)", drawn)


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(AssertionError, match="the page has no marks"):
        page.put("# Performance\n", page.kept())
