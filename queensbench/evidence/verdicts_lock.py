"""The lock of verdicts: the strongest verdict of each claim in a committed file, so that a lost proof is a failure.

One line a claim and mode, and one a ruling and mode, sorted, so that two branches seldom meet in a line::

    queen-is-dead/standard shape.tokens duel=exhausted full=proved,every
    accepted queen-is-dead/standard shape.tokens The bound needs a lemma that is not written yet.
    ruling queen-is-dead/standard both_have_set never,proved
    ruling queen-is-dead/standard win_check ending
    confirmed queen-is-dead/standard 0f1e2d3c4b5a6978 8796a5b4c3d2e1f0
    end queen-is-dead/standard

Behind each instance stands the strongest class in which the claim was shown there.  ``every``: of every reading, and
not of the house readings only.  ``confirm``: audits leave the proof to ``queensbench audit --confirm``.  ``confirmed``:
digests of the rules and claims, and of the part of the toolkit that proves, of which that command was last accepted.
``accepted``: why somebody found it in order that less is shown than before.  Of a ruling the line gives the strongest
difference that a play shows; or ``never``, with the class in which that was shown, and ``every`` if that is so whatever
the other rulings.
The last line names all modes, so that a file that was cut off is noticed.

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
    "# What audits have shown of each claim and ruling. Written by `queensbench audit --accept --reason ...`;",
    "# an audit that shows less says so, and fails.",
)
EVERY, CONFIRM, ACCEPTED, RULING, END = "every", "confirm", "accepted", "ruling", "end"
CONFIRMED = "confirmed"
DIGEST = 16
"""So many hexadecimal digits of a digest stand in the lock."""
REFUTED, EXCLUDED, UNKNOWN = "refuted", "fails-exhausted", "unknown"
PROOFS = (Class.PROVED, Class.BY_CONSTRUCTION)
NEVER = "never"
DIFFERENCES = ("winner", "ending", "scored", "legal")
"""What a play can show that a ruling changes, the strongest first."""
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
        """Whether this is as much as another: the same verdict, no weaker class, no fewer readings.

        Every verdict is as much as an unknown one.
        """
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


@dataclass(frozen=True)
class Mattering:
    """The strongest difference that a play shows of a ruling; or ``never``, and the class in which that was shown.

    ``every``: it never matters whatever the other rulings, and not beside their house readings only.
    """

    matters: str
    shown: Class | None = None
    every: bool = False

    def __str__(self) -> str:
        parts = [self.matters]
        if self.shown is not None:
            parts.append(self.shown.value.replace(" ", "-"))
        if self.every:
            parts.append(EVERY)
        return ",".join(parts)

    @property
    def never(self) -> bool:
        """Whether it never matters."""
        return self.matters == NEVER

    @property
    def text(self) -> str:
        """The verdict in the words of a report."""
        if self.shown is None:
            return f"matters: {self.matters}"
        others = "whatever the other rulings" if self.every else "beside the house readings"
        return f"never matters {others} ({self.shown.value})"

    def at_least(self, other: Mattering) -> bool:
        """Whether this is as much as another: no weaker difference; or no weaker class, beside no fewer readings."""
        if self.never or other.never:
            return self.never and other.never and self.rank <= other.rank and self.every >= other.every
        return self.rank <= other.rank

    @property
    def rank(self) -> int:
        """The weakness of the difference, or of the class."""
        if self.shown is None:
            return DIFFERENCES.index(self.matters)
        return 0 if self.shown in PROOFS else list(Class).index(self.shown)


MATTERINGS: Mapping[str, Mattering] = {
    str(one): one
    for one in (
        *map(Mattering, DIFFERENCES),
        *(Mattering(NEVER, shown, every) for shown in (*PROOFS, Class.EXHAUSTED) for every in (False, True)),
    )
}


class Claim(NamedTuple):
    """A property or a ruling of a mode (as in ``ruleset/mode``)."""

    mode: str
    name: str


class Basis(NamedTuple):
    """Digests of what the proofs of a mode rest on: its rules and claims at full size, and what proves them."""

    rules: str
    prover: str

    @classmethod
    def of(cls, rules: str, prover: str) -> Basis:
        """From whole digests."""
        return cls(rules[:DIGEST], prover[:DIGEST])


@dataclass
class VerdictsLock:
    """The verdicts by claim and instance, those on rulings, and by claim and by ruling why less was accepted.

    ``confirmed``: by mode, what the proofs rested on that audits leave to ``queensbench audit --confirm``.
    """

    shown: dict[Claim, dict[str, Shown]] = field(default_factory=dict)
    reasons: dict[Claim, str] = field(default_factory=dict)
    rulings: dict[Claim, Mattering] = field(default_factory=dict)
    rulings_reasons: dict[Claim, str] = field(default_factory=dict)
    confirmed: dict[str, Basis] = field(default_factory=dict)

    def left(self, mode: str) -> int:
        """How many claims of a mode only ``queensbench audit --confirm`` asks again."""
        return sum(
            shown.confirm
            for claim, instances in self.shown.items()
            if claim.mode == mode
            for shown in instances.values()
        )

    def modes(self) -> list[str]:
        """The modes of the lock."""
        return sorted({claim.mode for claim in (*self.shown, *self.rulings)})


# ------------------------------------------------------------------------------------------------- writing


def written(lock: VerdictsLock) -> str:
    """The text of a lock."""
    lines = []
    for claim, instances in lock.shown.items():
        parts = [f"{instance}={shown}" for instance, shown in sorted(instances.items())]
        lines.append(" ".join([claim.mode, claim.name, *parts]))
    lines += [f"{RULING} {claim.mode} {claim.name} {found}" for claim, found in lock.rulings.items()]
    lines += [f"{CONFIRMED} {mode} {' '.join(of)}" for mode, of in lock.confirmed.items() if lock.left(mode)]
    for prefix, reasons, there in (
        (ACCEPTED, lock.reasons, lock.shown.keys()),
        (f"{ACCEPTED} {RULING}", lock.rulings_reasons, lock.rulings.keys()),
    ):
        for claim, reason in reasons.items():
            if claim in there:
                lines.append(f"{prefix} {claim.mode} {claim.name} {' '.join(reason.split())}")
    return "\n".join([*HEAD, *sorted(lines), " ".join([END, *lock.modes()])]) + "\n"


def save(lock: VerdictsLock, path: Path) -> None:
    """Write a lock whole or not at all.  Raises BadInput where that cannot be."""
    write_atomic(path, written(lock))


# ------------------------------------------------------------------------------------------------- reading


def read(path: Path) -> VerdictsLock | None:
    """The lock in a file; None where there is none.

    Raises BadInput for a file that cannot be read, a merge that is left half done, a line that is no entry or stands
    twice, a reason for nothing, and a file of which the end or a mode is missing.
    """
    try:
        text = read_text(path, links=False)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("cannot be read", where=str(path), remedy=f"see to it: {error}") from None
    lock = VerdictsLock()
    accepted: list[tuple[str, bool, Claim, str]] = []
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
        elif words[0] == RULING:
            _ruling(words, where, lock)
        elif words[0] == CONFIRMED:
            _confirmed(words, where, lock)
        else:
            claim, found = _claim(words, where)
            if claim in lock.shown:
                raise BadInput(
                    f"{claim.name} of {claim.mode} stands here twice", where=where, remedy="keep one line"
                )
            lock.shown[claim] = found
    _whole(lock, ends, path)
    for mode in lock.confirmed:
        if not lock.left(mode):
            raise BadInput(
                f"{CONFIRMED} {mode}, of which nothing here is left to be confirmed",
                where=str(path),
                remedy="drop the line",
            )
    for where, of_ruling, claim, reason in accepted:
        if claim not in (lock.rulings if of_ruling else lock.shown):
            raise BadInput(
                f"a reason for {claim.name} of {claim.mode}, of which nothing stands here",
                where=where,
                remedy="drop it",
            )
        (lock.rulings_reasons if of_ruling else lock.reasons)[claim] = reason
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


def _accepted(words: list[str], where: str) -> tuple[bool, Claim, str]:
    """Whether a reason is of a ruling, of which claim or ruling it is, and the reason."""
    of_ruling = words[1:2] == [RULING]
    rest = words[2 if of_ruling else 1 :]
    if len(rest) < 3:
        raise BadInput(
            "not a reason", where=where, remedy=f"write `{ACCEPTED} [{RULING}] RULESET/MODE NAME REASON`"
        )
    return of_ruling, Claim(rest[0], rest[1]), " ".join(rest[2:])


def _ruling(words: list[str], where: str, lock: VerdictsLock) -> None:
    """Note what a line says of a ruling."""
    if len(words) != 4 or words[3] not in MATTERINGS:
        raise BadInput(
            "no line of a ruling",
            where=where,
            remedy=f"write `{RULING} RULESET/MODE RULING` and one of {'; '.join(MATTERINGS)}",
        )
    claim = Claim(words[1], words[2])
    if claim in lock.rulings:
        raise BadInput(
            f"the ruling {claim.name} of {claim.mode} stands here twice", where=where, remedy="keep one line"
        )
    lock.rulings[claim] = MATTERINGS[words[3]]


def _confirmed(words: list[str], where: str, lock: VerdictsLock) -> None:
    """Note what proofs of a mode rested on when they were confirmed."""
    if len(words) != 4 or not all(re.fullmatch(f"[0-9a-f]{{{DIGEST}}}", one) for one in words[2:]):
        raise BadInput(
            f"no line of what was {CONFIRMED}",
            where=where,
            remedy="drop it, and have it written: queensbench audit --confirm --accept",
        )
    if words[1] in lock.confirmed:
        raise BadInput(
            f"{CONFIRMED} {words[1]} stands here twice",
            where=where,
            remedy="drop both, and have one written: queensbench audit --confirm --accept",
        )
    lock.confirmed[words[1]] = Basis(words[2], words[3])


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
