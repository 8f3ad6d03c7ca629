"""OpenSpiel's othello: fields count from 0 in reading order, and 64 is to pass; x is black."""

DISC = {"-": "NONE", "x": "BLACK", "o": "WHITE"}


def events(event):
    row, column = divmod(event["args"]["action"], 8)
    return [["give_way()"] if row == 8 else [f"lay(column={column + 1}, row={row + 1})"]]


def engine(move):
    args = move["args"]
    action = 64 if move["move"] == "give_way" else 8 * (args["row"] - 1) + args["column"] - 1
    return {"move": "play", "args": {"action": action}}


def state(told):
    rows = told["text"].splitlines()[2:10]
    fields = [
        [[column, row], DISC[sign]]
        for row, line in enumerate(rows, 1)
        for column, sign in enumerate(line.split()[1:9], 1)
    ]
    return {"disc": fields}
