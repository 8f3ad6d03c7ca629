"""Changes of texts that somebody could have written: token by token, and of JSON as a tree."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z_][\w-]*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\s+|.', re.DOTALL
)
NASTY = (
    "-1",
    "0",
    "9" * 40,
    "9" * 5_000,
    "0x" + "f" * 5_000,
    "1e400",
    "-0.0",
    "nan",
    "inf",
    "0x10",
    "1_0",
    "true",
    "null",
    "None",
    '""',
    "''",
    '"\\u0000"',
    '"\\ud800"',
    '"\\u001b[31mred"',
    '"\u202egrammar"',
    "\x1b[2J",
    "\x00",
    "\r",
    "\u2028",
    "\ufeff",
    "\u0085",
    "é",
    "０",
    "²",
    "٣",
    "[]",
    "{}",
    "[" * 3_000,
    '{"a":' * 3_000,
    "x" * 70_000,
    '"' + "x" * 70_000 + '"',
    "../../../etc/passwd",
    "/dev/zero",
    "file:///etc/passwd",
    "1979-05-27T07:32:00Z",
    "07:32:00",
    "[[unit]]",
    "[[clause]]",
    "[tool]",
    "%s%n{0}",
    "{x}",
    "<script>",
    "~",
    ":",
    "=",
    "&",
    "%00",
    "%F0%9F",
    "#",
    "\\",
    "\n",
    "\n\n",
    "\t",
    ";",
    ",",
    "@",
)
"""Texts that readers trip over."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2**31,
    2**63,
    2**64,
    10**40,
    0.5,
    -0.0,
    1e300,
    "",
    "x",
    "\x00",
    "\x1b[31m",
    "\u202e",
    "\ud800",
    "é",
    "²",
    "x" * 70_000,
    "../..",
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"#map": [[1]]},
    {"#tup": []},
    {"#map": 3},
    {"#bigint": "x"},
    {"#set": [1]},
)
"""Values where others are expected."""
TIMES = (1, 1, 1, 2, 3, 8)
"""How many changes are made, one of these."""


def changed(text: str, random: Random, others: str = "") -> str:
    """A text with some tokens taken out, doubled, swapped, or put in from elsewhere."""
    tokens = TOKEN.findall(text)
    pool = [*NASTY, *(token for token in TOKEN.findall(others or text)[:2_000] if not token.isspace())]
    for _ in range(random.choice(TIMES)):
        if not tokens:
            break
        at = random.randrange(len(tokens))
        to = min(len(tokens), at + random.choice((1, 1, 2, 5, 20)))
        other = random.randrange(len(tokens))
        match random.randrange(8):
            case 0:
                del tokens[at:to]
            case 1:
                tokens[at:at] = tokens[at:to] * random.choice((1, 1, 2, 50))
            case 2:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                del tokens[at:]
            case 4:
                tokens[at:at] = tokens[other : other + random.choice((1, 5, 50))]
            case 5:
                tokens[at] = _bent(tokens[at], random)
            case 6:
                tokens.insert(at, random.choice(NASTY))
            case _:
                tokens[at] = random.choice(pool)
    return "".join(tokens)


def _bent(token: str, random: Random) -> str:
    """A token that is nearly the same."""
    at = random.randrange(len(token) + 1)
    return random.choice(
        (
            token[:at] + token[at + 1 :],
            token[:at]
            + chr(random.choice((9, 32, 45, 48, 57, 65, 95, 122, 160, 233, 0x2028, 0x1F600)))
            + token[at:],
            token.upper(),
            token.replace("-", "_"),
            token[::-1],
            token * 2,
        )
    )


def damaged(text: str, random: Random, others: str = "") -> bytes:
    """A changed text as bytes, of which a few are sometimes no letters."""
    data = changed(text, random, others).encode("utf-8", "surrogatepass")
    if random.random() < 0.1 and data:
        for _ in range(random.choice((1, 3, 30))):
            at = random.randrange(len(data))
            data = data[:at] + bytes([random.randrange(256)]) + data[at + random.randrange(2) :]
    return data


# ------------------------------------------------------------------------------------------------- JSON


def bent(value: Any, random: Random) -> Any:
    """A JSON value with some parts taken out, doubled, swapped or of another type."""
    value = copy.deepcopy(value)
    for _ in range(random.choice(TIMES)):
        holder = [value]
        places = list(_places(holder))
        where, key = random.choice(places)
        how = random.randrange(6)
        if how == 0 and where is not holder:
            del where[key]
        elif how == 1 and isinstance(where, list):
            where.insert(key, copy.deepcopy(where[key]))
        elif how == 2:
            there, other = random.choice(places)
            where[key] = copy.deepcopy(there[other])
        elif how == 3 and isinstance(where, dict):
            where[_bent(str(key), random)] = where.pop(key)
        elif how == 4 and type(where[key]) in (int, str):
            one = where[key]
            where[key] = (
                _bent(one, random) if isinstance(one, str) else one + random.choice((-1, 1, 1_000, 10**20))
            )
        else:
            where[key] = copy.deepcopy(random.choice(VALUES))
        value = holder[0]
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """The places of values in a tree: what holds each, and under which key."""
    todo = [value]
    while todo:
        one = todo.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        for key in keys:
            yield one, key
            todo.append(one[key])


def bent_text(text: str, random: Random, write: Callable[[Any], str] = json.dumps) -> bytes:
    """JSON with changes: mostly as a tree, sometimes as a text."""
    if random.random() < 0.3:
        return damaged(text, random)
    return write(bent(json.loads(text), random)).encode("utf-8", "surrogatepass")
