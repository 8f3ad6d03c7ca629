"""OpenSpiel's leduc_poker: six cards and three acts are numbers; a player begins with 100 chips."""

import re

CARD = {"0": "JACK_1", "1": "JACK_2", "2": "QUEEN_1", "3": "QUEEN_2", "4": "KING_1", "5": "KING_2"}
MAPPING = {
    "moves": {"play": "act", "args": {"play": {"action": "what"}}},
    "members": {"Act": {"0": "FOLD", "1": "CALL", "2": "RAISE"}, "Card": CARD},
    "events": {"chance": [["deal(card=$outcome)"], ["turn_up(card=$outcome)"]]},
}


def state(told):
    if "sees" in told:
        return {"card": [[told["seat"], CARD.get(re.search(r"Private: (-?\d+)", told["sees"])[1], "NONE")]]}
    text = told["text"]
    money = re.search(r"Money .*: (\d+) (\d+)", text).groups()
    public, *cards = (CARD.get(word, "NONE") for word in re.search(r"Cards .*: (.*) \n", text)[1].split())
    first, second = (
        [word.upper() for word in re.findall(r"\w+", part)] for part in re.findall(r"sequence: (.*)\n", text)
    )
    found = {"public": public, "card": [["FIRST", cards[0]], ["SECOND", cards[1]]]}
    if "Pot: 0" not in text:  # which is shared out at the end
        found["paid"] = [
            [seat, 100 - int(left)] for seat, left in zip(("FIRST", "SECOND"), money, strict=True)
        ]
    if "Round: 2" in text and public != "NONE":
        return found | {"before": first, "acts": second}
    return found | {"acts": first, "before": []}
