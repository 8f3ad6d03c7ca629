"""The instances that are measured: those of The Queen Is Dead, one of three words a state; those to be solved."""

from __future__ import annotations

from queensbench.language import Instance
from queensbench.project import projects
from queensbench.readers.native.layout import layout
from tests.engine_box import EngineBox

RULESET = "queen-is-dead"
FIRST = "blades"
SMALL = "pilots"
WIDE = "three words"
WIDE_WORDS = 3
SOLVED_MODE = "queue4/standard"
SOLVED = "twelve"
SOLVED_QUICKLY = "six"


def session(name: str, path: str = RULESET) -> EngineBox:
    """The engines for an instance, by name, of The Queen Is Dead or another mode; nothing is compiled yet."""
    ruleset, mode = projects.load().mode(path)
    box = wide() if name == WIDE else projects.mode_instance(mode, name)
    made = EngineBox(ruleset.name, mode, box, projects.system(ruleset, mode, box))
    assert name != WIDE or layout(made.system).words == WIDE_WORDS
    return made


def wide() -> Instance:
    """The instance with dice of four faces and eight tiles a side: too large to exhaust, three words a state."""
    from model.queen_is_dead.state import Character, Prestige

    out = (Character.SCHEMER, Character.GAMBLER, Character.RECRUIT)
    return Instance(
        WIDE,
        "eight tiles a side",
        sizes={"faces": 4, "tokens": 3, "goal": 2},
        keep={
            Character: tuple(c for c in Character if c not in out),
            Prestige: (Prestige.RED, Prestige.YELLOW),
        },
        explore=False,
    )
