"""OpenSpiel's tic_tac_toe: fields count from 0 in reading order; x begins."""

MAPPING = {
    "moves": {"play": "put", "args": {"play": {"action": "spot"}}},
    "numbers": {"put.spot": 1},
}
MARK = {".": "BLANK", "x": "CROSS", "o": "NOUGHT"}


def state(told):
    fields = "".join(told["text"].split())
    return {"mark": [[spot, MARK[sign]] for spot, sign in enumerate(fields, 1)]}
