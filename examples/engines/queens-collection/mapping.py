"""pawn_boxes.py in the words of queens-collection/competitive: mapping.toml, and what a table cannot say.

A swap is one move there and several here, and piles of cards are counted otherwise.
"""

import random
import tomllib
from itertools import combinations, product
from pathlib import Path

MAPPING = tomllib.loads(Path(__file__).with_name("mapping.toml").read_text())
CARDS = MAPPING["members"]["Card"]
NAMES = {own: card for card, own in CARDS.items()}
ORDER = list(CARDS)
SWAPS = 8


def several(name, cards):
    return [{"move": name, "args": {"card": CARDS[card]}} for card in sorted(cards, key=ORDER.index)]


def events(event):
    """The sequences of moves that a swap may stand for; the tables say the rest.

    Where more cards go than come, two equal ones go for one, as often as that.
    """
    if event["move"] != "swap":
        return None
    give, get = event["args"]["give"], event["args"]["get"]
    twice = [card for card in ORDER for _ in range(give.count(card) // 2)]
    found = []
    for doubles in sorted(set(combinations(twice, max(0, len(give) - len(get))))):
        singles = list(give)
        for card in doubles * 2:
            singles.remove(card)
        begin = [{"move": "exchange", "args": {}}, *several("give", singles), *several("give_two", doubles)]
        for enough in ([], [{"move": "enough", "args": {}}]):
            found.append([*begin, *enough, *several("receive", get)])
    return found


def engine(moves):
    """The swap that stands for a whole sequence of moves."""
    if isinstance(moves, dict) or moves[0]["move"] != "exchange":
        return None
    gives = {"give": 1, "give_two": 2}
    give = [NAMES[one["args"]["card"]] for one in moves for _ in range(gives.get(one["move"], 0))]
    get = [NAMES[one["args"]["card"]] for one in moves if one["move"] == "receive"]
    return {"move": "swap", "args": {"give": give, "get": get}} if give and get else None


def moves(position):
    """What may be legal by one reading or another.  Of the many swaps a few."""
    state = position.state.to_json()
    phase, seat = state["phase"], state["active"]
    if phase == "FIRST_PLAYER":
        return [{"move": "starter", "args": {"seat": seat}} for seat, _ in state["points"]]
    if phase == "REVEAL":
        return [{"move": "flip"}, {"move": "keep"}]
    hand = [NAMES[card] for (who, card), count in state["hand"] if who == seat for _ in range(count)]
    row = [NAMES[card] for card, count in state["display"] for _ in range(count)]
    found = [{"move": "done"}]
    for card, shown, colour in product(sorted(set(hand)), sorted(set(row)), ORDER[:-1]):
        args = {"hand": card, "row": shown, "as": colour}
        if shown in (colour, "wild") and any(own == CARDS[colour] for own, _ in state["display"]):
            found += [{"move": "single", "args": args}] if card in (colour, "wild") else []
            found += [{"move": "double", "args": args}] if hand.count(card) > 1 else []
    if phase == "MORE_PAIRS":
        return found
    sizes = [(1, 1), (2, 2), (3, 3), (2, 1), (3, 2)]
    swaps = [
        {"move": "swap", "args": {"give": list(give), "get": list(get)}}
        for more, fewer in sizes
        for give in sorted(set(combinations(sorted(hand), more)))
        if more == fewer or max(map(give.count, give)) > 1
        for get in sorted(set(combinations(sorted(row), fewer)))
    ]
    return found[1:] + random.Random(str(state)).sample(swaps, min(SWAPS, len(swaps)))


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
        found |= {"pile": pile(seen["stock"]), "discards": pile(seen["heap"])}
    return found
