"""All parts, in their order."""

from __future__ import annotations

from tests.torture import (
    clock,
    damages,
    declarations,
    disk,
    formats,
    growth,
    kills,
    models,
    network,
    together,
)

PARTS = (
    kills.PART,
    damages.PART,
    disk.PART,
    models.PART,
    declarations.PART,
    clock.PART,
    together.PART,
    network.PART,
    growth.PART,
    *formats.PARTS,
)
