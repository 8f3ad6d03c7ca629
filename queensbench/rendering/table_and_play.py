"""The facts of audits about the pieces of the box and about play, as lines of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from queensbench.analyses.rulings.best_play_values import percent_of
from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

COLUMNS = ("of", "asked", "happens on (the shortest play)", "never on", "class")


def show(screen: Screen, instances: Sequence[Mapping[str, Any]]) -> None:
    """Print a line for each question of the instances that were exhausted, and the players' shares of random games."""
    answers = [(row["instance"], one) for row in instances for one in _rows(row)]
    left = {
        row["instance"]: why for row in instances if (why := row.get("table_and_play", {}).get("left_out"))
    }
    if answers:
        screen.table("Components and play", COLUMNS, lines(answers))
    for row in instances:
        for one in row.get("table_and_play", {}).get("orders", ()):
            screen.text(f"on {row['instance']} {order_words(one)}")
    for name, why in left.items():
        screen.text(f"components and play were not asked on {name}: {why}")
    open_ = [(name, one) for name, one in answers if one["verdict"] == "unknown"]
    for name, why in dict.fromkeys((name, one["why"]) for name, one in open_):
        asked = ", ".join(
            f"{one['about']} {one['what']}" for at, one in open_ if (at, one["why"]) == (name, why)
        )
        screen.text(f"open on {name}: {asked} ({why})")
    shares = [(row["instance"], row) for row in instances if row["engine"] == "play"]
    for name, row in shares:
        won = advantage(row)
        if won:
            said = ", ".join(f"{who} {_percent(one)}" for who, one in won.items())
            games = f"{count(row['games'], 'game')} (sampled, with 95 % intervals)"
            screen.text(f"won by random players on {name}, of {games}: {said}")
    orders = any(row.get("table_and_play", {}).get("orders") for row in instances)
    if orders or left or open_ or any(advantage(row) for _, row in shares):
        screen.out.print()


def advantage(row: Mapping[str, Any]) -> dict[str, Share]:
    """The share of random games that each player has won, of a played instance; empty if fewer than two won."""
    won: dict[str, int] = {}
    for who, games in row["ends"].items():
        for name in who.split(" and "):
            won[name] = won.get(name, 0) + games
    won.pop("nobody", None)
    return {name: Share(number, row["games"]) for name, number in sorted(won.items())} if len(won) > 1 else {}


def order_words(one: Mapping[str, Any]) -> str:
    """The result of a player who keeps to an order of moves and looks at nobody, in a line."""
    last = ", the greatest arguments first" if one["greatest_first"] else ""
    random, best = (_probability(one[key]) for key in ("against_random", "against_best"))
    tried = count(one["orders"], "such order")
    if one["verdict"] == "happens":
        said = f"{one['about']} wins without a look at the others, whatever they do"
    else:
        said = f"{one['about']}, without a look at the others, wins {random} against random players"
        said += f", {best} against the best answer"
    return f"{said}: always the first possible of {', '.join(one['order'])}{last} ({tried} tried)"


def _probability(one: Mapping[str, Any]) -> str:
    """A probability as a percentage, or its bounds."""
    if one["exact"]:
        return percent_of(Fraction(one["fraction"]))
    return f"{100 * one['low']:.2f} to {100 * one['up']:.2f} %"


def _percent(one: Share) -> str:
    return f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"


def _rows(row: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = row.get("table_and_play", {}).get("rows", ())
    return found


def lines(answers: Sequence[tuple[str, Mapping[str, Any]]]) -> list[tuple[str, ...]]:
    """A line for each question, with the instances by answer, in the order in which they were asked first."""
    asked: dict[tuple[str, str], list[tuple[str, Mapping[str, Any]]]] = {}
    for name, one in answers:
        asked.setdefault((one["about"], one["what"]), []).append((name, one))
    out: list[tuple[str, ...]] = []
    for (about, what), rows in asked.items():
        happens = [f"{name}{_length(one)}" for name, one in rows if one["verdict"] == "happens"]
        never = [name for name, one in rows if one["verdict"] == "never"]
        if not (happens or never):
            continue
        classes = dict.fromkeys(one["class"] for _, one in rows if one["verdict"] != "unknown")
        out.append((about, what, ", ".join(happens), ", ".join(never), ", ".join(classes)))
    return out


def _length(one: Mapping[str, Any]) -> str:
    if one["steps"] is None:
        return ""
    loop = f", the last {one['loop']:,} for ever" if "loop" in one else ""
    if not one.get("shortest", True):
        loop += ", guided" if one["guided"] else ", at random"
    return f" ({count(one['choices'], 'choice')}, {count(one['steps'], 'step')}{loop})"
