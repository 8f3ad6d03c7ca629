"""PettingZoo's tictactoe_v3: a plane for each side's marks, in the order of actions; they count from 0."""

MAPPING = {
    "moves": {"play": "put", "args": {"play": {"action": "spot"}}},
    "numbers": {"put.spot": 1},
}


def state(told):
    marks = [pair for line in told["planes"] for pair in line]
    return {
        "mark": [
            [spot, "CROSS" if mine else "NOUGHT" if theirs else "BLANK"]
            for spot, (mine, theirs) in enumerate(marks, 1)
        ]
    }
