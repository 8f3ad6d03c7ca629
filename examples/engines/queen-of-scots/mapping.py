"""crown_cards.py in the words of queen-of-scots/standard: mapping.toml, and what a table cannot say.

Winning the heap with more than two cards is several moves here, and sets are counted otherwise.
"""

import tomllib
from pathlib import Path

MAPPING = tomllib.loads(Path(__file__).with_name("mapping.toml").read_text())
NAMES = {**MAPPING["members"]["Card"], "court": "COURT"}
ORDER = list(NAMES)
JEWEL = "Crown Jewels"
PLACES = ("first", "second", "third")


def laying(name, cards):
    return {"move": name, "args": {place: NAMES[card] for place, card in zip(PLACES, cards, strict=False)}}


def events(event):
    """The sequences of moves that an event may stand for; None where the tables say it."""
    if event["move"] not in ("meld", "grab"):
        return None
    cards = sorted(event["args"]["cards"], key=ORDER.index)
    if event["move"] == "meld":
        return [[laying("lay" if len(cards) == 3 else "lay_two", cards)]]
    more = [{"move": "add", "args": {"card": NAMES[card], "sort": NAMES[cards[0]]}} for card in cards[2:]]
    return [[laying(way, cards[:2]), *more] for way in ("take", "take_jewel")]


def engine(moves):
    """The event that stands for a sequence of moves; None where the tables say it."""
    first, *more = [moves] if isinstance(moves, dict) else moves
    if first["move"] not in ("lay", "lay_two", "take", "take_jewel"):
        return None
    if any(move["move"] != "add" for move in more):
        return None
    names = {own: card for card, own in NAMES.items()}
    cards = [names[first["args"][place]] for place in PLACES if place in first["args"]]
    cards += [names[move["args"]["card"]] for move in more]
    return {"move": "grab" if first["move"].startswith("take") else "meld", "args": {"cards": cards}}


def state(seen):
    """The engine's state as fields of the model."""
    cards = seen["cards"]
    laid = {(seat, card): 0 for seat in seen["scores"] for card in cards}
    court = dict(laid)
    wilds = {(seat, sort): 0 for seat in seen["scores"] for sort in [*cards, "court"]}
    for owner, sort, held in seen["sets"]:
        for card, count in held.items():
            table, key = (
                (wilds, sort) if card == JEWEL else (court, card) if sort == "court" else (laid, card)
            )
            table[owner, key] += count

    def pairs(table):
        return [[[seat, NAMES[name]], count] for (seat, name), count in table.items()]

    def pile(counts):
        return {NAMES[card]: counts.get(card, 0) for card in cards}

    found = {
        "dealer": seen["dealer"],
        "round": seen["round"],
        "points": seen["scores"],
        "laid": pairs(laid),
        "court": pairs(court),
        "wilds": pairs(wilds),
        "pile": pile(seen["heap"]),
        "hand": [
            [[seat, card], count]
            for seat, held in seen["hands"].items()
            for card, count in pile(held).items()
        ],
    }
    if seen["top"] is not None:
        found["top"] = NAMES[seen["top"]]
    if seen["stage"] in ("pick", "play"):
        found["active"] = seen["turn"]
    if seen["stock"] is not None:
        found["deck"] = pile(seen["stock"])
    return found
