"""Queen of Scots: every question that the help page leaves open, with all its readings.

The list was written from reading alone, before anything was encoded; what encoding revealed is marked
``found="encoding"``.  The questions stand in one module for each part of the game, in the order of play:
``dealing``, ``turns``, ``pile``, ``sets`` and ``scoring``; what no model can express is in ``gaps.toml``.
"""

from __future__ import annotations

from spec.queen_of_scots.scoring import ScoringRulings


class QueenOfScotsRulings(ScoringRulings):
    """The rulings of Queen of Scots."""


r = QueenOfScotsRulings()
