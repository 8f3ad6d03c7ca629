from queensbench.api.audit_results import Audited as Audited
from queensbench.api.audit_results import AuditedMode as AuditedMode
from queensbench.api.audit_results import Impact as Impact
from queensbench.api.audit_results import RulesetImpact as RulesetImpact
from queensbench.api.auditing import audit as audit
from queensbench.api.auditing import impact as impact
from queensbench.api.equivariance import check_equivariance as check_equivariance
from queensbench.api.game import Game as Game
from queensbench.api.game import load as load
from queensbench.api.machines import machine as machine
from queensbench.api.moves import Move as Move
from queensbench.api.moves import Outcome as Outcome
from queensbench.api.moves import Refusal as Refusal
from queensbench.api.play import Play as Play
from queensbench.api.position import Position as Position
from queensbench.api.reference import Interpreter as Interpreter
from queensbench.api.reference import Step as Step
from queensbench.api.reference import Tally as Tally
from queensbench.api.results import Comparison as Comparison
from queensbench.api.results import Difference as Difference
from queensbench.api.results import Effect as Effect
from queensbench.api.results import Exported as Exported
from queensbench.api.results import Found as Found
from queensbench.api.results import Points as Points
from queensbench.api.results import Result as Result
from queensbench.api.results import Sample as Sample
from queensbench.api.results import Solution as Solution
from queensbench.api.results import Value as Value
from queensbench.api.results import Verdict as Verdict
from queensbench.api.results import Verdicts as Verdicts
from queensbench.api.session import Session as Session
from queensbench.api.space import Ending as Ending
from queensbench.api.space import Space as Space
from queensbench.api.state import HIDDEN as HIDDEN
from queensbench.api.state import FieldTable as FieldTable
from queensbench.api.state import StateView as StateView
from queensbench.api.store import Store as Store

__version__: str
_begun: float
__all__: list[str]
