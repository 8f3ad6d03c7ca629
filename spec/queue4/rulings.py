"""Queue 4: every question that its rules leave open, in all modes and in both printings.

The questions stand in a module for each part of the rules and are put together here.
"""

from __future__ import annotations

from spec.queue4.bouquets import BouquetsRulings
from spec.queue4.campaign import CampaignRulings
from spec.queue4.royal_ball import RoyalBallRulings
from spec.queue4.standard import StandardRulings


class Queue4Rulings(CampaignRulings, BouquetsRulings, RoyalBallRulings, StandardRulings):
    """The rulings of Queue 4, in the order of its rules."""


r = Queue4Rulings()
