"""The explorations of a box, each made once.  A declared symmetry is tried before its use, and checked afterwards.

z3, which that check may ask, is loaded with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ExploreSettings, Symmetry
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.errors import BadInput
from queensbench.evidence.plays import board
from queensbench.readers.symmetry.equivariance import check_element, check_equivariance
from queensbench.readers.symmetry.groups import group, player_images

TRIED = 12
"""How many random games, and how many steps of each, a declared symmetry is tried on before it is used."""


def exploration_of(
    box: Box,
    readings: Mapping[str, Any] | None = None,
    *,
    max_states: int | None = None,
    keep: bool = True,
    judging: bool = True,
    symmetric: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Exploration:
    """The exploration under a reading, made once if it is to be kept (an interrupted one is not).

    Without ``judging`` no property is evaluated; a kept exploration that has evaluated them serves as well.

    Raises what the explorer raises, and BadInput for a symmetry that is not declared or does not hold.
    """
    made = _made(box)
    raw = box.raw(readings)
    key = (*raw, max_states or 0, int(symmetric), 1)
    if not judging and key not in made:
        key = (*key[:-1], 0)
    if key not in made:
        with box.told():
            alike = declared_symmetry(box, readings) if symmetric else None
            found = explore(
                box.native,
                box.system,
                ExploreSettings(
                    raw,
                    box.parameters(),
                    max_states=max_states or box.instance.budget,
                    symmetry=alike,
                    progress=progress,
                    expected=box.instance.states,
                    judging=judging,
                ),
            )
            if symmetric and found.complete:
                _show_symmetry(box, found, readings, progress)
        if found.interrupted or not keep:
            return found
        made[key] = found
    return made[key]


def whole_of(box: Box, readings: Mapping[str, Any] | None, most: int) -> Exploration | None:
    """A kept exploration under a reading that found all states, at most so many, none merged; None without one."""
    raw = tuple(box.raw(readings))
    for key, found in _made(box).items():
        if (
            key[: len(raw)] == raw
            and found.complete
            and found.states <= most
            and found._store.run.symmetry is None
        ):
            return found
    return None


def forget(box: Box) -> None:
    """Forget all explorations of a box: they can be large."""
    _made(box).clear()


def _made(box: Box) -> dict[tuple[int, ...], Exploration]:
    found: dict[tuple[int, ...], Exploration] = box.made.setdefault("explorations", {})
    return found


def declared_symmetry(box: Box, readings: Mapping[str, Any] | None = None) -> Symmetry:
    """The declared symmetry as the explorer takes it.

    It is tried first on random reachable states, which finds most false ones at once.  It is checked in full when the
    exploration has ended.  Raises BadInput with a state whose image has other moves.
    """
    if not any(one.claimed_on(box.instance) for one in box.mode.symmetries):
        of = f" of {box.instance.name}" if box.mode.symmetries else ""
        raise BadInput(
            f"mode {box.mode.name} declares no symmetry{of}",
            where=box.ruleset,
            remedy="explore it without, or give the Mode symmetries=",
        )
    interpreter = box.interpreter(readings)
    states = [interpreter.start()]
    for game in range(TRIED):
        codes = playouts_of(box, readings, games=game + 1, seed=1, max_steps=TRIED).replay(game)
        states += interpreter.replay(box.steps(codes))[1:]
    broken = check_equivariance(box.mode, box.instance, states=states, readings=readings)
    if broken is not None:
        raise BadInput(f"the declared symmetry does not hold: {broken}", remedy="mend the rules or drop it")
    return Symmetry(box.system, group(box.mode, box.instance).tables())


def _show_symmetry(
    box: Box,
    found: Exploration,
    readings: Mapping[str, Any] | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Check the symmetry under which an exploration has ended; if that cannot be done, the exploration is incomplete.

    It cannot with too many images, or after Ctrl-C.  Raises BadInput with the state where the symmetry does not hold.
    """
    from queensbench.engines.explore.equivariance import MOST, by_form, parted

    of = group(box.mode, box.instance)
    elements = [element for element in of.elements if not element.identity]
    if not elements or by_form(box.system, of):
        return
    if found.states * len(elements) > MOST:
        found.give_up("symmetry")
        return
    interpreter = box.interpreter(readings)
    players = player_images(box.mode, box.instance, elements)
    try:
        broken = parted(found, of, players, progress=progress)
    except KeyboardInterrupt:
        found.give_up("interrupted")
        return
    if broken is None:
        return
    silences = [(s.what, box.system.clauses[s.clause]) for s in box.system.silences]
    state = interpreter.state(found.cells(broken.state).tolist(), silences)
    element = elements[broken.element]
    told = check_element(box.mode, box.instance, element, state, readings=readings)
    what = str(told) if told is not None else f"renaming {element.words}: the image does otherwise"
    where = "; ".join(line.strip() for line in board(interpreter, state).splitlines())
    raise BadInput(
        f"the declared symmetry does not hold: {what}; in the state {where}",
        remedy="mend the rules or drop it",
    )
