"""PettingZoo's connect_four_v3: a plane for each side's discs, the highest row first; columns count from 0."""

MAPPING = {
    "moves": {"play": "drop", "args": {"play": {"action": "column"}}},
    "numbers": {"drop.column": 1},
}


def state(told):
    return {
        "place": [
            [[column, row], "YELLOW" if mine else "RED" if theirs else "FREE"]
            for row, line in enumerate(told["planes"][::-1], 1)
            for column, (mine, theirs) in enumerate(line, 1)
        ]
    }
