"""Skeletons of adapters: the moves and the fields of a mode filled in, the engine's part left open.

A skeleton answers ``hello`` at once.  What is not filled in yet fails when it is asked, with a line that names it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from queensbench.api.state import FieldPlace
from queensbench.conformance import adapters
from queensbench.conformance.vocabulary import Vocabulary, values_of
from queensbench.errors import BadInput
from queensbench.language.domains import Domain, RangeDomain
from queensbench.project.creating import written
from queensbench.project.register.entries import nearest

MOST_NAMED = 8
"""The most members of a kind that a comment names one by one."""


def create(vocabulary: Vocabulary, folder: Path, language: str) -> list[Path]:
    """Write a skeleton into a folder that does not exist or is empty; the files written.  Raises BadInput."""
    if language not in LANGUAGES:
        raise BadInput(
            f"there is no adapter in {language}", where="--language", remedy=nearest(language, LANGUAGES)
        )
    adapter, name, lines = LANGUAGES[language]
    ready = (Path(adapters.__file__).parent / adapter).read_bytes()
    files = [
        (Path(adapter), ready),
        (Path(name), _text(lines(vocabulary))),
        (Path("mapping.toml"), _text(_mapping(vocabulary))),
    ]
    return written(folder, files)


def _text(lines: Iterator[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# --------------------------------------------------------------------------------------------- Python


def _python(words: Vocabulary) -> Iterator[str]:
    """The skeleton in Python."""
    yield f'"""An engine under test: queensbench conform {words.mode} -- python engine.py"""'
    yield ""
    yield "from adapter import serve"
    yield ""
    yield ""
    yield "def unfilled(what):"
    yield '    raise NotImplementedError(f"engine.py: fill in {what}")'
    yield ""
    yield ""
    yield "class Engine:"
    yield '    name = "my engine"'
    yield '    version = "0"'
    yield ""
    yield "    def reset(self, instance, seats, seed):"
    yield f"        # seats: {json.dumps(list(words.seats))}; seed: for what the engine draws"
    yield f'        # instance: {{"name": "{words.instance}", "parameters": {{...}}}}; of one that it cannot play:'
    yield '        # return {"unsupported": "why"}'
    yield '        unfilled("reset")'
    yield ""
    yield "    def do(self, moves):"
    yield "        for move in moves:"
    yield '            refused = getattr(self, "do_" + move["move"])(**move["args"])'
    yield "            if refused:"
    yield '                return {"refused": refused}'
    yield from _python_moves(words)
    yield from _python_answers(words)
    yield ""
    yield ""
    yield 'if __name__ == "__main__":'
    yield "    serve(Engine())"


def _python_moves(words: Vocabulary) -> Iterator[str]:
    """A method for each move, and how chance comes to them."""
    for name in words.moves:
        if name not in words.chance:
            yield from _python_move(words, name, "why it is refused, or nothing")
    if words.chance:
        yield ""
        yield "    # If the engine takes outcomes of chance from outside, fill these in; else take `chance` out."
        yield "    def chance(self, outcome):"
        yield "        if outcome is None:  # draw one, and say which, or None if that is not to be told"
        yield '            return {"drew": unfilled("chance that it draws")}'
        yield '        refused = getattr(self, "do_" + outcome["move"])(**outcome["args"])'
        yield '        return {"refused": refused} if refused else {}'
        for name in sorted(words.chance):
            yield from _python_move(words, name, "why it cannot come out so, or nothing")


def _python_answers(words: Vocabulary) -> Iterator[str]:
    """What the engine says of a position."""
    yield ""
    yield "    # Of what follows take out what the engine cannot say; `state` or `result` must stay."
    yield "    def to_move(self):"
    yield f'        return {{"to_move": unfilled("to_move")}}  # such as {json.dumps(list(words.seats[:1]))}'
    yield ""
    yield "    def moves(self):"
    yield f'        return {{"moves": unfilled("moves")}}  # such as [{_move(words)}]'
    yield ""
    yield "    def state(self, seat):"
    yield "        # As the seat sees it, all of it if seat is None; take out fields that the engine cannot say."
    yield "        return {"
    yield '            "state": {'
    for place in words.fields.values():
        yield f'                "{place.name}": unfilled("state: {place.name}"),  # {_field(place)}'
    yield "            }"
    yield "        }"
    yield ""
    yield "    def result(self):"
    yield '        return {"over": unfilled("result")}  # and "winners": [seat], "scores": {seat: number}'


def _python_move(words: Vocabulary, name: str, answer: str) -> Iterator[str]:
    args = words.moves[name]
    yield ""
    yield f"    def do_{name}({', '.join(('self', *args))}):"
    yield from (f"        # {arg}: {_values(domain)}" for arg, domain in args.items())
    yield f'        return unfilled("do_{name}")  # {answer}'


# ----------------------------------------------------------------------------------------- JavaScript


def _javascript(words: Vocabulary) -> Iterator[str]:
    """The skeleton in JavaScript."""
    yield f"// An engine under test: queensbench conform {words.mode} -- node engine.mjs"
    yield ""
    yield 'import { serve } from "./adapter.mjs";'
    yield ""
    yield "function unfilled(what) {"
    yield "  throw new Error(`engine.mjs: fill in ${what}`);"
    yield "}"
    yield ""
    yield "class Engine {"
    yield '  name = "my engine";'
    yield '  version = "0";'
    yield ""
    yield "  reset({ instance, seats, seed }) {"
    yield f"    // seats: {json.dumps(list(words.seats))}; seed: for what the engine draws"
    yield f'    // instance: {{"name": "{words.instance}", "parameters": {{...}}}}; of one that it cannot play:'
    yield '    // return { unsupported: "why" };'
    yield '    unfilled("reset");'
    yield "  }"
    yield ""
    yield "  do({ moves }) {"
    yield "    for (const { move, args } of moves) {"
    yield '      const refused = this["do_" + move](args);'
    yield "      if (refused) return { refused };"
    yield "    }"
    yield "  }"
    yield from _javascript_moves(words)
    yield from _javascript_answers(words)
    yield "}"
    yield ""
    yield "serve(new Engine());"


def _javascript_moves(words: Vocabulary) -> Iterator[str]:
    """A method for each move, and how chance comes to them."""
    for name in words.moves:
        if name not in words.chance:
            yield from _javascript_move(words, name, "why it is refused, or nothing")
    if words.chance:
        yield ""
        yield "  // If the engine takes outcomes of chance from outside, fill these in; else take `chance` out."
        yield "  chance({ outcome }) {"
        yield "    // draw one, and say which, or null if that is not to be told"
        yield '    if (outcome === null) return { drew: unfilled("chance that it draws") };'
        yield '    const refused = this["do_" + outcome.move](outcome.args);'
        yield "    return refused ? { refused } : {};"
        yield "  }"
        for name in sorted(words.chance):
            yield from _javascript_move(words, name, "why it cannot come out so, or nothing")


def _javascript_answers(words: Vocabulary) -> Iterator[str]:
    """What the engine says of a position."""
    yield ""
    yield "  // Of what follows take out what the engine cannot say; `state` or `result` must stay."
    yield "  to_move() {"
    yield f'    return {{ to_move: unfilled("to_move") }}; // such as {json.dumps(list(words.seats[:1]))}'
    yield "  }"
    yield ""
    yield "  moves() {"
    yield f'    return {{ moves: unfilled("moves") }}; // such as [{_move(words)}]'
    yield "  }"
    yield ""
    yield "  state({ seat }) {"
    yield "    // As the seat sees it, all of it if seat is null; take out fields that the engine cannot say."
    yield "    return {"
    yield "      state: {"
    for place in words.fields.values():
        yield f'        {place.name}: unfilled("state: {place.name}"), // {_field(place)}'
    yield "      },"
    yield "    };"
    yield "  }"
    yield ""
    yield "  result() {"
    yield '    return { over: unfilled("result") }; // and winners: [seat], scores: { seat: number }'
    yield "  }"


def _javascript_move(words: Vocabulary, name: str, answer: str) -> Iterator[str]:
    args = words.moves[name]
    yield ""
    yield f"  do_{name}({'args' if args else ''}) {{"
    yield from (f"    // args.{arg}: {_values(domain)}" for arg, domain in args.items())
    yield f'    return unfilled("do_{name}"); // {answer}'
    yield "  }"


# -------------------------------------------------------------------------------------------- mapping


def _mapping(words: Vocabulary) -> Iterator[str]:
    """A mapping in which every word is commented out: without one the words are the same."""
    yield f"# The engine's words = those of {words.mode}. Take out the # before what differs; the rest is the same."
    yield "# Pass it on by: queensbench conform ... --mapping mapping.toml"
    yield "[moves]"
    yield from (f"# {name} = {json.dumps(name)}" for name in words.moves)
    for name, args in words.moves.items():
        if args:
            yield f"# [moves.args.{name}]"
            yield from (f"# {arg} = {json.dumps(arg)}" for arg in args)
    yield ""
    yield "[fields]"
    yield from (f"# {name} = {json.dumps(name)}" for name in words.fields)
    for kind, members in words.kinds.items():
        yield ""
        yield f"[members.{kind}]"
        yield from (f"# {name} = {json.dumps(name)}" for name in members)
    if words.seats:
        yield ""
        yield "[seats]"
        yield from (f"# {name} = {json.dumps(name)}" for name in words.seats)


# ------------------------------------------------------------------------------------------- comments


def _values(domain: Domain) -> str:
    """The values of a domain, in a few words."""
    if isinstance(domain, RangeDomain):
        return f"{domain.lo} to {domain.hi}"
    values = [value if isinstance(value, str) else json.dumps(value) for value in values_of(domain)]
    if len(values) <= MOST_NAMED:
        return ", ".join(values)
    return f"{', '.join(values[:3])} ... {values[-1]} ({len(values)} in all)"


def _field(place: FieldPlace) -> str:
    """What a field holds, in a few words."""
    value = _values(place.value)
    if place.limit:
        value = f"a list of at most {place.limit} of {value}"
    if not place.index:
        return value
    keys = " and ".join(_values(domain) for domain in place.index)
    shape = "[key, value]" if len(place.index) == 1 else "[[key, key], value]"
    return f"a list of {shape}; keys: {keys}; values: {value}"


def _move(words: Vocabulary) -> str:
    """A move as an example."""
    name = next((one for one in words.moves if one not in words.chance), "")
    args = {arg: values_of(domain)[0] for arg, domain in words.moves.get(name, {}).items()}
    return json.dumps({"move": name, "args": args})


LANGUAGES: dict[str, tuple[str, str, Callable[[Vocabulary], Iterator[str]]]] = {
    "python": ("adapter.py", "engine.py", _python),
    "javascript": ("adapter.mjs", "engine.mjs", _javascript),
}
"""Of each language the ready adapter, the skeleton's name, and its lines."""

__all__ = ["LANGUAGES", "create"]
