"""How the table of The Queen Is Dead looks: both lines with the number bar between them, Masters, tokens."""

from __future__ import annotations

from model.queen_is_dead.state import Phase, Player, Prestige, State, n
from queensbench.language import named
from queensbench.language.drawings import Board, Cell, Group, counted, drawing, stands_for

SETUP = (Phase.CHOOSE_MASTER, Phase.LAY_LINE, Phase.ROLL_FOR_START)


@drawing(setup=lambda s: s.phase in SETUP)
def table(s: State) -> Board:
    """White's line above, Black's below; face-down tiles are dashed, the rolled position is marked."""
    positions = range(2, 2 * n.faces + 1)
    rolled = s.phase not in (*SETUP, Phase.ROLL)

    def laid(p: Player, k: int) -> bool:
        if s.phase == Phase.CHOOSE_MASTER or (s.phase == Phase.LAY_LINE and p != s.active):
            return s.phase == Phase.LAY_LINE and p == Player.WHITE
        return s.phase != Phase.LAY_LINE or k < s.laid or k == n.faces + 1

    def tile(p: Player, k: int) -> Cell:
        own = stands_for(low=k) + stands_for(spot=k) if p == s.active else ()
        if not laid(p, k):
            return Cell("")
        return Cell(named(s.line[p, k]), p.name.lower(), down=not s.face_up[p, k], stands=own)

    def tokens(held: dict[Prestige, int]) -> Group:
        return Group(
            "tokens",
            (counted(c.name.lower(), held[c], c.name.lower(), stands=stands_for(colour=c)) for c in Prestige),
        )

    def side(p: Player) -> list[Group]:
        chosen = s.phase != Phase.CHOOSE_MASTER or (p == Player.WHITE and s.active == Player.BLACK)
        master = Cell(named(s.master[p]), p.name.lower(), down=not s.master_up[p]) if chosen else Cell("")
        name = p.name.lower()
        return [Group(f"{name} master", [master]), tokens({c: s.tokens[p, c] for c in Prestige})]

    bar = [
        Cell(str(k), "grey", marked=rolled and k == s.position, stands=stands_for(total=k)) for k in positions
    ]
    supply = Group("supply", tokens({c: s.supply[c] for c in Prestige}).cells)
    due = s.phase.name.lower().replace("_", " ")
    return Board(
        [
            [supply],
            side(Player.WHITE),
            [Group("white line", (tile(Player.WHITE, k) for k in positions), grid="bar")],
            [Group("number bar", bar, grid="bar")],
            [Group("black line", (tile(Player.BLACK, k) for k in positions), grid="bar")],
            side(Player.BLACK),
        ],
        f"{named(s.active)}'s turn: {due}",
    )
