"""A program that misbehaves: ``python rogue.py FAULT ASK``, at the first request of that name.  It imports little.

Until then it is an engine of a counter: ``up(k)`` adds k to ``n``.
"""

import json
import os
import signal
import sys
import time
from typing import Any

Found = dict[str, Any]


def answer(ask: str, request: Found, held: Found) -> Found:
    if ask == "hello":
        can = ["to_move", "moves", "state", "result", "chance", "set", "snapshot", "undo"]
        return {"name": "rogue", "version": "1", "protocol": 1, "can": can}
    if ask == "reset":
        held["n"] = 0
    if ask == "do":
        held["n"] += sum(one["args"]["k"] for one in request["moves"])
    answers: dict[str, Found] = {
        "to_move": {"to_move": ["ANN"]},
        "moves": {"moves": [{"move": "up", "args": {"k": k}} for k in (1, 2)]},
        "state": {"state": {"n": held["n"]}},
        "result": {"over": held["n"] > 8},
        "chance": {"drew": None},
        "snapshot": {"snapshot": held["n"]},
    }
    return answers.get(ask, {})


def say(found: object) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def fork(new_session: bool) -> None:
    """A child that holds all pipes, and its own child."""
    if os.fork() == 0:
        if new_session:
            os.setsid()
        os.fork()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)


def misbehave(fault: str, number: int, found: Found) -> None:
    """What stands in the place of the answer with this number."""
    whole = {"id": number, **found}
    if fault == "hang":
        time.sleep(60)
    elif fault == "spin":
        while True:
            pass
    elif fault == "exit":
        sys.stderr.write("no memory left on the moon\n")
        os._exit(3)
    elif fault == "kill":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif fault == "raise":
        raise ZeroDivisionError("of nothing")
    elif fault == "close":
        os.close(1)
        time.sleep(60)
    elif fault == "garbage":
        sys.stdout.write("thinking ...\n")
        sys.stdout.flush()
    elif fault == "bytes":
        os.write(1, b"\xff\xfe\x00\n")
    elif fault == "number":
        os.write(1, b"17\n")
    elif fault == "nan":
        os.write(1, b'{"id": %d, "state": {"n": NaN}}\n' % number)
    elif fault == "deep":
        os.write(1, b'{"id": %d, "state": ' % number + b"[" * 200_000 + b"]" * 200_000 + b"}\n")
    elif fault == "flood":
        while True:
            os.write(1, b"x" * 65_536)
    elif fault == "lines":
        say(whole)
        while True:
            os.write(1, b"and on\n" * 1_000)
    elif fault == "twice":
        os.write(1, 2 * (json.dumps(whole) + "\n").encode())
    elif fault == "late":
        time.sleep(60)
        say(whole)
    elif fault == "old":
        say(whole | {"id": number - 1})
    elif fault == "no-id":
        say(found)
    elif fault == "text-id":
        say(whole | {"id": str(number)})
    elif fault == "true-id":
        say(whole | {"id": True})
    elif fault == "stderr":
        sys.stderr.write("noise\n" * 100_000)
        say(whole)
    elif fault == "stderr-exit":
        sys.stderr.write("noise\n" * 100_000 + "\n \n")
        sys.stderr.flush()
        os._exit(0)
    elif fault == "fork":
        fork(False)
        time.sleep(60)
    elif fault == "daemon":
        fork(True)
        time.sleep(60)
    elif fault == "fork-exit":
        fork(True)
        os._exit(1)
    elif fault == "long":
        say({"id": number, "snapshot": "x" * 1_000_000})
    elif fault == "error":
        say({"id": number, "error": "out of cards"})
    elif fault.startswith("{"):
        say(whole | json.loads(fault))
    elif fault.startswith("="):
        say({"id": number} | json.loads(fault[1:]))
    else:
        sys.exit(f"what is {fault}?")


def main() -> None:
    fault, at = sys.argv[1:3]
    held: Found = {"n": 0}
    if at == "start":
        misbehave(fault, 1, answer("hello", {}, held))
    for line in sys.stdin:
        request = json.loads(line)
        ask, number = request["ask"], request["id"]
        found = answer(ask, request, held)
        if fault == "moody" and ask == "state":
            found["state"]["n"] += number
        if ask == at and fault != "moody":
            misbehave(fault, number, found)
        else:
            say({"id": number, **found})
        if ask == "quit":
            break


main()
