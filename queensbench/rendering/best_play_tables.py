"""Solutions and advice as text, for ``queensbench solve`` and ``queensbench advise``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from queensbench.analyses.best_play import decimals
from queensbench.analyses.verdicts.words import count
from queensbench.rendering.names import names_of

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

LONG = 40
MOST_OPTIONS = 6
MOST_ENDS = 40
ANOTHER = "That is another game than that at the table."


def value_text(value: Mapping[str, Any]) -> str:
    """A value in words: the fraction and its decimals, or bounds."""
    if not value["exact"]:
        return f"{value['low']} to {value['up']}"
    whole = Fraction(value["fraction"])
    if whole.denominator == 1:
        return str(whole)
    about = decimals(whole + Fraction(1, 2 * 10**6), places=6)  # to the nearest
    if abs(whole) < Fraction(1, 10**5):
        about = f"{float(whole):.3g}"
    return f"{value['fraction']} = {about}" if len(value["fraction"]) <= LONG else f"about {about}"


def share_text(value: Mapping[str, Any]) -> str:
    """A probability as a percentage."""
    low = Fraction(value["fraction"] if value["exact"] else value["low"])
    up = Fraction(value["fraction"] if value["exact"] else value["up"])
    few, many = (_percent(x) for x in (low, up))
    return few if few == many else f"{few} to {many}"


def _percent(share: Fraction) -> str:
    """A share with four decimals; one that would round to 0, with its first digits."""
    return (
        f"{float(100 * share):.4f} %" if not 0 < share < Fraction(1, 10**6) else f"{float(100 * share):.3g} %"
    )


def heading(screen: Screen, data: Mapping[str, Any]) -> None:
    """Print the game that was solved, and the assumptions of its values."""
    state = "exhausted" if data["complete"] else f"stopped by {data['reason']}"
    reading = "" if data["reading"] == "house" else f", {data['reading']}"
    screen.head(f"{data['mode']} {data['instance']}{reading}: {state}")
    stored = "; cached" if data["cached"] else ""
    screen.text(
        f"{count(data['states'], 'state')}, {count(data['transitions'], 'transition')} "
        f"in {data['seconds']:.2f} s{stored}"
    )
    if data["hidden"]:
        bound = "With them hidden it is at most as good." if data["allied"] else ANOTHER
        screen.text(
            f"With open cards: whoever chooses knows {', '.join(data['hidden'])}, "
            f"which the rules hide from some player. {bound}"
        )
    if data["unexplored"]:
        screen.text(
            f"Of {count(data['unexplored'], 'state')} the moves were not looked at: there play may come to anything "
            "that the declared range of the score allows. The values are bounds, and no verdict on the instance."
        )
    if data["on_cycles"]:
        how = "and values that rest on them are certified bounds."
        if data["goes_round_nowhere"]:
            how = "but best play need not: the values are exact."
        elif data["goes_round_exactly"]:
            how = "and so may best play: its equations are solved, the values are exact."
        screen.text(f"Play can come back to {count(data['on_cycles'], 'state')}, {how}")
    if data["beyond_64_bits"]:
        how = "computed with larger numbers" if data["verdict"] == "value" else "of those, some are bounds"
        screen.text(f"{count(data['beyond_64_bits'], 'fraction')} did not fit 64 bits: {how}.")


def _conventions(screen: Screen, data: Mapping[str, Any], aim: Mapping[str, Any]) -> None:
    """Print the value of play without a score."""
    parts = []
    if data["silent"]:
        parts.append(f"{count(data['silent'], 'state')} where the rules are silent")
    if data["deadlocks"]:
        parts.append(f"{count(data['deadlocks'], 'state')} where nobody can move")
    low, high = aim["no_score_counts_as"]
    if parts:
        as_ = (
            f"{low}"
            if low == high
            else f"{low} or {high}, whichever is worse or better: the values are bounds"
        )
        screen.text(f"{' and '.join(parts)}: there play counts as {as_}.", 2)
    if data["on_cycles"]:
        screen.text(f"Play that never ends counts as {aim['endless_counts_as']}, the worst.", 2)


def _strategies(screen: Screen, aim: Mapping[str, Any]) -> None:
    """Print the guarantee of the stored choices where it is in doubt: values are bounds, or it was not shown."""
    for side, shown in aim["strategies"].items():
        whose = "The best choices" if side == "for" else "The best choices of the others"
        if shown == "unknown":
            screen.text(
                f"{whose} are not given: those that were found were not shown to attain the value.", 2
            )
        elif shown == "bound":
            bound = "lower" if (side == "for") != aim["least"] else "upper"
            screen.text(f"{whose} ensure the {bound} bound, whatever else is played.", 2)


def solution(screen: Screen, data: Mapping[str, Any]) -> None:
    """Print the values at the start, the first choices, and the ends of best play."""
    with screen.named(names_of(data["mode"], data["instance"])):
        _solution(screen, data)


def _solution(screen: Screen, data: Mapping[str, Any]) -> None:
    heading(screen, data)
    screen.out.print()
    for aim in data["aims"]:
        kind = "exact" if aim["value"]["exact"] else "certified bounds"
        screen.head(f"{aim['aim'][0].upper()}{aim['aim'][1:]}: {value_text(aim['value'])} ({kind})")
        if aim["value"]["exact"] and len(aim["value"]["fraction"]) > LONG:
            screen.text(f"exactly {aim['value']['fraction']}", 2)
        _conventions(screen, data, aim)
        _strategies(screen, aim)
        if aim is not data["aims"][0] and data["aims"][0]["measure"] == "margin":
            screen.out.print()
            continue  # whoever plays for one probability alone may throw away all else
        if not aim["first"]:
            screen.out.print()
        _first(screen, aim)
        _ends(screen, aim)
    if "against" in data:
        _against(screen, data)


def _against(screen: Screen, data: Mapping[str, Any]) -> None:
    """Print what best play comes to under the other reading, and where its value is another."""
    other, aim = data["against"], data["aims"][0]
    screen.head(f"Against {other['reading']}: {aim['aim']}")
    screen.text(f"{value_text(aim['value'])} as read here, {value_text(other['value'])} there", 2)
    if other["positions"] is None:
        screen.text("Where the value is another is not said: not all values are exact.", 2)
        return
    differ, common = other["positions"]["differ"], other["positions"]["common"]
    screen.text(f"another value in {differ:,} of {count(common, 'position')} that both readings reach", 2)
    deals = other["deals"]
    if deals is not None and deals["number"] > 1:
        screen.text(
            f"another value after {share_text(deals['differ'])} of the deals; both readings reach "
            f"{share_text(deals['common'])} of the {deals['number']:,} deals",
            2,
        )
    screen.out.print()


def _first(screen: Screen, aim: Mapping[str, Any]) -> None:
    rows = []
    for row in aim["first"]:
        after = " ".join(row["after"]) or "the start"
        for number, option in enumerate(row["options"][:MOST_OPTIONS]):
            rows.append(
                (
                    "" if number else after,
                    "" if number else share_text(row["probability"]),
                    option["move"],
                    value_text(option["value"]),
                )
            )
        if len(row["options"]) > MOST_OPTIONS:
            rows.append(("", "", f"and {len(row['options']) - MOST_OPTIONS} more", ""))
    if rows:
        left = (
            f"; {count(aim['first_left_out'], 'less likely one')} left out" if aim["first_left_out"] else ""
        )
        screen.table(f"First choices, best first{left}", ("after", "probability", "choice", "value"), rows)


def _ends(screen: Screen, aim: Mapping[str, Any]) -> None:
    ends = aim["ends"]
    if ends is None:
        lost = "unknown" in aim["strategies"].values()
        why = "no best play was shown" if lost else "it may come back to where it was"
        screen.text(f"How best play ends is not said: {why}.", 2)
        screen.out.print()
        return
    wins = [(_end_text(row), share_text(row["probability"])) for row in ends["winners"]]
    if wins:
        screen.table("Ends of best play", ("end", "probability"), wins)
    scores = [(_end_text(row), share_text(row["probability"])) for row in ends["scores"]]
    if len(scores) > MOST_ENDS:
        screen.text(f"{len(scores)} scores are possible: --json lists them, --at-least sums them up.")
    elif scores:
        screen.table("Scores of best play", ("score", "probability"), scores)
    reached = [(f"{row['score']} or more", share_text(row["probability"])) for row in aim.get("at_least", ())]
    if reached:
        screen.table("Scores reached by best play", ("score", "probability"), reached)


def _end_text(row: Mapping[str, Any]) -> str:
    if "winners" in row:
        return f"won by {row['winners']}"
    if "score" in row:
        return str(row["score"])
    return {
        "silent": "the rules are silent",
        "deadlock": "nobody can move",
        "endless": "never",
        "unknown": "not looked at",
    }[str(row["way"])]


def advised(screen: Screen, data: Mapping[str, Any]) -> None:
    """Print the positions of a play, each with its options."""
    with screen.named(names_of(data["mode"], data["instance"])):
        _advised(screen, data)


def _advised(screen: Screen, data: Mapping[str, Any]) -> None:
    heading(screen, data)
    screen.out.print()
    for row in data["positions"]:
        if row["value"] is None:
            screen.head(f"{row['step']}. not reached by the search")
            continue
        who = (
            f", {row['decider']} to choose" if row["decider"] else ", chance to move" if row["chance"] else ""
        )
        screen.head(f"{row['step']}. {row['aim']}: {value_text(row['value'])}{who}")
        options: Sequence[Mapping[str, Any]] = row["options"]
        lines = [
            ("→" if option["move"] == row["played"] else "", option["move"], value_text(option["value"]))
            for option in options
        ]
        if lines:
            screen.table("", ("", "option", "value"), lines)
        if row["lost"] is not None:
            lost = "nothing" if row["lost"] == {"exact": True, "fraction": "0", "decimal": 0.0} else ""
            screen.text(f"{row['played']} lost {lost or value_text(row['lost'])}.", 2)
            screen.out.print()
        elif not lines:
            screen.out.print()
