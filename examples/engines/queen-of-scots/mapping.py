"""What mapping.toml cannot say of crown_cards.py: moves that are several at once, and sets that are counted otherwise."""

NAMES = {
    "Cook": "COOK",
    "Maid": "MAID",
    "Monk": "MONK",
    "Page": "PAGE",
    "Piper": "PIPER",
    "Scribe": "SCRIBE",
    "King James": "JAMES",
    "Regent": "REGENT",
    "Heir": "HEIR",
    "Crown Jewels": "JEWEL",
    "court": "COURT",
}
ORDER = list(NAMES)
ROYALS = ("King James", "Regent", "Heir")


def move(name, **args):
    return {"move": name, "args": {key: NAMES.get(value, value) for key, value in args.items()}}


def events(event, position=None):
    """The sequences of moves that an event may stand for; None where the table says it all."""
    kind, args = event["move"], event.get("args", {})
    if kind == "card":
        return [[move(way, card=args["card"])] for way in ("deal", "turn_up", "drawn")]
    if kind == "draw":
        return [[move("draw")], [move("choose_empty_pile")]]
    if kind == "add":
        return [
            [move("add", card=args["card"], sort=args["set"])],
            [move("give", to=args["owner"], sort=args["set"])],
        ]
    if kind == "meld":
        return [[move("lay", **named(args["cards"])) if len(args["cards"]) == 3 else move("lay_two", **named(args["cards"]))]]
    if kind == "grab":
        first, second, *more = sorted(args["cards"], key=ORDER.index)
        added = [move("add", card=card, sort=first) for card in more]
        return [
            [move("take", first=first, second=second), *added],
            [move("take_jewel", first=first, second=second), *added],
        ]
    return None


def named(cards):
    return dict(zip(("first", "second", "third"), sorted(cards, key=ORDER.index)))


def state(seen):
    """The engine's state as fields of the model."""
    cards = seen["cards"]
    seats = list(seen["scores"])
    laid = {(seat, card): 0 for seat in seats for card in cards}
    court = dict(laid)
    wilds = {(seat, sort): 0 for seat in seats for sort in [*cards, "court"]}
    for owner, sort, held in seen["sets"]:
        for card, count in held.items():
            if card == "Crown Jewels":
                wilds[owner, sort] += count
            elif sort == "court":
                court[owner, card] += count
            else:
                laid[owner, card] += count

    def table(counts):
        return [[[seat, NAMES[name]], count] for (seat, name), count in counts.items()]

    def pile(counts):
        return [[NAMES[card], counts.get(card, 0)] for card in cards]

    found = {
        "dealer": seen["dealer"],
        "round": seen["round"],
        "points": [list(one) for one in seen["scores"].items()],
        "laid": table(laid),
        "court": table(court),
        "wilds": table(wilds),
        "pile": pile(seen["heap"]),
        "hand": [[[seat, name], count] for seat, held in seen["hands"].items() for name, count in pile(held)],
    }
    if seen["top"] is not None:
        found["top"] = NAMES[seen["top"]]
    if seen["stage"] in ("pick", "play"):
        found["active"] = seen["turn"]
    if seen["stock"] is not None:
        found["deck"] = pile(seen["stock"])
    return found


def chance_event(outcome):
    """throwaway"""
    back = {v: k for k, v in NAMES.items()}
    if outcome["move"] == "draw_dealer":
        return {"move": "lot", "args": {"seat": outcome["args"]["p"]}}
    return {"move": "card", "args": {"card": back[outcome["args"]["card"]]}}
