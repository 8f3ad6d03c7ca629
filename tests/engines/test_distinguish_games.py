"""Walking a game beside other readings: what native code works on."""

from __future__ import annotations
