"""The words of a book: classes of difference, shares of games, the origin of a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import RESULTS, Finding, Frequency, Matters, Shown

SAYS: dict[Matters, str] = {
    "winner": "it decides who wins",
    "ending": "it decides whether the game is over",
    "scored": "it changes the score",
    "legal": "it changes what may be done, by whom, or what comes of it",
    "undecided": "whether it matters is not known",
    "not-seen": "no difference was seen in the instances that were exhausted; larger ones may show one",
    "never": "it never matters in the box as sold",
}

PARTS: dict[Matters, str] = {
    "winner": "others win",
    "ending": "it is over under one of them",
    "scored": "the scores are others",
}
"""The words for the play of a class, beside another play that shows a difference of the result."""


def verdict_words(one: Finding) -> str:
    """The class of a finding in words, with how that was shown."""
    how = {"unknown": "", "witnessed": ", shown by a play"}.get(one.how, f", {one.how}")
    return f"{one.matters}: {SAYS[one.matters]}{how}"


def percent(share: Share) -> str:
    """A share of games with its interval: ``12.5 % (11.1 to 14.0)``; of very few games one digit more."""
    digits = 2 if share.count and share.share < 0.01 else 1
    return f"{100 * share.share:.{digits}f} % ({100 * share.low:.{digits}f} to {100 * share.high:.{digits}f})"


def frequency_words(one: Frequency | None) -> str:
    """The effect of a ruling on results and how often, in a sentence; empty if no game was played."""
    if one is None or not one.games:
        return ""
    effect = one.effect
    box = "the box as sold" if one.instance == "full" else f"instance {one.instance}"
    text = f"of {one.games:,} games of {effect.by} of {one.mode}, {box}, against {one.against}: "
    text += "" if effect.parted else f"comes up in {percent(effect.comes_up)}; "
    text += f"the readings part in {percent(one.parted)}"
    if not effect.comes_up.count:
        return text
    told = [
        f"{SHARES[name]} {percent(share)}"
        for name, share in effect.shares.items()
        if share.count or name == "winner"
    ]
    games = "these games" if effect.parted else "the games in which it comes up"
    text += f". With the same luck, of {games}: {'; '.join(told)}"
    if effect.not_followed:
        text += f"; {effect.not_followed:,} were not followed to two ends"
    return text


SHARES: Mapping[str, str] = {
    "winner": "it decides who wins in",
    "score": "the score changes in",
    "ending": "how it ends changes in",
    "length": "only the length changes in",
    "course": "only the course changes in",
}
"""The words of each class of effect, before its share."""


def plays_of(one: Finding) -> list[tuple[str, Shown]]:
    """The plays that get a storyboard, each with a title."""
    found: list[tuple[str, Shown]] = []
    for shown in one.told:
        if any(shown.play.steps == other.play.steps for _, other in found):
            continue
        what = "the result parts" if shown.kind in RESULTS else "they part"
        if shown is one.class_play and any(other.kind in RESULTS for _, other in found):
            what = PARTS[one.matters]
        found.append((f"the {'shortest ' * shown.shortest}play on which {what}", shown))
    return found


def span_words(first: int, last: int) -> str:
    """``step 3`` or ``steps 3 to 5``."""
    return f"step {first}" if first == last else f"steps {first} to {last}"


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def joined(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
