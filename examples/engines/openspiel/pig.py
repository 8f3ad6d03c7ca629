"""OpenSpiel's pig: 0 rolls and 1 stops; what the die shows counts from 0."""

import re

MAPPING = {
    "moves": {"chance": "fall", "args": {"chance": {"outcome": "pips"}}},
    "numbers": {"fall.pips": 1},
}
MOVES = ("roll", "stop")


def events(event):
    return [[f"{MOVES[event['args']['action']]}()"]] if event["move"] == "play" else None


def engine(move):
    return {"move": "play", "args": {"action": MOVES.index(move["move"])}} if move["move"] in MOVES else None


def state(told):
    numbers = [int(number) for number in re.findall(r"\d+", told["text"])]
    seats = ("FIRST", "SECOND")
    return {
        "score": [["FIRST", numbers[0]], ["SECOND", numbers[1]]],
        "sum": numbers[2],
        "turn": seats[numbers[3]],
        "rolling": "rolling" in told["text"],
    }
