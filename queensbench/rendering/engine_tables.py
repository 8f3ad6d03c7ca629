"""How the command prints what single engines have found, and plays: tables for people, JSON for programs.

For audits see :mod:`queensbench.rendering.audit_tables`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count
from queensbench.evidence import plays
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rendering.names import Names, names_of

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


# --------------------------------------------------------------------------------------------- single engines


def exploration(screen: Screen, data: dict[str, Any]) -> None:
    """Print an exploration; nothing where JSON is asked for, which is printed whole at the end."""
    if screen.as_json:
        return
    with screen.named(names_of(data["mode"], data["instance"])):
        _exploration(screen, data)


def _exploration(screen: Screen, data: dict[str, Any]) -> None:
    state = "exhausted" if data["complete"] else f"stopped by {data['reason']}"
    screen.head(f"{data['mode']} {data['instance']}: {state}")
    screen.text(
        f"{count(data['states'], 'state')}, {count(data['transitions'], 'transition')} in {data['seconds']:.2f} s; "
        f"up to {count(data['choices'], 'choice')} and {count(data['steps'], 'step')} from the start"
    )
    screen.out.print()
    rows = [
        (f"won by {end['winners']}", f"{end['count']:,}", *_short(end["shortest"])) for end in data["ends"]
    ]
    rows += [
        (f"silent: {s['what']}", f"{s['count']:,}", *_short(s["shortest"]))
        for s in data["silent"]
        if s["count"]
    ]
    if data["deadlocks"]["count"]:
        rows.append(("deadlock", f"{data['deadlocks']['count']:,}", *_short(data["deadlocks"]["shortest"])))
    if rows:
        screen.table("Ends", ("end", "states", "choices", "steps", "a shortest play"), rows)
    else:
        screen.text("No end was found.")


def by_levels(screen: Screen, data: dict[str, Any]) -> None:
    """Print an exploration by levels, as :func:`exploration` does, with the properties of states."""
    if screen.as_json:
        return
    exploration(screen, data)
    with screen.named(names_of(data["mode"], data["instance"])):
        if data["properties"]:
            rows = [
                (row["name"], row["kind"], row["verdict"], f"{row['states']:,}", *_round(row["shortest"]))
                for row in data["properties"]
            ]
            screen.out.print()
            columns = ("property", "kind", "verdict", "states", "choices", "steps", "a shortest play")
            screen.table("Properties", columns, rows)
        if data["rulings"]:
            screen.out.print()
            rulings = [
                (
                    row["name"],
                    row["verdict"],
                    row["against"],
                    f"{row['compared']:,}",
                    *_short(row if row["play"] else None),
                )
                for row in data["rulings"]
            ]
            columns = (
                "ruling",
                "differs in",
                "against",
                "compared in",
                "choices",
                "steps",
                "a play that shows it",
            )
            screen.table("Readings compared in every state", columns, rulings)
        if data["steps_judged"]:
            screen.text(f"{data['steps_judged']:,} pairs of states, one step apart, were judged.")
        if data["graph_refused"]:
            screen.text(f"The graph of states was not asked: {data['graph_refused']}.")
        if data["steps_refused"]:
            screen.text("Steps were not judged to the end: a property of steps leaves its ranges.")
        if data["not_asked"]:
            screen.text(f"Not asked: {', '.join(data['not_asked'])}.")
        screen.text(f"{data['bytes_on_disk']:,} bytes on disk; digest {data['digest']}")


def graph(screen: Screen, data: dict[str, Any]) -> None:
    """Print the file of a graph, and its size, as :func:`exploration` does."""
    if screen.as_json:
        return
    screen.text(
        f"{data['file']}: {count(data['states'], 'state')} and {count(data['edges'], 'edge')}; "
        f"{count(data['states_left_out'], 'state')} and {count(data['edges_left_out'], 'edge')} left out"
    )


def certificate(screen: Screen, states: int, path: Path) -> None:
    """Print the file of a certificate, as :func:`exploration` does."""
    if not screen.as_json:
        screen.line(f"Certificate of {states:,} states: {path}")


def _short(shortest: dict[str, Any] | None) -> tuple[str, str, str]:
    if shortest is None:
        return ("", "", "")
    return (str(shortest["choices"]), str(shortest["steps"]), " ".join(shortest["play"]))


def _round(shortest: dict[str, Any] | None) -> tuple[str, str, str]:
    """The same; a play that goes round says so."""
    choices, steps, play = _short(shortest)
    loop = 0 if shortest is None else shortest.get("loop", 0)
    return (choices, steps, f"{play} (and the last {count(loop, 'step')} again)" if loop else play)


def _shown(row: dict[str, Any]) -> str:
    return f"{row['why']}, depth {row['depth']}" if row.get("depth", 1) > 1 else str(row["why"])


def tried(row: Mapping[str, Any]) -> str:
    """The number of random steps that a proved claim has withstood, in words."""
    return (
        f"tried on {count(row['steps'], 'step')} in machine code, in vain: {row['from_games']:,} of games, "
        f"{row['from_changed']:,} from changed states; {count(row['solver_states'], 'state')} of the solver's, "
        f"{count(row['worlds'], 'reading')}"
    )


def proofs(screen: Screen, data: dict[str, Any]) -> None:
    """Print the proofs by induction."""
    if screen.as_json:
        screen.json(data)
        return
    with screen.named(names_of(data["mode"], data["instance"])):
        _proofs(screen, data)


def _proofs(screen: Screen, data: dict[str, Any]) -> None:
    screen.head(f"{data['mode']} {data['instance']}: proofs by induction")
    by = ", ".join(f"{number:,} by {sort}" for sort, number in data["decided_by"].items())
    screen.text(
        f"{data['goals']:,} goals in {data['seconds']:.1f} s: {data['without_solver']:,} without a solver, {by}; "
        f"z3's limit for a goal {data['rlimit']:,}"
    )
    if data["tried"]["steps"]:
        screen.text(tried(data["tried"]))
    screen.out.print()
    rows = [
        (
            row["name"],
            row["verdict"],
            _shown_by(row),
            row["reading"],
            _shown(row),
            str(len(row["lemmas"]) or ""),
        )
        for row in data["properties"]
    ]
    screen.table("Properties", ("property", "verdict", "class", "readings", "what was shown", "lemmas"), rows)
    for row in data["properties"]:
        found = row["counterexample_to_induction"]
        if found is None or row["verdict"] == "holds":
            continue
        screen.head(f"{row['name']}: a counterexample to induction (no play need reach it)")
        readings = ", ".join(f"{name}={reading}" for name, reading in found["readings"].items())
        screen.text(f"{found['step']}; reading {readings or 'house'}", 2)
        screen.out.print("\n".join(f"  {line}" for line in found["board"].splitlines()))
        screen.out.print()
    if data["obligations_open"]:
        screen.head("Ranges not shown to hold, so that nothing counts as proved")
        for one in data["obligations_open"]:
            screen.text(f"{one['transition'] or 'a question'}: {', '.join(one['text'])}: {one['verdict']}", 2)
        screen.out.print()
    if data["never_enabled"]:
        screen.head("Transitions that no state of the hypothesis enables, so that nothing counts as proved")
        screen.text(", ".join(data["never_enabled"]), 2)
        screen.out.print()
    if data.get("interrupted"):
        screen.interrupted()
    elif data["left"]:
        screen.text(f"The time was over with {count(data['left'], 'goal')} left: --seconds gives more.")
    if "export" in data:
        made = data["export"]
        size = f"{made['bytes'] / 1e6:,.1f} MB"
        screen.text(f"{count(made['goals'], 'goal')} written to {made['folder']}, {size} of SMT-LIB 2.")
    if "check" in data:
        _second(screen, data["check"])
    if "questions" in data:
        _answered(screen, data["questions"])


def _shown_by(row: dict[str, Any]) -> str:
    """The class of a verdict, and the solvers that showed it if several were asked."""
    by = ", ".join(row.get("by", ["z3"]))
    if row.get("questions"):
        by += "; z3's questions: cvc5"
    return f"{row['class']} ({by})" if "by" in row or row.get("questions") else str(row["class"])


def _answered(screen: Screen, data: dict[str, Any]) -> None:
    """Print the answers of another solver to the prover's own questions."""
    screen.text(
        f"z3's own questions, which checks {data['what']}: {data['confirmed']:,} of "
        f"{count(data['questions'], 'question')} answered alike by cvc5 {data['versions']['cvc5']}; "
        f"{data['seconds_a_question']:g} s for a question"
    )
    for name in data["open"]:
        screen.text(f"open: {name}", 2)


def _second(screen: Screen, data: dict[str, Any]) -> None:
    """Print the answers of other solvers to the same claims, in another encoding."""
    by = ", ".join(f"{number:,} by {name} {data['versions'][name]}" for name, number in data["by"].items())
    screen.text(
        f"Second opinion, of another encoding: {data['confirmed']:,} of {count(data['goals'], 'goal')} confirmed in "
        f"{data['seconds']:.1f} s, {by}, {data['without_solver']:,} without a solver; "
        f"{data['seconds_a_goal']:g} s for a goal"
    )
    if data["asked_again"]:
        screen.text(f"{count(data['asked_again'], 'goal')} asked again without the claims that stayed open.")
    for one in data["open"]:
        screen.text(f"open: {one['goal']}", 2)
    for name in data["not_written"]:
        screen.text(f"open: {name}, which was shown of more paths than are written", 2)


def playouts(screen: Screen, data: dict[str, Any]) -> None:
    """Print the results of random games."""
    if screen.as_json:
        screen.json(data)
        return
    with screen.named(names_of(data["mode"], data["instance"])):
        _playouts(screen, data)


def _playouts(screen: Screen, data: dict[str, Any]) -> None:
    screen.head(f"{data['mode']} {data['instance']}: {count(data['games'], 'random game')}")
    rate = data["steps"] / data["seconds"] if data["seconds"] else 0.0
    screen.text(
        f"{count(data['steps'], 'step')} in {data['seconds']:.2f} s ({rate:,.0f} a second), {data['choices']:,} of "
        f"them players' choices; games of {data['shortest']:,} to {data['longest']:,} steps; seed {data['seed']}"
    )
    screen.out.print()
    rows = [(f"won by {end['winners']}", f"{end['games']:,}") for end in data["ends"]]
    rows += [(f"silent: {s['what']}", f"{s['games']:,}") for s in data["silent"] if s["games"]]
    words = {"deadlocks": "deadlock", "cut": "cut off"}
    rows += [(word, f"{data[key]:,}") for key, word in words.items() if data[key]]
    screen.table("Ends", ("end", "games"), rows)
    for what in ("clauses", "rulings"):
        counted = [
            (c["name"], *(("", "") if c["times"] is None else (f"{c['times']:,}", f"{c['games']:,}")))
            for c in data[what]
        ]
        if counted:
            uncounted = any(c["times"] is None for c in data[what])
            note = " (blank: read in every state, and not counted)" if uncounted else ""
            screen.table(f"How often {what} came up{note}", (what[:-1], "times", "games"), counted)
    if data["interrupted"]:
        screen.interrupted()


def shown_game(screen: Screen, interpreter: Interpreter, steps: Sequence[Step]) -> None:
    """Print a play step by step, with its boards; nothing where JSON is asked for."""
    if screen.as_json:
        return
    with screen.named(Names(interpreter.mode, interpreter.instance)):
        for number, moment in enumerate(plays.moments(interpreter, steps)):
            _moment(
                screen,
                number,
                "" if moment.step is None else str(moment.step),
                "" if moment.decider is None else shown(moment.decider),
                moment.clauses,
                moment.rulings,
                plays.board(interpreter, moment.state),
            )
    screen.out.print()


def _moment(
    screen: Screen,
    number: int,
    action: str,
    decider: str,
    clauses_: Sequence[str],
    rulings_: Sequence[str],
    board: str,
) -> None:
    screen.head(f"{number}. {action or 'start'}" + (f" by {decider}" if decider else ""))
    if clauses_:
        screen.text(f"clauses: {', '.join(clauses_)}", 3)
    if rulings_:
        screen.text(f"rulings consulted: {', '.join(rulings_)}", 3)
    for line in board.splitlines():
        screen.out.print(f"   {line}", soft_wrap=True)


def replayed(screen: Screen, data: dict[str, Any]) -> None:
    """Print a stored play that was replayed."""
    if screen.as_json:
        screen.json(data)
        return
    with screen.named(names_of(data["mode"], data["instance"])):
        _replayed(screen, data)


def _replayed(screen: Screen, data: dict[str, Any]) -> None:
    screen.head(f"{data['mode']} {data['instance']}: {data['why'] or data['file']}")
    for row in data["steps"]:
        _moment(
            screen, row["step"], row["action"], row["decider"], row["clauses"], row["rulings"], row["board"]
        )
    if data["fault"]:
        screen.head(f"The rules of today do not play it so: {data['fault']}")
    else:
        screen.text(data["ending"])
