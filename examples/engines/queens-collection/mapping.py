"""pawn_boxes.py in the words of queens-collection/competitive: mapping.toml, and what a table cannot say.

A swap is one move there and several here, and piles of cards are counted otherwise.
"""

import tomllib
from pathlib import Path

MAPPING = tomllib.loads(Path(__file__).with_name("mapping.toml").read_text())
CARDS = MAPPING["members"]["Card"]
ORDER = list(CARDS)


def several(name, cards):
    return [{"move": name, "args": {"card": CARDS[card]}} for card in sorted(cards, key=ORDER.index)]


def events(event):
    """The sequences of moves that a swap may stand for; the tables say the rest."""
    if event["move"] != "swap":
        return None
    args = event["args"]
    begin, enough = [{"move": "exchange", "args": {}}], [{"move": "enough", "args": {}}]
    gives, gets = several("give", args["give"]), several("receive", args["get"])
    return [begin + gives + gets, begin + gives + enough + gets]


def engine(moves):
    """The swap that stands for a whole sequence of moves."""
    if isinstance(moves, dict) or moves[0]["move"] != "exchange":
        return None
    names = {own: card for card, own in CARDS.items()}
    give = [names[move["args"]["card"]] for move in moves if move["move"] == "give"]
    get = [names[move["args"]["card"]] for move in moves if move["move"] == "receive"]
    return {"move": "swap", "args": {"give": give, "get": get}} if give and len(give) == len(get) else None


def state(seen):
    """The engine's state as fields of the model."""
    pawns = seen["pawns"]
    cards = [card for card in ORDER if card in pawns or card == "wild"]

    def pile(counts):
        return {CARDS[card]: counts.get(card, 0) for card in cards}

    found = {
        "first": seen["starter"],
        "round": seen["round"],
        "pawns": [[[CARDS[colour], CARDS[colour]], count] for colour, count in pawns.items()],
        "discards": pile(seen["heap"]),
        "removed": pile(seen["gone"]),
        "display": pile(seen["row"]),
        "revealed": pile(seen["fresh"]),
        "collected": seen["taken"],
        "boxes": seen["emptied"],
        "points": seen["marks"],
        "hand": [
            [[seat, card], count]
            for seat, held in seen["hands"].items()
            for card, count in pile(held).items()
        ],
    }
    if seen["stage"] in ("flip", "take", "more"):
        found["active"] = seen["turn"]
    if seen["stock"] is not None:
        found["pile"] = pile(seen["stock"])
    return found
