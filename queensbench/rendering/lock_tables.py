"""The end of an audit as text: contradictions between verdicts, and losses against the lock of verdicts."""

from __future__ import annotations

from queensbench.analyses.audit.closing import Settled
from queensbench.analyses.audit.locked import RENEW, Held, no_more
from queensbench.analyses.verdicts.words import count
from queensbench.evidence.verdicts_lock import NAME
from queensbench.rendering.screen import Screen


def settled(screen: Screen, found: Settled) -> None:
    """Print contradictions, losses, and the changes of the lock."""
    if found.contradicting:
        screen.head("Verdicts that contradict each other")
        for one in found.contradicting:
            screen.text(one.text, 2)
        screen.out.print()
    if found.held is not None:
        report(screen, found.held)
    for line in found.lines:
        screen.text(line)


def report(screen: Screen, found: Held) -> None:
    """Print lost verdicts by name, and whether the lock can be renewed."""
    renew = RENEW.format(" --confirm" if found.confirming else "")
    if found.lost or found.gone:
        screen.head(f"Less than {NAME} says")
        for one in found.lost:
            screen.text(one.text, 2)
        for text in found.gone:
            screen.text(f"{text}: {no_more(text)}", 2)
        screen.out.print()
    for option, number in found.unheld.items():
        screen.text(f"{NAME}: {count(number, 'verdict')} not held, because of {option}")
    if found.left:
        screen.text(f"{NAME}: {count(found.left, 'verdict')} left to `queensbench audit --confirm`")
    for mode, changed in sorted(found.stale.items()):
        screen.text(f"{NAME}: proofs of {mode} were confirmed, and {changed}", 2)
    more = [
        f"{count(number, 'verdict')} {what}"
        for number, what in ((found.new, "new"), (found.better, "better"))
        if number
    ]
    if more:
        screen.text(f"{NAME} can be renewed, {' and '.join(more)}: {renew}")
    if found.lost or found.gone:
        screen.text(f"If that is meant: {renew}")
