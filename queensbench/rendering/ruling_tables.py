"""Rulings as tables: whether each matters, how, how often, and with which others it interacts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench import __version__
from queensbench.analyses.audit.all_modes import Fault
from queensbench.analyses.rulings.best_play_values import BestPlay, number, percent_of
from queensbench.analyses.rulings.effects import Effect, Share
from queensbench.analyses.rulings.impact import (
    SEEN,
    Finding,
    Shown,
    counts,
    ranked,
)
from queensbench.analyses.verdicts.words import count, length_text
from queensbench.engines.runtime import ctrl_c
from queensbench.project.projects import Ruleset
from queensbench.rendering.audit_tables import FAULTY

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

COLUMNS = (
    "ruling", "comes up", "decides", "otherwise changes", "against", "first difference", "class", "on",
    "shortest play",
)  # fmt: skip

BEST_COLUMNS = (
    "ruling", "on", "against", "house", "otherwise", "deals", "positions", "games of best players",
)  # fmt: skip


def as_json(found: dict[Ruleset, list[Finding]], code: int, faults: Sequence[Fault] = ()) -> dict[str, Any]:
    """All findings as one object, ranked within each ruleset."""
    return {
        "queensbench": __version__,
        "exit": ctrl_c.exit_code(code),
        "interrupted": code == 130,
        "counts": counts(one for rows in found.values() for one in rows),
        "rulesets": [
            {
                "name": ruleset.name,
                "title": ruleset.title,
                "counts": counts(rows),
                "rulings": [one.as_json() for one in ranked(rows)],
            }
            for ruleset, rows in found.items()
        ],
        "faults": [fault.as_json() for fault in faults],
    }


def report(screen: Screen, ruleset: Ruleset, found: Sequence[Finding]) -> None:
    """Print the rulings of a ruleset by class and frequency, then dependences, interactions and open questions."""
    screen.head(f"{ruleset.name}  {ruleset.title}")
    screen.out.print()
    if not found:
        return
    games = {one.games for row in found for one in row.frequencies}
    title = "Rulings, what is worth most first"
    if games:
        title += f" ({max(games):,} games of random players with the box as sold; 95 % intervals)"
    screen.table(title, COLUMNS, [_row(one) for one in ranked(found)])
    _best_play(screen, found)
    _depends(screen, found)
    _interactions(screen, found)
    left = [one for one in found if one.matters in ("undecided", "not-seen")]
    if left:
        screen.head("Not decided")
        for one in left:
            screen.text(f"{one.ruling}: {one.matters}; {one.detail}", 2)
        screen.out.print()
    idle = [one.ruling for one in found if one.exercised is None]
    if idle:
        screen.head("Rulings of which no instance is known that runs both readings")
        screen.text(", ".join(idle), 2, hang=0)
        screen.out.print()
    screen.text(f"{count(len(found), 'ruling')}: {tally(found)}")
    screen.out.print()


def tally(found: Iterable[Finding]) -> str:
    """How many rulings are of each class, in words."""
    return ", ".join(f"{number} {name}" for name, number in counts(found).items() if number) or "none"


def _row(one: Finding) -> tuple[str, ...]:
    shares = ("", "", "", one.against) if one.effect is None else _shares(one.effect)
    where = f"{one.mode}/{one.instance}" if one.instance else ""
    return (one.ruling, *shares, one.matters, one.how, where, _length(one))


def _shares(effect: Effect) -> tuple[str, str, str, str]:
    """How often a ruling comes up, the share of these games that it decides, the other classes, and against what."""
    came = f"{'parts ' * effect.parted}{percent(effect.comes_up)}"
    left = [
        f"{name} {percent(share)}"
        for name, share in effect.shares.items()
        if name != "winner" and share.count
    ]
    decides = percent(effect.decides) if effect.comes_up.count else ""
    return came, decides, ", ".join(left), f"{effect.mode}: {effect.against}"


def percent(one: Share) -> str:
    """A share with its interval: ``12% (10-14)``; with one decimal below 10 %."""

    def short(share: float) -> str:
        text = f"{100 * share:.1f}" if 0 < share < 0.0995 else f"{100 * share:.0f}"
        return "0" if text == "0.0" else text

    return f"{short(one.share)}% ({short(one.low)}-{short(one.high)})"


def _length(one: Finding) -> str:
    if one.play is None:
        return ""
    first, *more = one.told
    return "; ".join([_far(first), *(f"{play.kind}: {_far(play)}" for play in more)])


def _best_play(screen: Screen, found: Sequence[Finding]) -> None:
    """Print what best play of small boxes is worth under both readings, where it differs somewhere."""
    known = [(one, best) for one in ranked(found) if (best := one.best_play) is not None]
    if not known:
        return
    rows = [(one.ruling, *best_cells(best)) for one, best in known if best.changes]
    if rows:
        screen.table("Best play, on small boxes that are solved under both readings", BEST_COLUMNS, rows)
    same = [one.ruling for one, best in known if not best.changes]
    if same:
        said = "Best play of a small box is worth the same in each position that both readings reach, and ends alike:"
        screen.text(f"{said} {', '.join(same)}")
        screen.out.print()


def best_cells(best: BestPlay) -> tuple[str, ...]:
    """The cells of a line: where, the reading, both values, the deals and positions with another value, the games."""
    deals = "" if best.changed is None else percent_of(best.changed)
    where = f"{best.mode}/{best.instance}"
    positions = f"{best.differ:,} of {best.common:,}"
    values = number(best.value), number(best.other)
    games = "" if best.effect is None else _games(best.effect)
    return where, best.against, *values, deals, positions, games


def _games(effect: Effect) -> str:
    """What becomes of games of best players, as shares of all games."""
    told = [
        f"{name} {percent(Share(share.count, effect.comes_up.of))}"
        for name, share in effect.shares.items()
        if share.count
    ]
    return ", ".join(told) or "the same"


def _far(play: Shown) -> str:
    near = "" if play.shortest else "at most "
    return f"{near}{length_text(play.choices, play.steps)}"


def _depends(screen: Screen, found: Sequence[Finding]) -> None:
    rows = [one for one in found if one.depends and one.matters not in SEEN]
    if not rows:
        return
    screen.head("Do not matter beside the house readings, but beside others")
    for one in rows:
        beside = "; ".join(
            f"{play.beside}: {play.kind} on {play.mode}/{play.instance}, {_far(play)}" for play in one.depends
        )
        screen.text(f"{one.ruling} beside {beside}", 2)
    screen.out.print()


def _interactions(screen: Screen, found: Sequence[Finding]) -> None:
    pairs = sum(len(one.interactions.tried) for one in found)
    if not pairs:
        return
    left = sum(one.interactions.not_tried for one in found)
    rows = [(one.ruling, pair) for one in found for pair in one.interactions.found]
    screen.head(
        f"Interactions: {count(pairs, 'pair')} of a ruling and another reading of another one tried, {left:,} not"
    )
    words: dict[str, int] = {}
    for _, pair in rows:
        words[pair.effect] = words.get(pair.effect, 0) + 1
    screen.text(", ".join(f"{number} {word}" for word, number in words.items()) or "none was found", 2)
    for ruling, pair in rows:
        if pair.effect in ("only together", "vanishes"):
            text = f"{ruling} beside {pair.other}={pair.reading} in {pair.mode}: {pair.effect}"
            screen.text(f"{text}; it {pair.beside}, alone it {pair.alone}", 2)
    screen.out.print()


def closing(
    screen: Screen, by_ruleset: Mapping[Ruleset, Sequence[Finding]], faults: Sequence[Fault], code: int
) -> None:
    """Print the last lines: the counts of all, where the plays are, and how many rulesets ended in a fault."""
    found = [one for rows in by_ruleset.values() for one in rows]
    screen.text(f"{count(len(found), 'ruling')} in all: {tally(found)}")
    if any(one.play is not None for one in found):
        screen.text("The plays: --json lists their steps, --plays DIR stores them for `queensbench replay`.")
    if code == 130:
        screen.interrupted()
    if faults:
        screen.head(FAULTY.format(count(len(faults), "audit")))
