"""The lock of verdicts: the strongest verdict of each claim in a committed file, so that a lost proof is a failure.

One line a claim and mode, sorted, so that two branches seldom meet in a line::

    queen-is-dead/standard shape.tokens duel=exhausted full=proved,every
    accepted queen-is-dead/standard shape.tokens The bound needs a lemma that is not written yet.
    end queen-is-dead/standard

Behind each instance stands the strongest class in which the claim was shown there.  ``every``: of every reading, and
not of the house readings only.  ``confirm``: audits leave the proof to ``queensbench audit --confirm``.  ``accepted``:
why somebody found it in order that less is shown than before.  The last line names all modes, so that it is told if the
file was cut off.

What this cannot see: a line that somebody takes out by hand.  Version control shows that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.files.reading import read_text
from queensbench.language.properties import Class

NAME = "verdicts.lock"
HEAD = (
    "# What audits have shown of each claim. Written by `queensbench audit --accept --reason ...`; an audit that",
    "# shows less says so, and fails.",
)
EVERY, CONFIRM, ACCEPTED, END = "every", "confirm", "accepted", "end"
REFUTED, EXCLUDED, UNKNOWN = "refuted", "fails-exhausted", "unknown"
PROOFS = (Class.PROVED, Class.BY_CONSTRUCTION)
MARK = re.compile(r"(<{7}|={7}|>{7}|\|{7})( |$)")


@dataclass(frozen=True)
class Shown:
    """The verdict of one claim on one instance, its class (None: refuted or unknown), and its readings.

    ``every``: it holds under every reading.  ``confirm``: only ``queensbench audit --confirm`` asks it again.
    """

    verdict: str
    shown: Class | None = None
    every: bool = False
    confirm: bool = False

    def __str__(self) -> str:
        parts = [self.word]
        if self.every:
            parts.append(EVERY)
        if self.confirm:
            parts.append(CONFIRM)
        return ",".join(parts)

    @property
    def word(self) -> str:
        """The class as the lock writes it."""
        if self.verdict == "unknown":
            return UNKNOWN
        if self.verdict == "fails":
            return REFUTED if self.shown is None else EXCLUDED
        assert self.shown is not None
        return self.shown.value.replace(" ", "-")

    @property
    def by_proof(self) -> bool:
        """Whether a proof has shown it."""
        return self.verdict == "holds" and self.shown in PROOFS

    @property
    def text(self) -> str:
        """The verdict in the words of a report."""
        if self.verdict == "unknown":
            return "unknown"
        if self.verdict == "fails":
            return "refuted" if self.shown is None else "false of all states"
        text = self.word.replace("-", " ")
        if self.by_proof:
            text += " of every reading" if self.every else " of the house readings only"
        return text

    def at_least(self, other: Shown) -> bool:
        """Whether this is as much as another: the same verdict, no weaker class, no fewer readings."""
        if other.verdict == "unknown":
            return True
        if self.verdict != other.verdict or (other.every and not self.every):
            return False
        return self.rank <= other.rank

    @property
    def rank(self) -> int:
        """The weakness of the class; a claim about all typed states ranks no lower than one about reached states."""
        if self.shown is None or self.shown in PROOFS:
            return 0
        return list(Class).index(self.shown)


WORDS: Mapping[str, Shown] = {
    one.word: one
    for one in (
        *(Shown("holds", shown) for shown in Class),
        Shown("fails"),
        Shown("fails", Class.EXHAUSTED),
        Shown("unknown"),
    )
}


class Claim(NamedTuple):
    """A property of a mode (as in ``ruleset/mode``)."""

    mode: str
    name: str


@dataclass
class VerdictsLock:
    """The verdicts by claim and instance, and by claim the reason why less was accepted."""

    shown: dict[Claim, dict[str, Shown]] = field(default_factory=dict)
    reasons: dict[Claim, str] = field(default_factory=dict)

    def modes(self) -> list[str]:
        """The modes of the lock."""
        return sorted({claim.mode for claim in self.shown})


# ------------------------------------------------------------------------------------------------- writing


def written(lock: VerdictsLock) -> str:
    """The text of a lock."""
    lines = []
    for claim, instances in lock.shown.items():
        parts = [f"{instance}={shown}" for instance, shown in sorted(instances.items())]
        lines.append(" ".join([claim.mode, claim.name, *parts]))
    for claim, reason in lock.reasons.items():
        if claim in lock.shown:
            lines.append(f"{ACCEPTED} {claim.mode} {claim.name} {' '.join(reason.split())}")
    return "\n".join([*HEAD, *sorted(lines), " ".join([END, *lock.modes()])]) + "\n"


def save(lock: VerdictsLock, path: Path) -> None:
    """Write a lock whole or not at all."""
    write_atomic(path, written(lock))


# ------------------------------------------------------------------------------------------------- reading


def read(path: Path) -> VerdictsLock | None:
    """The lock in a file; None where there is none.  Raises BadInput with the line of what it cannot be."""
    try:
        text = read_text(path, links=False)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("cannot be read", where=str(path), remedy=f"see to it: {error}") from None
    lock = VerdictsLock()
    accepted: list[tuple[str, Claim, str]] = []
    ends: list[tuple[str, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{path}:{number}"
        if MARK.match(line):
            raise BadInput(
                "a merge is left half done",
                where=where,
                remedy="keep one line for each claim, and audit: what is less is told then",
            )
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if words[0] == END:
            ends.append((where, words[1:]))
        elif words[0] == ACCEPTED:
            accepted.append((where, *_accepted(words, where)))
        else:
            claim, found = _claim(words, where)
            if claim in lock.shown:
                raise BadInput(
                    f"{claim.name} of {claim.mode} stands here twice", where=where, remedy="keep one line"
                )
            lock.shown[claim] = found
    _whole(lock, ends, path)
    for where, claim, reason in accepted:
        if claim not in lock.shown:
            raise BadInput(
                f"a reason for {claim.name} of {claim.mode}, of which nothing stands here",
                where=where,
                remedy="drop it",
            )
        lock.reasons[claim] = reason
    return lock


def _whole(lock: VerdictsLock, ends: list[tuple[str, list[str]]], path: Path) -> None:
    """Raise BadInput for a file that was cut off, or of which whole modes were lost."""
    if not ends:
        raise BadInput(
            "its last line is missing: it was cut off", where=str(path), remedy="take it from version control"
        )
    named = {mode for _, modes in ends for mode in modes}  # after a merge there may be two last lines
    if lost := sorted(named - set(lock.modes())):
        raise BadInput(
            f"its last line names {lost[0]}, of which nothing stands here",
            where=ends[-1][0],
            remedy="take the lines of this mode from version control, or its name out of the last line",
        )


def _accepted(words: list[str], where: str) -> tuple[Claim, str]:
    if len(words) < 4:
        raise BadInput("not a reason", where=where, remedy=f"write `{ACCEPTED} RULESET/MODE CLAIM REASON`")
    return Claim(words[1], words[2]), " ".join(words[3:])


def _claim(words: list[str], where: str) -> tuple[Claim, dict[str, Shown]]:
    if len(words) < 3 or "/" not in words[0]:
        raise BadInput(
            f"no line of {NAME}", where=where, remedy="write `RULESET/MODE CLAIM INSTANCE=CLASS`, or drop it"
        )
    found: dict[str, Shown] = {}
    for word in words[2:]:
        instance, equals, text = word.partition("=")
        class_, *more = text.split(",")
        if (
            not (equals and instance and class_ in WORDS)
            or not set(more) <= {EVERY, CONFIRM}
            or instance in found
        ):
            raise BadInput(
                f"`{word}` says nothing of an instance",
                where=where,
                remedy=f"write INSTANCE=CLASS, once each: one of {', '.join(WORDS)}; `,{EVERY}` of every reading",
            )
        one = WORDS[class_]
        found[instance] = Shown(one.verdict, one.shown, EVERY in more, CONFIRM in more)
    return Claim(words[0], words[1]), found


def strongest(found: Iterable[Shown]) -> Shown | None:
    """The strongest of several verdicts: a failure if there is one, else the strongest class, and of more readings."""
    order = {"fails": 0, "holds": 1, "unknown": 2}
    return min(found, key=lambda one: (order[one.verdict], one.rank, not one.every), default=None)
