"""The outlook from a position, on demand: endings, hope, the value of moves, and states with a condition."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import queensbench as qb
from queensbench.api.looking_ahead import own_aims
from queensbench.errors import BadInput, QueensbenchError
from queensbench.rendering.names import Names
from queensbench.surfaces.page.choices import headed, words
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.jobs import Job, Progress
from queensbench.surfaces.page.links import Place, as_step, cut, step_of
from queensbench.surfaces.page.tables import Node, Solutions, Table, own_solution

STATES = 200_000
"""The most states that are explored or solved for somebody who waits."""
SECONDS = 120.0
"""The most seconds of such work."""
OF_STATES = ("always", "never", "reachable")
"""The kinds of properties to whose states there are plays."""
LONGEST = 200
"""The most letters of a condition."""


@dataclass(frozen=True)
class Ahead:
    """An instance that was explored: its space, and the plays to its properties, by their names."""

    space: qb.Space
    properties: Mapping[str, tuple[qb.Move, ...]]


def key_of(what: str, place: Place, *more: Hashable) -> Hashable:
    """The key of work about a place under its first readings."""
    return (what, place.path, place.instance, place.readings, *more)


def explore(desk: Desk, table: Table) -> Job:
    """Explore the instance of a table."""
    session = table.session
    game = desk.game(table.place.path)
    start = session.start()

    def work(progress: Progress) -> Ahead:
        space = session.explore(budget=STATES, progress=progress)
        progress("listing what follows what")
        space.outlook(start)
        found: dict[str, tuple[qb.Move, ...]] = {}
        for name, decl in game.properties.items():
            if decl.kind not in OF_STATES:
                continue
            progress(f"a play to {name}")
            try:
                play = space.play_to(name)
            except QueensbenchError:  # a property of steps, or one of other instances
                continue
            if play is not None:
                found[name] = play.moves
        return Ahead(space, found)

    return desk.worker.ask(key_of("explore", table.place), "exploring", work, seconds=SECONDS, heavy=True)


def solve(desk: Desk, table: Table, player: str) -> Job:
    """Solve the instance of a table, for a player where every one has an aim of their own.  Raises BadInput."""
    session, known = table.session, parties(table)
    if player not in known:
        raise BadInput(
            f"the box is not solved for {cut(player)}" if player else "each player has an aim of their own",
            where="player",
            remedy=(
                f"choose of {', '.join(known)}" if known[0] else "leave it out: it has one solution for all"
            ),
        )

    def work(progress: Progress) -> qb.BestPlay:
        return session.best_play(player=player, budget=STATES, progress=progress)

    title = f"solving for {headed(player)}" if player else "solving"
    return desk.worker.ask(solve_key(table, player), title, work, seconds=SECONDS, heavy=True)


def parties(table: Table) -> tuple[str, ...]:
    """The players for whom the instance of a table can be solved one by one; an empty name if for all at once."""
    return own_aims(table.nodes[0].position) or ("",)


def solve_key(table: Table, player: str) -> Hashable:
    """The key of the work that solves the instance of a table for a player."""
    return key_of("solve", table.place, player)


def solving(desk: Desk, table: Table) -> dict[str, Job]:
    """The work of solving the instance of a table that somebody has asked for, by player."""
    found = {player: desk.worker.known(solve_key(table, player)) for player in parties(table)}
    return {player: job for player, job in found.items() if job is not None}


def solutions(desk: Desk, table: Table) -> Solutions:
    """Best play of the instance of a table, as far as it is known."""
    jobs = solving(desk, table)
    return {player: job.result for player, job in jobs.items() if job.ready and not job.failed}


def find(desk: Desk, table: Table, condition: str) -> Job:
    """Look for a shortest play to a state where a condition holds.  Raises BadInput for an empty or a long one."""
    session = table.session
    if not condition.strip() or len(condition) > LONGEST:
        raise BadInput(
            f"a condition has 1 to {LONGEST} letters", where="condition", remedy="write it as in `score >= 9`"
        )

    def work(progress: Progress) -> tuple[tuple[qb.Move, ...] | None, bool, int]:
        space = session.explore(budget=STATES, progress=progress)
        progress("looking for the first state")
        play = space.play_to(condition)
        return (None if play is None else play.moves), space.complete, space.states

    key = key_of("find", table.place, condition)
    return desk.worker.ask(key, f"looking for `{condition}`", work, seconds=SECONDS)


def part(desk: Desk, table: Table) -> Job:
    """Look for the shortest play on which the two readings of a table part.  Raises BadInput where it has one alone."""
    first, second = table.session, table.second
    if second is None:
        raise BadInput("the table has one reading", where="if", remedy="choose a second one under What if?")
    one, other = ({name: of.readings[name].name.lower() for name in of.rulings} for of in (first, second))

    def work(progress: Progress) -> tuple[qb.Difference, tuple[qb.Move, ...]]:
        found = first.compare(
            one, other, budget=STATES, names=("the first reading", "the second reading"), progress=progress
        )
        position, moves = first.start(), []
        for text in found.moves:
            possible = [*position.moves(), *(outcome.move for outcome in position.outcomes())]
            move = next((move for move in possible if str(move) == text), None)
            moves.append(step_of(first.move_kinds, as_step(text)) if move is None else move)
            if move is None:  # the last one, which the other reading alone allows
                break
            position = position.do(move)
        return found, tuple(moves)

    return desk.worker.ask(part_key(table), "looking for where the readings part", work, seconds=SECONDS)


def part_key(table: Table) -> Hashable:
    """The key of the work that looks for where two readings part."""
    return key_of("part", table.place, table.place.against)


def parting(desk: Desk, table: Table) -> dict[str, Any]:
    """Where the two readings of a table part, as far as somebody has asked."""
    job = desk.worker.known(part_key(table)) if table.second is not None else None
    if job is None or not job.ready or job.failed:
        return {"job": None if job is None else told(job), "done": job is not None and job.ready, "play": ""}
    found, moves = job.result
    return {
        "job": None,
        "done": True,
        "kind": found.kind,
        "text": Names(desk.game(table.place.path).mode, table.session.instance)(found.text),
        "steps": len(moves),
        "states": found.states,
        "complete": found.complete,
        "play": f"{table.place.link(moves)}&parts=1" if found.kind else "",
    }


def told(job: Job) -> str:
    """How far a piece of work is."""
    if job.failed:
        return f"{job.title} failed: {job.failed}"
    return f"{job.title}: {job.said}, {job.elapsed:.0f} s"


def ahead_data(desk: Desk, table: Table, node: Node, condition: str) -> dict[str, Any]:
    """The findings ahead of a position, and the work that is under way."""
    place = table.place
    explored, solved = desk.worker.known(key_of("explore", place)), solving(desk, table)
    found = desk.worker.known(key_of("find", place, condition)) if condition else None
    data: dict[str, Any] = {
        "states": STATES,
        "explored": explored,
        "solved": solved,
        "condition": condition,
        "finding": found,
        "found": None,
        "outlook": None,
        "worth": None,
        "worths": [],
        "own": False,
        "cut": False,
        "known": False,
        "unsolved": [name for name in parties(table) if name not in solved or solved[name].failed],
        "part": parting(desk, table),
    }
    jobs = [job for job in (explored, *solved.values(), found) if job is not None]
    done = [job for job in jobs if job.ready]  # once: it may be done while the page is made
    data["pending"] = [(told(job), job in done) for job in jobs if job not in done or job.failed]
    if explored is not None and explored in done and explored.result is not None:
        data |= _endings(desk, table, node, explored.result)
    data |= _worths(
        {name: job.result for name, job in solved.items() if job in done and not job.failed}, node
    )
    if found is not None and found in done and found.result is not None:
        moves, complete, states = found.result
        data["found"] = {
            "link": None if moves is None else place.link(moves),
            "steps": 0 if moves is None else len(moves),
            "complete": complete,
            "states": states,
        }
    return data


def _worths(known: Solutions, node: Node) -> dict[str, Any]:
    """What a position is worth: by the solution of whoever chooses there, else by the first, and by the others."""
    if not known:
        return {}
    own = own_solution(node.position, known)
    order = sorted(known.values(), key=lambda one: one is not own)
    worths = [worth for one in order if (worth := one.at(node.position)) is not None]
    worth = worths[0] if worths else None
    position = node.position
    cut_off = worth is not None and not worth.options and bool(position.moves() or position.outcomes())
    return {"known": True, "worth": worth, "worths": worths, "own": own is not None, "cut": cut_off}


def _endings(desk: Desk, table: Table, node: Node, ahead: Ahead) -> dict[str, Any]:
    """The endings of an explored box: how far each is from here, and a shortest play from the start."""
    space, place = ahead.space, table.place
    outlook = space.outlook(node.position)
    players = table.session.players
    named = Names(desk.game(place.path).mode, table.session.instance)
    rows = []
    for ending in (*space.ends, *space.silences):
        if not ending.count:
            continue
        steps = outlook.steps.get(ending.way) if outlook is not None else None
        way = named(ending.way)
        rows.append(
            {
                "way": words(way) if way == ending.way else way,
                "here": steps,
                "count": ending.count,
                "link": place.link(ending.shortest),
                "steps": len(ending.shortest),
            }
        )
    hope = []
    winning = table.session.interpreter.rules.wins is not None
    if outlook is not None and winning and not node.position.over:
        for player in players:
            can = outlook.can_win(player.name)
            known = {True: "can still win", False: "has no way left to win", None: "may or may not still win"}
            hope.append((headed(words(player)), known[can], can))
    return {
        "outlook": outlook,
        "space": space,
        "endings": rows,
        "hope": hope,
        "properties": [
            (name, desk.game(place.path).properties[name].kind, place.link(moves), len(moves))
            for name, moves in ahead.properties.items()
        ],
    }


def values_of(worth: qb.Worth | None, *, own: bool) -> dict[str, str]:
    """The worth of a position's moves, by their texts; ``own``: to whoever chooses there, so the best are marked."""
    if worth is None:
        return {}
    found = {}
    for move, value in worth.options.items():
        best = " best" if own and move in worth.best and len(worth.options) > 1 else ""
        found[move] = f"{number(value)}{best}"
    return found


def number(value: qb.Value) -> str:
    """A value as a short number: exact as a fraction where that is short, else with three decimals."""
    if not value.exact:
        return f"{float(value.least):.3f} to {float(value.greatest):.3f}"
    exact = str(value.least)
    return exact if len(exact) <= 5 else f"{float(value.least):.3f}"
