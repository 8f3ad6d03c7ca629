"""Moves that the rules refuse, offered to an engine: it must refuse them, and keep its position.

Most are near misses: a move that is legal but for one argument.  The others are drawn from all moves.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from queensbench.conformance.following import Following, Said
from queensbench.conformance.playing import Chooser, Randomly, Record, Table, possible

TRIES = 30
"""The most moves that are looked at for one that is refused under every reading that is left."""


class Offering(Table):
    """A table at which illegal moves are offered between the others.

    ``rate``: in how many positions of a hundred.  ``offered``: how many were.
    """

    rate = 0
    offered = 0

    def _choice(self, chooser: Chooser, record: Record, following: Following, codes: Sequence[int]) -> str:
        """Offer an illegal move now and then, and look again; then go on."""
        if not isinstance(chooser, Randomly) or chooser.random.randrange(100) >= self.rate:
            return super()._choice(chooser, record, following, codes)
        code = near_miss(following, codes, chooser.random)
        event = None if code is None else self.ground.event(code)
        if code is not None and event is not None:
            asked = [{"seat": self._seat(following, codes[:1]), **event}]
            answer = self.engine.ask("do", moves=asked)
            self.offered += 1
            if "refused" not in answer:
                record.codes.append(code)
                return "" if self.heard(record, following, Said("do", asked)) else "difference"
            record.codes.append(code)
            if not self.heard(record, following, Said("refused", asked)):
                return "difference"
            if not self.observe(record, following):
                return "difference"
        return super()._choice(chooser, record, following, codes)


def near_miss(following: Following, codes: Sequence[int], rng: random.Random) -> int | None:
    """A move that no pair allows, mostly near one that some pair allows; None if none is found."""
    ground = following.ground
    coding, legal = ground.coding, set(possible(following)[1])
    for _ in range(TRIES):
        base = coding.decode(codes[rng.randrange(len(codes))])
        domains = coding.domains[base.transition]
        if domains and rng.random() < 0.7:
            at = rng.randrange(len(domains))
            args = list(base.args)
            args[at] = rng.randint(domains[at].lo, domains[at].hi)
            move = type(base)(base.transition, tuple(args))
            code = coding.encode(move)
        else:
            code = rng.randrange(ground.chances)
        if code not in legal and code < ground.chances and not ground.silent_code(code):
            return code
    return None
