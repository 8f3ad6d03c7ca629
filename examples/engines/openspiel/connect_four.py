"""OpenSpiel's connect_four: columns count from 0; it prints the highest row first; x begins."""

MAPPING = {
    "moves": {"play": "drop", "args": {"play": {"action": "column"}}},
    "numbers": {"drop.column": 1},
}
DISC = {".": "FREE", "x": "YELLOW", "o": "RED"}


def state(told):
    rows = told["text"].split()[::-1]
    return {
        "place": [
            [[column, row], DISC[sign]]
            for row, line in enumerate(rows, 1)
            for column, sign in enumerate(line, 1)
        ]
    }
