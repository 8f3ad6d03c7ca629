"""All parts, in their order."""

from __future__ import annotations

from tests.torture import kills

PARTS = (kills.PART,)
