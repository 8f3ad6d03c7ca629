"""A safe with three rulings: only where two of them are read otherwise is it opened at all."""

from __future__ import annotations

from typing import Annotated

from queensbench.language import (
    Mode,
    Range,
    Reading,
    Record,
    Rulings,
    action,
    holds,
    initial,
    never,
    over,
    require,
    ruling,
)


class Key(Reading):
    """Who has the key."""

    NOBODY = "Nobody."
    CLERK = "The clerk."
    THIEF = "The thief."


class Guard(Reading):
    """What the guard does."""

    WATCHES = "The guard watches."
    SLEEPS = "The guard sleeps."


class Light(Reading):
    """Whether there is light."""

    OFF = "It is off."
    ON = "It is on."


class Asked(Rulings):
    key: Key = ruling(
        Key.NOBODY,
        question="Who has the key?",
        clauses=("safe.key",),
        hole="silent",
        why="It is lost.",
        reasons={Key.CLERK: "It is at work.", Key.THIEF: "It is away."},
    )
    guard: Guard = ruling(
        Guard.WATCHES,
        question="What does the guard do?",
        clauses=("safe.guard",),
        hole="silent",
        why="It is paid.",
        reasons={Guard.SLEEPS: "It is night."},
    )
    light: Light = ruling(
        Light.OFF,
        question="Is there light?",
        clauses=("safe.light",),
        hole="silent",
        why="It is night.",
        reasons={Light.ON: "It is dark."},
    )


r = Asked()


class Vault(Record):
    tries: Annotated[int, Range(0, 3)]
    taken: Annotated[int, Range(0, 9)]


@initial()
def closed(s: Vault) -> None:
    s.tries = 0


@action()
def try_it(s: Vault) -> None:
    require(s.tries < 3)
    s.tries += 1
    if r.key == Key.THIEF and r.guard == Guard.SLEEPS:
        s.taken = s.taken + 2


@over()
def morning(s: Vault) -> bool:
    return s.tries == 3


@never("more-than-two-each", holds("Each time two things are taken."))
def more_than_two_each(s: Vault) -> bool:
    return s.taken > s.tries + s.tries


mode = Mode("safe", state=Vault, rulings=r)
