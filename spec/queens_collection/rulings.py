"""The Queen's Collection: every question that its two booklets, in either language, leave open.

The list was written from reading alone, before anything was encoded; what encoding revealed is marked
``found="encoding"``.  The questions stand in a module for each part of the booklets and are put together here.
"""

from __future__ import annotations

from spec.queens_collection.against import AgainstRulings
from spec.queens_collection.preparation import PreparationRulings
from spec.queens_collection.together import TogetherRulings


class QueensCollectionRulings(AgainstRulings, TogetherRulings, PreparationRulings):
    """The rulings of The Queen's Collection, in the order of the booklets."""


r = QueensCollectionRulings()
