"""OpenSpiel's kuhn_poker: it prints the cards, then p or b for each act, and tells a seat its own card first."""

CARD = {"0": "JACK", "1": "QUEEN", "2": "KING"}
MAPPING = {
    "moves": {
        "play": "act",
        "chance": "deal",
        "args": {"play": {"action": "what"}, "chance": {"outcome": "card"}},
    },
    "members": {"Act": {"0": "PASS", "1": "BET"}, "Card": CARD},
}
ACT = {"p": "PASS", "b": "BET"}


def state(told):
    if "sees" in told:
        return {"card": [[told["seat"], CARD.get(told["sees"][:1], "NONE")]]}
    words = told["text"].split()
    cards = [CARD[word] for word in words if word.isdigit()]
    acts = "".join(word for word in words if not word.isdigit())
    seats = ("FIRST", "SECOND")
    return {
        "card": [[seat, cards[at] if at < len(cards) else "NONE"] for at, seat in enumerate(seats)],
        "acts": [ACT[sign] for sign in acts],
    }
