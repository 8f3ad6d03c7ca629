"""Games on graphs: hand-made ones, networkx beside random ones, brute force beside tiny ones, a real ruleset."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.queen_is_dead.modes import mode as queen
from queensbench.engines.explore import kernels as explore_kernels
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.graphs import games, questions, ways
from queensbench.engines.graphs import kernels as graphs_kernels
from queensbench.engines.graphs.games import NOBODY, SEVERAL, Edges, Game, game_of, judged, to_networkx
from queensbench.engines.graphs.questions import (
    GraphAnswer,
    Lasso,
    can_always,
    can_reach,
    components,
    distances,
    ends,
    reachable,
    shortest_loop,
)
from queensbench.engines.graphs.ways import cyclic_states, some_play_to
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build, properties_of
from tests.engines.models import quarrel, row

KINDS = {"?": 0, "0": 1, "1": 1, "c": 1, "r": 2, "o": 3, "s": 4, "d": 5}
EdgePairs = Sequence[tuple[int, int]]


def made(roles: str, edges: EdgePairs, **options: Any) -> Game:
    """A game by roles: ``0``/``1`` a player's choice, ``c`` nobody's, ``r`` random, ``o``ver, ``s``ilent,
    ``d``eadlock, ``?`` unknown.  Codes count the edges as given.
    """
    owner = [int(r) if r in "01" else NOBODY for r in roles]
    source, target = ([e[i] for e in edges] for i in range(2))
    columns = (np.array(column, np.uint32) for column in (source, target))
    kinds = np.array([KINDS[r] for r in roles], np.uint8)
    return Game(kinds, Edges(*columns), owner=np.array(owner), **options)


def where(mask: Any) -> set[int]:
    return {int(state) for state in np.flatnonzero(mask)}


def by_force(game: Game) -> dict[int | str, bool | None]:
    """Whether play stops with probability one although a player, or all of them, try to prolong it."""
    who: list[int | str] = [*game.owners(), "players"]
    return {one: ends(game, (one,), sure=False, stuck_ends=True).holds for one in who}


def walked(game: Game, lasso: Lasso) -> tuple[int, int]:
    """The choices of a lasso's stem and loop, after following it move by move."""
    state = game.starts[0]
    choices = []
    at = iter(lasso.states)
    for part in (lasso.stem, lasso.loop):
        choices.append(0)
        for code in part:
            assert next(at) == state
            choices[-1] += game.role(state) == "choice"
            (edge,) = (e for e in range(game.off[state], game.off[state + 1]) if game.code[e] == code)
            state = int(game.target[edge])
        assert part is lasso.stem or not part or state == lasso.entry
    if not lasso.loop:
        assert next(at) == state == lasso.entry
        assert not len(game.successors(state))
    assert not list(at)
    return choices[0], choices[1]


# ------------------------------------------------------------------------------------ hand-made


class TestGame:
    def test_edges_are_sorted_and_listed_both_ways(self) -> None:
        game = made("0r1o", [(2, 3), (0, 1), (1, 2), (1, 0), (2, 3)])
        assert (game.states, game.edges) == (4, 5)
        assert [game.successors(s).tolist() for s in range(4)] == [[1], [2, 0], [3, 3], []]
        assert [game.pred[game.poff[s] : game.poff[s + 1]].tolist() for s in range(4)] == [
            [1],
            [0],
            [1],
            [2, 2],
        ]
        assert game.code.tolist() == [1, 2, 3, 0, 4]
        assert [game.role(s) for s in range(4)] == ["choice", "chance", "choice", "over"]
        assert game.owners() == (0, 1)
        assert game.complete
        assert not made("0?", [(0, 1)]).complete

    def test_who_is_against_us(self) -> None:
        game = made("0rc1o", [(0, 1), (1, 2), (2, 3), (3, 4)], players=("WHITE", "BLACK"))
        game.owner[2] = SEVERAL
        assert where(game.opposing(())) == set()
        assert where(game.opposing(["players"])) == {0, 2, 3}
        assert where(game.opposing(["chance"])) == {1}
        assert where(game.opposing([0])) == where(game.opposing(["WHITE"])) == {0, 2}
        assert where(game.opposing(["BLACK", "chance"])) == {1, 2, 3}
        assert game.owners() == (0, 1)

    def test_unknown_players_are_refused(self) -> None:
        game = made("0o", [(0, 1)], players=("WHITE", "BLACK"))
        for who, message in (
            ("RED", "nobody is called RED; choose of players, chance, WHITE, BLACK"),
            (2, "there is no player 2; there are 2, from 0 on"),
        ):
            with pytest.raises(BadInput) as caught:
                ends(game, (who,), sure=True)
            assert str(caught.value) == message
        merged = made("0o", [(0, 1)], merged=True)
        assert ends(merged, ("players",), sure=True).holds
        with pytest.raises(BadInput) as caught:
            ends(merged, (0,), sure=True)
        assert (
            str(caught.value)
            == "player 0 cannot be told apart where states are merged by symmetry; explore without the symmetry"
        )
        with pytest.raises(BadInput) as caught:
            made("0o", [(0, 2)])
        assert str(caught.value) == "an edge leads out of the graph; its states are 0 to 1"
        with pytest.raises(BadInput) as caught:
            distances(game, count="moves")
        assert str(caught.value) == "distances in moves are unknown; count steps or choices"
        with pytest.raises(BadInput) as caught:
            to_networkx(game, most=1)
        assert str(caught.value) == "the graph has 2 states, more than 1; allow more"


class TestHandMade:
    def test_a_die_that_may_roll_for_ever(self) -> None:
        game = made("ro", [(0, 0), (0, 1)])
        assert can_always(game).holds
        assert not can_always(game, ("chance",)).holds
        assert ends(game, ("chance",), sure=False).holds
        answer = ends(game, ("chance",), sure=True)
        assert (answer.holds, where(answer.failing)) == (False, {0})
        assert answer.witness == Lasso((), (0,), (0,))
        assert shortest_loop(game) is None
        assert shortest_loop(game, through="any") == answer.witness
        assert ends(game, ("players",), sure=False, stuck_ends=True).holds

    def test_one_player_can_wait_for_ever(self) -> None:
        #      0 (player 0) may wait or pass on to 1 (player 1), who ends or goes back
        game = made("01o", [(0, 0), (0, 1), (1, 0), (1, 2)])
        assert can_always(game).holds
        alone = ends(game, (0,), sure=False)
        assert (alone.holds, where(alone.failing), where(alone.trap)) == (False, {0}, {0})
        assert (alone.component, alone.witness) == (1, Lasso((), (0,), (0,)))
        other = ends(game, (1,), sure=False)
        assert (other.holds, where(other.failing)) == (False, {0, 1})
        assert other.witness is not None

    def test_others_can_help(self) -> None:
        #      0 (player 0) chooses between 1 (player 1 decides: end or back) and the end
        game = made("01o", [(0, 1), (0, 2), (1, 0), (1, 2)])
        assert not ends(game, ("players",), sure=True).holds
        assert ends(game, (0,), sure=True).holds
        assert ends(game, (1,), sure=True).holds
        assert components(game)[1] == 2
        assert shortest_loop(game) == Lasso((), (0, 2), (0, 1))
        assert by_force(game) == {0: True, 1: True, "players": False}

    def test_fair_chance_ends_what_players_cannot_keep_up(self) -> None:
        #      0 chooses 1; chance leads from 1 to the end or back
        game = made("0ro", [(0, 1), (1, 0), (1, 2)])
        assert ends(game, ("players",), sure=False).holds
        sure = ends(game, ("players", "chance"), sure=True)
        assert (sure.holds, where(sure.failing)) == (False, {0, 1})
        assert sure.witness == Lasso((), (0, 1), (0, 1))
        assert ends(game, ("players",), sure=True).holds  # chance helps unless it is named

    def test_an_end_component_behind_a_risk(self) -> None:
        #      chance leads from 0 to the end or to 2, where player 0 may go on for ever with 3
        game = made("0r0ro", [(0, 1), (1, 2), (1, 4), (2, 3), (2, 4), (3, 2)])
        answer = ends(game, (0,), sure=False)
        assert (answer.holds, where(answer.failing), where(answer.trap)) == (False, {0, 1, 2, 3}, {2, 3})
        assert (answer.component, answer.first, answer.play) == (2, 0, ())
        assert answer.witness == Lasso((0, 1), (3, 5), (0, 1, 2, 3))

    def test_a_helper_avoids_the_risk(self) -> None:
        #      player 1 at 0 may end the play safely, or let chance decide between an end and a trap
        game = made("1rc" + "oo", [(0, 1), (0, 3), (1, 2), (1, 4), (2, 2)])
        answer = ends(game, (0,), sure=False)
        assert (answer.holds, where(answer.failing), answer.first, answer.play) == (True, {1, 2}, 1, (0,))
        assert can_always(game).first == 2
        assert can_always(game).play == (0, 2)

    def test_a_deadlock_is_no_end(self) -> None:
        game = made("0do", [(0, 1), (0, 2)])
        assert game.deadlocks().tolist() == [1]
        assert where(can_always(game).failing) == {1}
        for sure in (True, False):
            answer = ends(game, (0,), sure=sure)
            assert (answer.holds, where(answer.failing)) == (False, {0, 1})
            assert answer.witness == Lasso((0,), (), (0, 1))
            assert ends(game, (0,), sure=sure, stuck_ends=True).holds

    def test_a_loop_is_a_better_witness_than_a_deadlock(self) -> None:
        game = made("00do", [(0, 1), (0, 3), (1, 1), (1, 2)])
        for sure in (True, False):
            assert ends(game, (0,), sure=sure).witness == Lasso((0,), (2,), (0, 1))

    def test_silence_is_an_end_or_not(self) -> None:
        game = made("0so", [(0, 1), (0, 2)])
        assert can_always(game).holds
        assert where(can_always(game, silent_ends=False).failing) == {1}
        assert ends(game, (0,), sure=True).holds
        assert where(ends(game, (0,), sure=True, silent_ends=False).failing) == {0, 1}
        assert distances(game).tolist() == [1, 0, 0]
        assert distances(game, silent_ends=False).tolist() == [1, -1, 0]

    def test_what_is_not_explored_is_not_decided(self) -> None:
        game = made("00?o", [(0, 1), (0, 3), (1, 2), (1, 3)])
        assert can_always(game).holds is None
        assert ends(game, (0,), sure=True).holds is None
        assert ends(game, (), sure=True).holds
        looping = made("00?o", [(0, 0), (0, 1), (0, 3), (1, 2)])
        answer = ends(looping, (0,), sure=False)
        assert (answer.holds, where(answer.failing), answer.witness) == (
            False,
            {0},
            Lasso((), (0,), (0,)),
        )
        assert can_always(made("0c?", [(0, 1), (0, 2), (1, 1)])).holds is False

    def test_hopeless_states_are_those_from_which_the_goal_is_out_of_reach(self) -> None:
        #      player 0 may go by 1, from where only the end 4 is left, or by 2 and chance 3 to the goal 5
        game = made("000roo", [(0, 1), (0, 2), (1, 4), (2, 3), (3, 4), (3, 5)])
        goal = np.arange(6) == 5
        found = can_reach(game, goal)
        assert (found.holds, where(found.failing), found.first, found.play) == (False, {1, 4}, 1, (0,))
        assert where(can_reach(game, goal, ("players",)).failing) == {0, 1, 4}
        assert where(can_reach(game, goal, ("chance",)).failing) == {0, 1, 2, 3, 4}
        since = np.isin(np.arange(6), (0, 2, 4))
        found = can_reach(game, goal, since=since)
        assert (found.holds, where(found.failing), found.first, found.play) == (False, {4}, 4, (0, 2))
        assert can_reach(game, goal, since=since & (np.arange(6) != 4)).holds
        assert can_reach(game, goal, since=np.zeros(6, bool)).holds

    def test_the_soonest_hopeless_state_takes_the_fewest_choices(self) -> None:
        #      1 is hopeless after a choice, 5 by chance alone, though after more steps
        game = made("r0rrroo", [(0, 1), (0, 2), (1, 5), (1, 6), (2, 3), (3, 4), (4, 5)])
        found = can_reach(game, np.arange(7) == 6)
        assert (where(found.failing), found.first, found.play) == ({2, 3, 4, 5}, 2, (1,))
        found = can_reach(game, np.arange(7) == 6, since=np.arange(7) == 5)
        assert (found.first, found.play) == (5, (1, 4, 5, 6))

    def test_a_goal_that_may_lie_where_nobody_has_looked(self) -> None:
        game = made("00?o", [(0, 1), (0, 3), (1, 2), (1, 3)])
        nowhere = np.zeros(4, bool)
        found = can_reach(game, nowhere)
        assert (found.holds, where(found.failing), found.play) == (False, {3}, (1,))
        assert can_reach(game, nowhere, since=np.arange(4) == 1).holds is None

    def test_distances_count_steps_or_choices(self) -> None:
        game = made("0r1rodo", [(0, 1), (0, 2), (1, 3), (2, 4), (3, 2), (3, 6), (2, 5)])
        assert distances(game).tolist() == [2, 2, 1, 1, 0, -1, 0]
        assert distances(game, count="choices").tolist() == [1, 0, 1, 0, 0, -1, 0]

    def test_choices_count_before_steps(self) -> None:
        #      to 5: one choice and four steps by 1, 2, 3, or two choices and two steps by 4
        game = made("0rrr0o", [(0, 4), (0, 1), (1, 2), (2, 3), (3, 5), (4, 5)])
        assert some_play_to(game, 5) == (1, 2, 3, 4)
        #      the loop by way of 1, 2 has one choice, that by way of 3 has two
        game = made("0rr0", [(0, 3), (3, 0), (0, 1), (1, 2), (2, 0)])
        assert shortest_loop(game) == Lasso((), (2, 3, 4), (0, 1, 2))
        #      a loop of chance alone has no choice at all
        game = made("0rr", [(0, 1), (1, 2), (2, 1), (2, 0)])
        assert shortest_loop(game) == Lasso((), (0, 1, 3), (0, 1, 2))
        assert shortest_loop(game, through="any") == Lasso((0,), (1, 2), (0, 1, 2))

    def test_nothing_but_an_end(self) -> None:
        game = made("o", [])
        assert can_always(game).holds
        assert ends(game, sure=True).holds
        assert components(game)[1] == 1
        assert shortest_loop(game) is None
        assert distances(game).tolist() == [0]

    def test_the_budget_of_a_loop_search(self) -> None:
        ring = [(i, (i + 1) % 50) for i in range(50)]
        game = made("0" * 50, [*ring, (49, 48)])
        assert shortest_loop(game) == Lasso(tuple(range(48)), (48, 50), tuple(range(50)))
        hasty = shortest_loop(game, budget=10)
        assert hasty is not None
        assert walked(game, hasty) == (0, 50)


# ----------------------------------------------------------------------------- networkx beside us


@st.composite
def random_games(draw: st.DrawFn, most: int = 12, roles: str = "01cr") -> Game:
    """Any game in which states of choice and chance have a move and others have none; all reached or not."""
    text = draw(st.text(roles * 3 + "osd", min_size=1, max_size=most))
    edges: list[tuple[int, int]] = []
    state = st.integers(0, len(text) - 1)
    for here, role in enumerate(text):
        if role in "01cr":
            edges += [(here, there) for there in draw(st.lists(state, min_size=1, max_size=4))]
    return made(text, edges)


def simple(game: Game) -> nx.DiGraph[int]:
    """The graph with what leaving a state costs: choices first."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(game.states))
    for u, v in zip(game.source.tolist(), game.target.tolist(), strict=True):
        graph.add_edge(u, v, weight=1001 if game.choice[u] else 1, choices=int(game.choice[u]))
    return graph


def agrees_with_networkx(game: Game) -> None:
    graph = simple(game)
    comp, count = components(game)
    theirs = {frozenset(c) for c in nx.strongly_connected_components(graph)}
    parts = np.split(np.argsort(comp, kind="stable"), np.cumsum(np.bincount(comp))[:-1])
    assert len(parts) == count
    assert {frozenset(part.tolist()) for part in parts} == theirs
    assert bool((comp[game.source] >= comp[game.target]).all())  # reverse topological
    looping = [c for c in theirs if len(c) > 1 or graph.has_edge(*list(c) * 2)]
    assert where(cyclic_states(game, comp, np.ones(game.states, bool))) == set().union(*looping)
    stops = where(game.ends())

    back = graph.reverse(copy=False)
    near = nx.multi_source_dijkstra_path_length(back, stops, weight=None) if stops else {}
    assert distances(game).tolist() == [near.get(s, -1) for s in range(game.states)]
    assert where(can_always(game).failing) == set(graph) - set(near)
    if stops:
        few = nx.multi_source_dijkstra_path_length(back, stops, weight="choices")
        assert distances(game, count="choices").tolist() == [few.get(s, -1) for s in range(game.states)]
    ahead = nx.descendants(graph, 0) | {0}
    assert where(reachable(game, [0])) == ahead


def cost(game: Game, codes: Iterable[int], states: Sequence[int]) -> int:
    return sum(1001 if game.choice[s] else 1 for s, _ in zip(states, codes, strict=True))


class TestNetworkx:
    @given(random_games())
    def test_random_graphs_have_the_answers_of_networkx(self, game: Game) -> None:
        agrees_with_networkx(game)

    @given(random_games(most=40, roles="0r"))
    @settings(max_examples=50)
    def test_larger_random_graphs_have_the_answers_of_networkx(self, game: Game) -> None:
        agrees_with_networkx(game)

    @given(random_games(), st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1))
    def test_ways_to_a_goal(self, game: Game, goals: int, moment: int) -> None:
        goal, since = (np.array([n >> s & 1 for s in range(game.states)], bool) for n in (goals, moment))
        graph = simple(game)
        winning = where(goal).union(*(nx.ancestors(graph, s) for s in where(goal)))
        failing = where(since) - winning
        found = can_reach(game, goal, since=since)
        assert (found.holds, where(found.failing)) == (not failing, failing)
        lengths = nx.single_source_dijkstra_path_length(graph, 0)
        near = [lengths[s] for s in failing if s in lengths]
        assert (found.play is None) == (not near)
        if found.play is not None:
            assert found.first is not None
            assert lengths[found.first] == min(near)
            state, cost = 0, 0
            for code in found.play:
                cost += 1001 if game.choice[state] else 1
                assert code in game.code[game.off[state] : game.off[state + 1]]
                state = int(game.target[game.code == code][0])
            assert (state, cost) == (found.first, min(near))

    @given(random_games(most=9), st.sampled_from(["choices", "any"]))
    def test_shortest_ways_and_loops(self, game: Game, through: str) -> None:
        graph = simple(game)
        lengths = nx.single_source_dijkstra_path_length(graph, 0)
        for state, length in lengths.items():
            play = some_play_to(game, state)
            assert play is not None
            edges = [int(np.flatnonzero(game.code == code)[0]) for code in play]
            assert sum(1001 if game.choice[game.source[e]] else 1 for e in edges) == length
        cycles = [
            sum(1001 if game.choice[s] else 1 for s in cycle)
            for cycle in nx.simple_cycles(graph)
            if cycle[0] in lengths and (through == "any" or any(game.choice[s] for s in cycle))
        ]
        lasso = shortest_loop(game, reachable(game, [0]), through=through)
        if lasso is None:
            assert not cycles
            return
        assert (walked(game, lasso)[1] > 0) >= (through == "choices")
        assert cost(game, lasso.loop, lasso.states[len(lasso.stem) :]) == min(cycles)
        assert cost(game, lasso.stem, lasso.states[: len(lasso.stem)]) == lengths[lasso.entry]

    @pytest.mark.parametrize("seed", range(12))
    def test_ways_and_loops_of_larger_graphs(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        count = 250
        source = np.sort(np.append(np.arange(count), random.integers(0, count, 350)))
        target = (source + random.integers(1, count, 600)) % count  # no move leads to its own state
        kind = random.integers(1, 3, count)
        game = Game(kind, Edges(source, target))
        graph = simple(game)
        lengths = nx.single_source_dijkstra_path_length(graph, 0)
        for state in range(0, count, 7):
            if state in lengths:
                play = some_play_to(game, state)
                assert play is not None
                assert sum(1001 if game.choice[game.source[e]] else 1 for e in play) == lengths[state]
        around = {}
        for state in lengths:
            back = nx.single_source_dijkstra_path_length(graph.reverse(copy=False), state)
            weight = 1001 if game.choice[state] else 1
            cycles = [weight + back[t] for t in graph.successors(state) if t in back]
            around[state] = min(cycles, default=0)
        for through in ("choices", "any"):
            possible = [c for s, c in around.items() if c and (through == "any" or game.choice[s])]
            lasso = shortest_loop(game, reachable(game, [0]), through=through)
            assert lasso is not None
            walked(game, lasso)
            assert cost(game, lasso.loop, lasso.states[len(lasso.stem) :]) == min(possible)

    def test_as_a_graph_of_networkx(self) -> None:
        graph = to_networkx(made("0ro", [(0, 1), (0, 1), (1, 2)]))
        assert dict(graph.nodes(data=True)) == {
            0: {"role": "choice", "owner": 0},
            1: {"role": "chance", "owner": NOBODY},
            2: {"role": "over", "owner": NOBODY},
        }
        assert sorted(graph.edges(keys=True)) == [(0, 1, 0), (0, 1, 1), (1, 2, 2)]


# ----------------------------------------------------------------------------- brute force beside us


def strategies(game: Game, states: Sequence[int]) -> Iterator[dict[int, int]]:
    """Every way to choose one successor in each of some states."""
    options = [sorted(set(game.successors(s).tolist())) for s in states]
    for choice in itertools.product(*options):
        yield dict(zip(states, choice, strict=True))


def brute(game: Game, against: set[str | int], *, sure: bool) -> tuple[set[int], set[int]]:
    """The states from which an end is not certain (or not almost certain), and those from which it can be prevented for ever.

    Every memoryless strategy of the helpers against every one of the opponents; the rest is a Markov chain.
    """
    moving = [s for s in range(game.states) if game.role(s) in ("choice", "chance")]
    fair = [] if sure else [s for s in moving if game.role(s) == "chance"]
    opposing = where(game.opposing(against)) - set(fair)
    stops = where(game.ends())
    won: set[int] = set()
    ours, theirs = ([s for s in moving if s not in fair and (s in opposing) is o] for o in (False, True))
    spoiled: list[set[int]] = []
    for mine in strategies(game, ours):
        lost: set[int] = set()
        for other in strategies(game, theirs):
            chain: nx.DiGraph[int] = nx.DiGraph()
            chain.add_nodes_from(range(game.states))
            chain.add_edges_from((mine | other).items())
            chain.add_edges_from((s, t) for s in fair for t in game.successors(s).tolist())
            hopeful = set(stops).union(*(nx.ancestors(chain, s) for s in stops))
            hopeless = set(chain) - hopeful
            lost |= hopeless.union(*(nx.ancestors(chain, s) for s in hopeless))
        won |= set(chain) - lost
    for other in strategies(game, theirs):
        open_: nx.DiGraph[int] = nx.DiGraph()
        open_.add_nodes_from(range(game.states))
        open_.add_edges_from(other.items())
        open_.add_edges_from((s, t) for s in [*ours, *fair] for t in game.successors(s).tolist())
        spoiled.append(set(open_) - set(stops).union(*(nx.ancestors(open_, s) for s in stops)))
    return set(range(game.states)) - won, set().union(*spoiled)


AGAINST: tuple[tuple[int | str, ...], ...] = (
    (),
    ("players",),
    ("chance",),
    ("players", "chance"),
    (0,),
    (1, "chance"),
)


def checked_witness(game: Game, answer: GraphAnswer) -> None:
    assert answer.trap is not None
    if answer.holds:
        assert answer.witness is None
        return
    assert answer.witness is not None
    walked(game, answer.witness)
    assert set(answer.witness.states) <= where(answer.failing)


class TestBruteForce:
    @given(random_games(most=6, roles="01r"), st.sampled_from(AGAINST), st.booleans())
    @settings(max_examples=300, deadline=None)
    def test_whether_play_ends_is_what_trying_all_strategies_says(
        self, game: Game, against: tuple[int | str, ...], sure: bool
    ) -> None:
        made_ = Game(
            game.kind,
            Edges(*(c[_few(game)] for c in (game.source, game.target, game.code))),
            owner=game.owner,
        )
        answer = ends(made_, against, sure=sure)
        failing, trap = brute(made_, set(against), sure=sure)
        assert where(answer.failing) == failing
        assert answer.holds == (0 not in failing)
        if not sure:
            assert where(answer.trap) == trap
        else:
            assert where(can_always(made_, against).failing) == failing
        checked_witness(made_, answer)

    @given(random_games(most=6, roles="0r"))
    @settings(deadline=None)
    def test_the_end_component_is_closed(self, game: Game) -> None:
        answer = ends(game, ("players",), sure=False, stuck_ends=True)
        checked_witness(game, answer)
        if answer.holds:
            return
        assert answer.witness is not None
        assert answer.witness.loop
        assert answer.trap is not None
        looping = set(answer.witness.states[len(answer.witness.stem) :])
        assert looping <= where(answer.trap)
        assert answer.component >= len(looping)
        within = simple(game).subgraph(where(answer.trap))
        component = nx.descendants(within, answer.witness.entry) | looping
        assert answer.component == len(component)
        for state in component:
            if game.role(state) == "chance":
                assert set(game.successors(state).tolist()) <= component


def _few(game: Game) -> list[int]:
    """At most two moves of a state, so that strategies can be counted out."""
    return [e for s in range(game.states) for e in range(game.off[s], min(game.off[s] + 2, game.off[s + 1]))]


# ------------------------------------------------------------------------- the loops in CPython


def slow(name: str, *arguments: Any) -> int:
    """A kernel run by CPython, where an index outside its array is an error."""
    source: Callable[..., int] = next(f for f in graphs_kernels.GRAPHS if f.__name__ == name)
    assert len(inspect.signature(source).parameters) == len(arguments)
    return source(*(View(a) if isinstance(a, np.ndarray) else a for a in arguments))


class TestKernels:
    @given(random_games(), st.sampled_from(AGAINST), st.booleans())
    @settings(deadline=None)
    def test_native_code_does_what_cpython_does(
        self, game: Game, against: tuple[int | str, ...], sure: bool
    ) -> None:
        def everything() -> list[Any]:
            again = Game(game.kind, Edges(game.source, game.target, game.code), owner=game.owner)
            answer = ends(again, against, sure=sure)
            return [
                again.pred.tolist(),
                answer.failing.tolist(),
                answer.witness,
                answer.component,
                shortest_loop(again),
                by_force(again),
                components(again)[0].tolist(),
                distances(again).tolist(),
                distances(again, count="choices").tolist(),
            ]

        native = everything()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(games, "call", slow)
            patch.setattr(questions, "call", slow)
            patch.setattr(ways, "call", slow)
            assert everything() == native

    def test_a_long_chain_needs_no_recursion(self) -> None:
        count = 300_000
        source = np.arange(count - 1, dtype=np.uint32)
        kind = np.ones(count, np.uint8)
        kind[-1] = 3
        game = Game(kind, Edges(source, source + 1))
        assert components(game)[1] == count
        assert int(distances(game).max()) == count - 1
        assert some_play_to(game, count - 1) == tuple(range(count - 1))
        ring = Game(np.ones(count, np.uint8), Edges(np.append(source, count - 1), np.append(source + 1, 0)))
        assert components(ring)[1] == 1


# ------------------------------------------------------------------------------------ explorations


@cache
def compiled(mode: Mode, instance: str = "full", *, loops: bool = True) -> Native:
    system = build(mode, next(i for i in mode.all_instances() if i.name == instance))
    kernels = [*explore_kernels.EXPLORER, *(graphs_kernels.DECIDERS if loops else ())]
    return compile_system(system, extra=lambda module: add_kernels(module, system, kernels))


def explored(mode: Mode, instance: str = "full", *, loops: bool = True, **options: Any) -> Exploration:
    native = compiled(mode, instance, loops=loops)
    return explore(native, native.system, ExploreSettings(**options))


class TestExplorations:
    def test_a_row_of_two(self) -> None:
        game = game_of(explored(row.mode))
        assert game.players == ("CROSS", "NOUGHT")
        assert game.starts == (0,)
        assert [game.role(s) for s in range(5)] == ["choice"] * 3 + ["over"] * 2
        assert game.owner.tolist() == [0, 1, 1, NOBODY, NOBODY]
        assert ends(game, ("players",), sure=True).holds
        assert int(distances(game).max()) == 2

    @pytest.mark.parametrize("loops", [True, False])
    def test_a_quarrel_has_every_role_and_the_ends_worked_out_by_hand(self, *, loops: bool) -> None:
        exploration = explored(quarrel.mode, loops=loops)
        game = game_of(exploration)
        roles = [game.role(s) for s in range(game.states)]
        assert roles == ["chance", "choice", "over", "choice", "deadlock", "silent"]
        assert game.owner.tolist() == [NOBODY, SEVERAL, NOBODY, 1, NOBODY, NOBODY]
        assert where(can_always(game).failing) == {4}
        assert by_force(game) == {
            0: True,  # after Black insists, White can ask the book
            1: False,
            "players": False,
        }
        stuck = ends(game, ("BLACK",), sure=False)
        assert (stuck.holds, where(stuck.failing)) == (True, {4})
        lasso = ends(game, ("WHITE",), sure=False).witness
        assert lasso is not None
        label = exploration.coding.label
        assert [label(exploration.coding.decode(c)) for c in lasso.stem + lasso.loop] == [
            "settled()",
            "insist()",
            "wait()",
        ]

    def test_states_are_judged_as_by_the_interpreter(self) -> None:
        exploration = explored(queen, "blades")
        game = game_of(exploration)
        interpreter = Interpreter(queen, next(i for i in queen.instances if i.name == "blades"))
        assert game.ids is not None
        judges = exploration.system.judges
        decls = {d.name: d for d in properties_of(queen, interpreter.instance)}
        for number in range(0, len(judges), 5):
            verdicts = judged(exploration, game, number)
            assert int((~verdicts).sum()) == exploration.failing[number].count
            decl = decls[judges[number].name]
            for state in range(0, game.states, 4001):
                cells = exploration.cells(int(game.ids[state])).tolist()
                if game.role(state) != "silent":
                    here = interpreter.judge(decl, interpreter.state(cells))
                    assert (here != verdicts[state]) == (decl.kind == "reachable")

    def test_without_its_loops_nothing_is_judged(self) -> None:
        exploration = explored(queen, "blades", loops=False)
        with pytest.raises(BadInput) as caught:
            judged(exploration, game_of(exploration), 0)
        assert str(caught.value) == "states cannot be judged; compile graphs.kernels.DECIDERS into the rules"

    def test_the_initial_roll_is_no_sure_end(self) -> None:
        game = game_of(explored(quarrel.mode))
        assert ends(game, ("chance",), sure=True).witness == Lasso((), (5,), (0,))
        assert ends(game, ("chance",), sure=False).holds

    def test_a_search_that_ended_early(self) -> None:
        whole = game_of(explored(queen, "blades"))
        early = explored(queen, "blades", max_states=20_000)
        assert early.reason == "max_states"
        part = game_of(early)
        assert part.states == 20_000
        assert not part.complete
        known = np.flatnonzero(part.kind != 0)
        assert 5_000 < len(known) < 20_000
        assert part.ids is not None
        moves = np.diff(whole.off)
        for state in known[::37].tolist():
            place = early.cells(int(part.ids[state]))
            there = int(np.flatnonzero(whole.ids == _whole().find(place))[0])
            assert moves[there] == len(part.successors(state))
            assert whole.kind[there] == part.kind[state]
        assert can_always(part).holds is None
        assert ends(part, (0,), sure=False).holds is None
        assert ends(part, ("players", "chance"), sure=True).holds is False


@cache
def _whole() -> Exploration:
    return explored(queen, "blades")


def reading(native: Native, **chosen: str) -> list[int]:
    return [r.readings.index(chosen[r.name]) if r.name in chosen else r.house for r in native.system.rulings]


class TestTheQueenIsDead:
    @pytest.mark.parametrize(
        ("chosen", "sizes", "loops", "failing"),
        [
            ({}, (71599, 167702), (46273, 25904), (55903, 22717)),
            pytest.param(
                {"guard_and_master": "PREVENTED"},
                (71223, 157826),
                (46069, 25776),
                (55663, 17821),
                marks=pytest.mark.slow,
            ),
        ],
    )
    def test_the_box_blades_has_its_counts_and_the_answers_of_networkx(
        self,
        chosen: dict[str, str],
        sizes: tuple[int, ...],
        loops: tuple[int, ...],
        failing: tuple[int, ...],
    ) -> None:
        native = compiled(queen, "blades")
        exploration = explored(queen, "blades", readings=reading(native, **chosen))
        game = game_of(exploration)
        assert (game.states, game.edges) == sizes
        agrees_with_networkx(game)
        comp, count = components(game)
        assert (count, len(where(cyclic_states(game, comp, np.ones(game.states, bool))))) == loops
        assert can_always(game).holds
        assert by_force(game) == {0: True, 1: True, "players": False}
        forced = ends(game, ("players",), sure=False)
        assert forced.trap is not None
        assert (len(where(forced.failing)), len(where(forced.trap))) == failing
        for answer in (forced, ends(game, ("players", "chance"), sure=True)):
            assert answer.witness is not None
            assert walked(game, answer.witness)[1] == 2
        shortest = shortest_loop(game)
        assert shortest is not None
        assert walked(game, shortest)[1] == 2

    def test_whose_choice_it_is(self) -> None:
        native = compiled(queen, "blades")
        exploration = _whole()
        game = game_of(exploration)
        assert {int(o): int((game.owner == o).sum()) for o in np.unique(game.owner)} == {
            NOBODY: 36408,
            0: 17589,
            1: 17602,
        }
        assert {game.role(s) for s in where(game.owner == NOBODY)} == {"chance", "over"}
        env = native.new_env()
        interpreter = Interpreter(queen, next(i for i in queen.all_instances() if i.name == "blades"))
        assert game.ids is not None
        for state in range(0, game.states, 1000):
            cells = exploration.cells(int(game.ids[state]))
            asked = {
                native.decider(cells, env, int(c)) for c in game.code[game.off[state] : game.off[state + 1]]
            }
            assert asked <= {int(game.owner[state])}
            record = interpreter.state(cells.tolist())
            for step in interpreter.moves(record):
                who = interpreter.decider(record, step.name)
                assert (NOBODY if who is None else game.players.index(who.name)) == game.owner[state]
