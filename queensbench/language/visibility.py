"""Who sees a field of a record: everybody, the player of its first index, that player's partners, or nobody."""

from __future__ import annotations

from dataclasses import dataclass

from queensbench.language.given import is_text, require


@dataclass(frozen=True)
class Visibility:
    """Who sees a field: ``who`` is public, owner, partners or hidden.

    The owner of a cell is the player who is the field's first index.  ``shown`` names a Boolean field with
    the same indices: where it is true, everybody sees the cell.
    """

    who: str
    shown: str = ""

    def __post_init__(self) -> None:
        """Check the name of the field.  Raises BadInput."""
        require(f"{self.who}()", '"field"', is_text, shown=self.shown)


def public() -> Visibility:
    """Everybody sees it (the default)."""
    return Visibility("public")


def owner(shown: str = "") -> Visibility:
    """The player of the first index sees it, and everybody where the field ``shown`` is true."""
    return Visibility("owner", shown)


def partners(shown: str = "") -> Visibility:
    """The player of the first index and that player's partners see it, and everybody where ``shown`` is true."""
    return Visibility("partners", shown)


def hidden(shown: str = "") -> Visibility:
    """Nobody sees it (a pile's order, a pending draw), but everybody does where ``shown`` is true."""
    return Visibility("hidden", shown)
