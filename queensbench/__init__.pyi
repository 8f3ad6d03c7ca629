from queensbench.api.game import Game as Game
from queensbench.api.game import load as load
from queensbench.api.moves import Move as Move
from queensbench.api.moves import Outcome as Outcome
from queensbench.api.moves import Refusal as Refusal
from queensbench.api.play import Play as Play
from queensbench.api.position import Position as Position
from queensbench.api.session import Session as Session
from queensbench.api.state import HIDDEN as HIDDEN
from queensbench.api.state import FieldTable as FieldTable
from queensbench.api.state import StateView as StateView

__version__: str
