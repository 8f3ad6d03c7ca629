"""Whether a clause speaks of a decision: the words of a clause beside the names in the code.

A decision stands in the blocks of some clauses.  One of these *speaks* of it if a word of the clause, in our
paraphrase, is a word of a name that the decision's code uses, endings aside; a number counts as its word.  Where the
decision is what happens otherwise (``other-side``, ``early-return``, ``empty-case``), the clause must hold a word of
condition as well, where it is an order (``swap``, ``order``) a word of order, and where it is a tie a word that
compares.

What this cannot see: meaning.  A clause that happens to share a word backs what it does not state, and one that says
the same in other words backs nothing; the first is missed, the second is asked of a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CONDITION = _words(
    """
    if unless only without no not none nothing never otherwise when whenever until except whether even
    empty runs lack lacks cannot
    """
)
ORDER = _words(
    """
    then first before after next afterwards until immediately once second last finally begin begins
    start starts follow follows followed thereupon later end ends
    """
)
COMPARISON = _words(
    """
    equal equals same tie tied ties most least more fewer less lower higher highest lowest greater
    greatest larger largest smaller smallest than many exactly up
    """
)
SPECIAL: Mapping[str, frozenset[str]] = {
    "other-side": CONDITION,
    "early-return": CONDITION,
    "empty-case": CONDITION,
    "swap": ORDER,
    "order": ORDER,
    "tie": COMPARISON,
}
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "0": ("none", "no", "nothing", "empty"),
    "1": ("one", "single", "only", "once", "first"),
    "2": ("two", "both", "twice", "second", "pair"),
    "3": ("three", "third"),
    "4": ("four", "fourth"),
    "5": ("five", "fifth"),
    "6": ("six", "sixth"),
    "7": ("seven",),
    "8": ("eight",),
    "9": ("nine",),
    "10": ("ten",),
}
EMPTINESS = _words(
    """
    no none not empty last left enough out nothing without only exhausted remaining remain short
    """
)
COMMON = _words(
    """
    any all len range for min max sum abs int bool true false is in of the to a
    """
)
SHORTEST = 3


def stem(word: str) -> str:
    """A word without its usual endings."""
    word = word.lower()
    for ending in ("ings", "ing", "ied", "ies", "ed", "es", "s", "er", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word[: -len(ending)]
            break
    if len(word) > SHORTEST and word[-1] == word[-2]:
        word = word[:-1]
    return word.rstrip("ey") if len(word) > SHORTEST + 1 else word


def words_of(text: str) -> list[str]:
    """The words of a clause, in lower case."""
    return re.findall(r"[a-z]+|\d+", text.lower())


def shared(code: Iterable[str], text: str) -> str:
    """The first word of a clause that the code uses as well; empty if there is none."""
    names = {stem(word) for word in code if word not in COMMON and len(word) >= SHORTEST}
    names |= {stem(word) for number in code for word in NUMBERS.get(number, ())}
    return next(
        (word for word in words_of(text) if stem(word) in names or (word in code and word.isdigit())), ""
    )


def backing(
    kind: str, words: Iterable[str], clauses: Iterable[str], texts: Mapping[str, str]
) -> tuple[str, str]:
    """The clause that speaks of a decision, and the word by which it does; two empty texts if none does.

    ``clauses``: those in force; ``texts``: by clause what it says.
    """
    wanted = SPECIAL.get(kind)
    code = frozenset(words)
    for clause in clauses:
        text = texts.get(clause, "")
        if wanted is not None and not wanted & set(words_of(text)):
            continue
        if word := shared(code, text):
            return clause, word
    return "", ""
