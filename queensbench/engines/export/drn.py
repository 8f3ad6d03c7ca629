"""An instance in Storm's explicit format (DRN): a Markov decision process with exact fractions.

States are those of a plain walk by the interpreter.  All players' moves are choices of one decision maker, unless the
walk followed only some of them (:func:`queensbench.engines.export.interpreted_states.walk`).  Ends lead back to
themselves.

=====================  ======================================================================================
label                  states
=====================  ======================================================================================
``init``               the start
``over``               the game has ended
``wins_NAME``          it has ended and this player is among the winners
``draw``               of several players none has won, or all have
``silent``             the rules are silent
``deadlock``           nobody can move, and the game is not over
``end``                any of these: play stops
``choice_NAME``        this player's choice (``choice`` where it is nobody's, ``choice_several`` where several may)
``chance``             chance moves
=====================  ======================================================================================

The reward models are ``score`` (or ``score_NAME``) and, for two players, ``margin_NAME`` (wins minus losses).  The move
that leads to an end gains the reward, minus the least reward of the instance: so all are from 0 up, and play that is
never over gains 0, the worst.  The total reward (``R{"score"}max=? [C]``) plus that least one, which the head of the
file names, is the greatest expected score of ``queensbench solve``.

Source: C. Hensel, S. Junges, J.-P. Katoen, T. Quatmann, M. Volk, *The probabilistic model checker Storm* (2022), and
the description of the format in Storm's documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from queensbench.engines.export.interpreted_states import CHANCE, CHOICE, OVER, Place, Walked


def drn(walked: Walked, players: Sequence[str], notes: Sequence[str] = ()) -> str:
    """The text of the file; ``notes``: lines of its head."""
    return "\n".join(_lines(walked, players, notes)) + "\n"


def rewards(walked: Walked, players: Sequence[str]) -> dict[str, dict[int, int]]:
    """The rewards of the ended states, by reward model and state, as the rules count them."""
    ended = {n: place for n, place in enumerate(walked.places) if place.role == OVER}
    found: dict[str, dict[int, int]] = {}
    for number, place in ended.items():
        for who, score in place.scores.items():
            found.setdefault(f"score_{who}" if who else "score", {})[number] = score
    if len(players) == 2 and any(place.winners for place in ended.values()):
        for one, other in (players, players[::-1]):
            margin = {n: (one in p.winners) - (other in p.winners) for n, p in ended.items()}
            found[f"margin_{one}"] = margin
    return found


def _lines(walked: Walked, players: Sequence[str], notes: Sequence[str]) -> Iterator[str]:
    models = rewards(walked, players)
    least = {name: min(worth.values()) for name, worth in models.items()}
    yield from (f"// {note}" for note in notes)
    yield from (f"// {name}: {least[name]} plus the reward gained" for name in models)
    choices = sum(len(place.moves) if place.role == CHOICE else 1 for place in walked.places)
    yield "@type: MDP"
    yield "@parameters"
    yield ""
    yield "@reward_models"
    yield " ".join(models)
    yield "@nr_states"
    yield str(len(walked.places))
    yield "@nr_choices"
    yield str(choices)
    yield "@model"
    for number, place in enumerate(walked.places):
        yield f"state {number} {' '.join(labels(place, players, first=number == 0))}".rstrip()
        for name, ways in _actions(number, place):
            gained = (
                sum(
                    (p * (worth[t] - least[model]) for t, p in ways.items() if t in worth and t != number),
                    Fraction(0),
                )
                for model, worth in models.items()
            )
            told = f" [{', '.join(map(str, gained))}]" if models else ""
            yield f"\taction {name}{told}"
            yield from (f"\t\t{target} : {share}" for target, share in sorted(ways.items()))


def labels(place: Place, players: Sequence[str], *, first: bool = False) -> list[str]:
    """The labels of a state."""
    found = ["init"] if first else []
    if place.role == CHOICE:
        return [*found, f"choice_{place.owner}" if place.owner else "choice"]
    if place.role == CHANCE:
        return [*found, CHANCE]
    if place.role == OVER:
        drawn = len(players) > 1 and len(place.winners) in (0, len(players))
        return [*found, "end", OVER, *(f"wins_{who}" for who in place.winners), *(["draw"] if drawn else [])]
    return [*found, "end", place.role]


def _actions(number: int, place: Place) -> Iterator[tuple[str, dict[int, Fraction]]]:
    """Each choice of a state: its name, and the probability of each successor."""
    if place.role == CHOICE:
        for step, target, _ in place.moves:
            yield str(step).replace(" ", ""), {target: Fraction(1)}
    elif place.role == CHANCE:
        whole = sum(weight for _, _, weight in place.moves)
        ways: dict[int, Fraction] = {}
        for _, target, weight in place.moves:
            ways[target] = ways.get(target, Fraction(0)) + Fraction(weight, whole)
        yield CHANCE, ways
    else:
        yield "stay", {number: Fraction(1)}
