"""What mapping.toml cannot say of pawn_boxes.py: a swap is many moves, and piles of cards are counted otherwise."""

ORDER = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "wild"]


def card(name):
    return name.upper()


def events(event, position=None):
    """The sequences of moves that an event may stand for; None where the table says it all."""
    args = event.get("args", {})
    if event["move"] == "card":
        ways = ("deal", "open_card", "turn_up", "refill")
        return [[{"move": way, "args": {"card": card(args["card"])}}] for way in ways]
    if event["move"] != "swap":
        return None
    gives = [{"move": "give", "args": {"card": card(name)}} for name in sorted(args["give"], key=ORDER.index)]
    gets = [{"move": "receive", "args": {"card": card(name)}} for name in sorted(args["get"], key=ORDER.index)]
    begin, enough = [{"move": "exchange", "args": {}}], [{"move": "enough", "args": {}}]
    return [begin + gives + gets, begin + gives + enough + gets]


def state(seen):
    """The engine's state as fields of the model."""
    pawns = seen["pawns"]
    cards = [name for name in ORDER if name in pawns or name == "wild"]

    def pile(counts):
        return [[card(name), counts.get(name, 0)] for name in cards]

    found = {
        "first": seen["starter"],
        "round": seen["round"],
        "pawns": [[[card(name), card(name)], count] for name, count in pawns.items()],
        "discards": pile(seen["heap"]),
        "removed": pile(seen["gone"]),
        "display": pile(seen["row"]),
        "revealed": pile(seen["fresh"]),
        "collected": [list(one) for one in seen["taken"].items()],
        "boxes": [list(one) for one in seen["emptied"].items()],
        "points": [list(one) for one in seen["marks"].items()],
        "hand": [[[seat, name], count] for seat, held in seen["hands"].items() for name, count in pile(held)],
    }
    if seen["stage"] in ("flip", "take", "more"):
        found["active"] = seen["turn"]
    if seen["stock"] is not None:
        found["pile"] = pile(seen["stock"])
    return found
