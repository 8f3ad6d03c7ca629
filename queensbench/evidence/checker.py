"""A small checker: confirms stored plays and certificates of exhausted boxes by the interpreter alone.

It is meant to be read whole.  It needs the standard library, the interpreter and what loads a project; no engine, no
prover, no native code, no z3, and none of the code that writes the files which it reads.  So what it confirms rests on
the rules as Python runs them, and on this page.

* **A play** (ITF): the start, and then every step, is carried out anew.  Everything that the file says is compared:
  each field of each state, silences, who decided, the clauses carried out and the rulings consulted; and what the play
  is said to show: that a property fails or is reached, that the game ends, who wins, that the rules fall silent, or
  that a ruling's readings part.
* **A certificate** of *exhausted* (``queensbench explore --certificate``): all states are walked anew, by trying every
  move with every argument in each.  Compared are the numbers of states and transitions, of states by what they are, of
  ends by winners, of silences, the extremes of scores, for each property the states that decide it, and two digests: of
  the set of states, and of the transitions between them.

The digest of a set is the sum, modulo 2**256, of the SHA-256 of each member's text in UTF-8; so it does not depend on
the order, and other members have another digest but by an accident that nobody will see.  (Against somebody who *wants*
to deceive a sum of hashes is weak.)  A state's text is its cells as decimal numbers with a space between: of a kind the
place of the member among those that the box keeps, from 0; of a range the number; of a Boolean 0 or 1; of a sequence
all its places, those beyond its length holding the first value, and after the sequences of a table their lengths;
fields in order of declaration, tables in order of their indices.  A silent state's text goes on with `` silent: `` and
what the rules do not say.  A transition's text is its source, `` -> `` and its target; a pair that several moves
connect counts as often.

What it cannot see: a misread rule, a fault of the interpreter, boxes of more than 100,000 states (it then says that it
has not decided), and claims that are of no single state, such as that a play can go on for ever.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput, ModelError, QueensbenchError, Refused, SeveralFaults, visible
from queensbench.files.reading import read_text
from queensbench.language.domains import Kind
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import Seq, Table
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter, Step, Tally
from queensbench.rules.system import properties_of

PLAY, CERTIFICATE = "queensbench play 1", "queensbench certificate 1"
MOST_STATES = 100_000
PROBED = ("always", "never", "reachable")

Progress = Callable[[str], None]


@dataclass
class Report:
    """The check of one file: its kind, and what was confirmed, contradicted and left undecided."""

    file: str
    what: str
    confirmed: list[str] = field(default_factory=list)
    otherwise: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)

    @property
    def code(self) -> int:
        """The exit code: 0 all is confirmed, 1 something is contradicted, 3 something was not decided."""
        return 1 if self.otherwise else 3 if self.undecided else 0


def check(path: Path, *, most: int = MOST_STATES, progress: Progress = lambda text: None) -> Report:
    """Confirm a stored play or a certificate.  Raises BadInput for a file that is neither."""
    data = _read(path)
    meta = data.get("#meta", data)
    if not isinstance(meta, dict) or meta.get("format") not in (PLAY, CERTIFICATE):
        raise BadInput(
            "is neither a play nor a certificate",
            where=str(path),
            remedy=f'its format is "{PLAY}" or "{CERTIFICATE}"',
        )
    try:
        made = _Play(path, data, meta) if meta["format"] == PLAY else _Certificate(path, data, most, progress)
    except BadInput as fault:
        if fault.where or isinstance(fault, SeveralFaults):
            raise
        raise BadInput(fault.what, where=str(path), remedy=fault.remedy) from None
    return made.report()


# ------------------------------------------------------------------------------------------- reading


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_text(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(
            f"cannot be read: {reason}", where=str(path), remedy="name a play or a certificate"
        ) from None
    except (ValueError, RecursionError):
        raise BadInput("is no JSON", where=str(path), remedy="name a play or a certificate") from None
    if not isinstance(data, dict):
        raise BadInput("is no JSON object", where=str(path), remedy="name a play or a certificate")
    return data


def _get(data: Mapping[str, Any], name: str, kind: type, where: str) -> Any:
    """A member of the file, of exactly this type.  Raises BadInput."""
    if type(data.get(name)) is not kind:
        words = {str: "text", int: "a whole number", dict: "an object", list: "a list"}[kind]
        raise BadInput(f"its {name} is not {words}", where=where, remedy="make the file anew")
    return data[name]


def _interpreter(meta: Mapping[str, Any], where: str) -> Interpreter:
    """The rules of the box that a file names, under its readings and with its parameters.  Raises BadInput."""
    ruleset = projects.load(only=()).ruleset(_get(meta, "ruleset", str, where))
    mode = ruleset.mode(_get(meta, "mode", str, where))
    box = projects.mode_instance(mode, _get(meta, "instance", str, where))
    readings = _get(meta, "readings", dict, where)
    parameters = _get(meta, "parameters", dict, where)
    for given, kind, what in ((readings, str, "reading"), (parameters, int, "parameter")):
        for name, value in given.items():
            if type(value) is not kind:
                raise BadInput(f"its {what} {name} cannot be read", where=where, remedy="make the file anew")
    chosen = projects.readings_of(
        mode, [f"{name}={reading}" for name, reading in readings.items()], every=True
    )
    return Interpreter(mode, box, chosen, parameters)


def _asked(interpreter: Interpreter) -> dict[str, PropertyDecl]:
    """The properties of single states that are asked of the box, by name."""
    found = properties_of(interpreter.mode, interpreter.instance)
    return {decl.name: decl for decl in found if decl.kind in PROBED}


def _told(value: Any) -> Any:
    """A value of a record as ITF writes it."""
    if isinstance(value, Kind):
        return value.name
    if isinstance(value, Table):
        return {"#map": [[_key(key), _told(cell)] for key, cell in value.items()]}
    if isinstance(value, Seq):
        return [_told(value[place]) for place in range(len(value))]
    return value


def _key(key: Any) -> Any:
    if not isinstance(key, tuple):
        return _told(key)
    return _told(key[0]) if len(key) == 1 else {"#tup": [_told(part) for part in key]}


def _text(value: Any) -> str:
    """Canonical JSON, in which true differs from 1."""
    return json.dumps(value, sort_keys=True)


# --------------------------------------------------------------------------------------------- plays


class _Play:
    """A stored play while it is confirmed."""

    def __init__(self, path: Path, data: Mapping[str, Any], meta: Mapping[str, Any]) -> None:
        self.where = str(path)
        self.states = _get(data, "states", list, self.where)
        if not self.states or any(type(state) is not dict for state in self.states):
            raise BadInput("has no state, or one that is none", where=self.where, remedy="make the file anew")
        self.interpreter = _interpreter(meta, self.where)
        self.names = [decl.name for decl in self.interpreter.layout]
        if data.get("vars") != self.names:
            raise BadInput(
                "its vars are not the fields of the state", where=self.where, remedy="make the file anew"
            )
        self.why = meta.get("description", "")
        self.found = Report(self.where, f"play of {meta['ruleset']}/{meta['mode']} {meta['instance']}")

    def report(self) -> Report:
        """Compare the play with the rules; where these break, they contradict it."""
        try:
            self.carry_out()
        except ModelError as fault:
            self.found.otherwise.append(f"the rules break: {fault}")
        return self.found

    def carry_out(self) -> None:
        """Carry out every step, then judge the claim of the play.  Raises ModelError where they break elsewhere."""
        steps = [self.step(number) for number in range(1, len(self.states))]
        state = self.interpreter.start()
        self.compare(0, state, {})
        for number, step in enumerate(steps, 1):
            before = state
            self.interpreter.tally = Tally()
            try:
                state = self.interpreter.apply(before, step)
            except (Refused, ModelError) as fault:
                self.found.otherwise.append(f"step {number}, {step}: {fault}")
                return
            tally = self.interpreter.tally
            decider = self.interpreter.decider(before, step.name)
            done = {"decider": decider and decider.name, "clauses": [*tally.clauses]}
            self.compare(number, state, done | {"rulings": [*tally.rulings]})
        what = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
        if not self.found.otherwise:
            self.found.confirmed.append(f"{what}, each state as the rules make it")
        self.claim(state, steps)

    def step(self, number: int) -> Step:
        """The step that led to a state, its arguments as members and numbers.  Raises BadInput."""
        where = f"{self.where}, state {number}"
        meta = _get(self.states[number], "#meta", dict, where)
        name, given = _get(meta, "action", str, where), _get(meta, "arguments", dict, where)
        domains = self.interpreter.domains.get(name)
        if domains is None or self.interpreter.by_name[name].kind == "automatic":
            raise BadInput(f"no action is called {name}", where=where, remedy="make the file anew")
        args = []
        for argument, domain in domains:
            known = {_text(_told(value)): value for value in domain.values()}
            wanted = _text(given.get(argument))
            if wanted not in known:
                raise BadInput(
                    f"{argument} of {name} cannot be {wanted}", where=where, remedy="make the file anew"
                )
            args.append((argument, known[wanted]))
        if len(given) != len(args):
            raise BadInput(f"{name} has {len(args)} arguments", where=where, remedy="make the file anew")
        return Step(name, tuple(args))

    def compare(self, number: int, state: Any, done: Mapping[str, Any]) -> None:
        """Note each difference of a state, or of the clauses of a step, from the file."""
        stored, where = self.states[number], f"{self.where}, state {number}"
        meta = _get(stored, "#meta", dict, where)
        silence = Interpreter.silence(state)
        silent = None if silence is None else {"what": silence[0], "clause": silence[1]}
        pairs = [(name, stored.get(name), _told(getattr(state, name))) for name in self.names]
        pairs += [("index", meta.get("index"), number), ("silent", meta.get("silent"), silent)]
        pairs += [(name, meta.get(name), value) for name, value in done.items()]
        for name, says, made in pairs:
            if _text(says) != _text(made):
                self.found.otherwise.append(f"state {number}: {name} is {_text(made)}, and not {_text(says)}")

    # ----------------------------------------------------------------------------------------- claims

    def claim(self, last: Any, steps: Sequence[Step]) -> None:
        """Judge the claim of the play: about its last state or, of a ruling, about the difference of its readings."""
        if type(self.why) is not str:
            raise BadInput("its description is no text", where=self.where, remedy="make the file anew")
        name, colon, said = self.why.partition(": ")
        target = self.why.removeprefix("to ") if self.why.startswith("to ") else ""
        held: bool | None = None
        if not self.why or self.why.startswith("random game "):
            return
        if target:
            held = self.reached(target, last)
        elif colon and name in _asked(self.interpreter) and said in ("fails", "holds"):
            decl = _asked(self.interpreter)[name]
            shows = "holds" if decl.kind == "reachable" else "fails"
            held = self.interpreter.judge(decl, last) == (shows == "holds") if said == shows else None
        elif colon and any(decl.name == name for decl in projects.rulings_of(self.interpreter.mode)):
            held = self.parts(name, steps) or None
        if held is None:
            self.found.undecided.append(f"that it shows `{self.why}` was not judged")
        elif held:
            self.found.confirmed.append(f"it shows `{self.why}`")
        else:
            self.found.otherwise.append(f"it does not show `{self.why}`")

    def reached(self, target: str, last: Any) -> bool | None:
        """Whether the last state is what was searched for; None for what this cannot judge."""
        kind, _, who = target.partition(" ")
        decl = _asked(self.interpreter).get(target)
        if decl is not None:
            return self.interpreter.judge(decl, last) == (decl.kind == "reachable")
        if target == "silence":
            return Interpreter.silence(last) is not None
        if target == "end":
            return self.interpreter.over(last)
        return who in [player.name for player in self.interpreter.winners(last)] if kind == "win" else None

    def parts(self, ruling: str, steps: Sequence[Step]) -> bool:
        """Whether under another reading of the ruling the same steps lead elsewhere, or leave other moves."""
        chosen = self.interpreter.context.readings
        seen = self.seen(self.interpreter, steps)
        others = [member for member in type(chosen[ruling]) if member is not chosen[ruling]]
        return any(
            self.seen(self.interpreter.under({**chosen, ruling: one}), steps) != seen for one in others
        )

    def seen(self, rules: Interpreter, steps: Sequence[Step]) -> list[str]:
        """The outcomes of the steps, state by state, and of each move of the last state."""
        state = rules.start()
        found = [self.outcome(rules, state)]
        try:
            for step in steps:
                state = rules.apply(state, step)
                found.append(self.outcome(rules, state))
            for step in rules.moves(state):
                after = rules.apply(state, step)
                found.append(f"{step} {rules.decider(state, step.name)} {rules.weight(state, step)}")
                found.append(self.outcome(rules, after))
        except (Refused, ModelError) as fault:
            found.append(str(fault))
        return found

    def outcome(self, rules: Interpreter, state: Any) -> str:
        """A state with its end, as text."""
        fields = [_told(getattr(state, name)) for name in self.names]
        return f"{fields} {rules.silence(state)} {rules.over(state)} {rules.winners(state)} {rules.scores(state)}"


# -------------------------------------------------------------------------------------- certificates


class _Digest:
    """The sum of hashes of texts."""

    def __init__(self) -> None:
        self.sum = 0

    def add(self, text: str) -> None:
        self.sum += int.from_bytes(sha256(text.encode()).digest(), "big")

    def __str__(self) -> str:
        return f"{self.sum % 2**256:064x}"


class _Certificate:
    """A certificate while it is confirmed."""

    def __init__(self, path: Path, data: Mapping[str, Any], most: int, progress: Progress) -> None:
        self.where, self.most, self.progress = str(path), most, progress
        self.says = {name: _get(data, name, int, self.where) for name in ("states", "transitions")}
        self.says |= {name: _get(data, name, str, self.where) for name in ("digest", "moves_digest")}
        for name in ("kinds", "ends", "silences", "scores", "properties"):
            self.says[name] = _get(data, name, dict, self.where)
        known = {*self.says, "format", "ruleset", "mode", "instance", "readings", "parameters"}
        for name in data:
            if name not in known:
                raise BadInput(
                    f"says {name}, which nothing confirms", where=self.where, remedy="make the file anew"
                )
        self.interpreter = _interpreter(data, self.where)
        self.asked = _asked(self.interpreter)
        self.what = f"certificate of {data['ruleset']}/{data['mode']} {data['instance']}"

    def report(self) -> Report:
        """Walk the box, and compare."""
        found = Report(self.where, self.what)
        if self.says["states"] > self.most:
            found.undecided.append(
                f"{self.says['states']:,} states are more than the {self.most:,} that are walked here"
            )
            return found
        try:
            made = self.walk()
        except ModelError as fault:
            found.otherwise.append(f"the rules break: {fault}")
            return found
        if made is None:
            found.otherwise.append(f"states: more than {self.says['states']:,}")
            return found
        for name, value in made.items():
            if _text(self.says[name]) != _text(value):
                found.otherwise.extend(_differences(name, self.says[name], value))
        if not found.otherwise:
            found.confirmed.append(
                f"exhausted: {made['states']:,} states and {made['transitions']:,} transitions, all of them the same"
            )
            for name, row in made["properties"].items():
                found.confirmed.append(f"{name}: {row['verdict']}")
        return found

    def walk(self) -> dict[str, Any] | None:
        """The certificate of the walk; None as soon as there are more states than the file says."""
        rules = self.interpreter
        start = rules.start()
        texts = [state_text(rules, start)]
        known = {texts[0]}
        todo = [start]
        states, moves = _Digest(), _Digest()
        count = 0
        kinds = dict.fromkeys(("choice", "chance", "over", "silent", "deadlock"), 0)
        ends: dict[str, int] = {}
        silences: dict[str, int] = {}
        scores: dict[str, list[int]] = {}
        deciding = dict.fromkeys(self.asked, 0)
        for number, text in enumerate(texts):
            if number % 500 == 0:
                self.progress(f"{self.where}: {number:,} of {len(texts):,} states")
            state = todo[number]
            todo[number] = None
            states.add(text)
            for name, decl in self.asked.items():
                deciding[name] += rules.judge(decl, state) == (decl.kind == "reachable")
            steps = rules.moves(state)
            kinds[_kind(rules, state, steps)] += 1
            for key in _ended(rules, state):
                ends[key] = ends.get(key, 0) + 1
            silence = rules.silence(state)
            if silence is not None:
                silences[silence[0]] = silences.get(silence[0], 0) + 1
            for player, score in rules.scores(state).items():
                extremes = scores.setdefault("" if player is None else player.name, [score, score])
                extremes[:] = [min(extremes[0], score), max(extremes[1], score)]
            for step in steps:
                after = rules.apply(state, step)
                target = state_text(rules, after)
                moves.add(f"{text} -> {target}")
                count += 1
                if target not in known:
                    if len(texts) >= self.says["states"]:
                        return None
                    known.add(target)
                    texts.append(target)
                    todo.append(after)
        verdicts = {name: verdict(self.asked[name].kind, number) for name, number in deciding.items()}
        made: dict[str, Any] = {"states": len(texts), "transitions": count, "kinds": kinds, "ends": ends}
        made |= {"silences": silences, "scores": scores, "properties": verdicts}
        made |= {"digest": str(states), "moves_digest": str(moves)}
        return made


def state_text(rules: Interpreter, state: Any) -> str:
    """A state's canonical text; see the head of this file."""
    silence = rules.silence(state)
    cells = rules.cells(state, () if silence is None else (silence,))
    told = "" if silence is None else f" silent: {silence[0]}"
    return " ".join(map(str, cells[:-1])) + told


def verdict(kind: str, states: int) -> dict[str, Any]:
    """The verdict on a property by the number of states against it, or, if it is reachable, of states that show it."""
    return {"verdict": "holds" if (states > 0) == (kind == "reachable") else "fails", "states": states}


def _kind(rules: Interpreter, state: Any, steps: Sequence[Step]) -> str:
    if rules.silence(state) is not None:
        return "silent"
    if rules.over(state):
        return "over"
    kinds = {rules.by_name[step.name].kind for step in steps}
    if len(kinds) > 1:
        raise ModelError("players and chance may move in one state")
    return "deadlock" if not kinds else "chance" if "chance" in kinds else "choice"


def _ended(rules: Interpreter, state: Any) -> Iterator[str]:
    if rules.silence(state) is None and rules.over(state):
        yield ", ".join(player.name for player in rules.winners(state))


def _differences(name: str, says: Any, made: Any) -> Iterator[str]:
    """The differences between a certificate and the walk, one line for each member."""
    if not isinstance(made, dict):
        yield f"{name}: {made}, and not {says}"
        return
    for key in dict.fromkeys((*made, *says)):
        if _text(made.get(key)) != _text(says.get(key)):
            yield f"{name}, {key or 'nobody'}: {_text(made.get(key))}, and not {_text(says.get(key))}"


# ---------------------------------------------------------------------------------------------- main


def lines(found: Report) -> Iterator[str]:
    """A report in words."""
    outcome = {0: "confirmed", 1: "OTHERWISE", 3: "not decided"}[found.code]
    yield f"{found.file}: {found.what}: {outcome}"
    yield from (f"  {text}" for text in (*found.confirmed, *found.otherwise, *found.undecided))


def worst(codes: Sequence[int]) -> int:
    """One exit code for several files: 1 before 3 before 0."""
    return next((code for code in (1, 3) if code in codes), 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m queensbench.evidence.checker FILE...``: the checker without the rest of the command."""
    codes = []
    files = sys.argv[1:] if arguments is None else arguments
    try:
        if not files:
            raise BadInput("nothing to check", remedy="name plays or certificates")
        for file in files:
            found = check(Path(file))
            codes.append(found.code)
            sys.stdout.write("".join(f"{visible(line)}\n" for line in lines(found)))
    except QueensbenchError as error:
        sys.stderr.write(f"queensbench: {visible(str(error))}\n")
        return 2
    return worst(codes)


if __name__ == "__main__":
    sys.exit(main())
