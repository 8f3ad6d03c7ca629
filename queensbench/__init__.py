"""Queensbench, a bench of judges for rulebooks: this package is the toolkit, and it knows no game.

``import queensbench as qb`` offers what scripts and notebooks use; a name is imported when it is first asked for, so
that an author's ``import queensbench.language`` loads no engine.
"""

from time import time as _time

_begun = _time()  # before any other module of it is imported: what is written later is not what runs
__version__ = "0.1.0"

_PUBLIC = {
    "load": "game",
    "Game": "game",
    "KeptPlay": "kept_plays",
    "Session": "session",
    "Store": "store",
    "Position": "position",
    "Play": "play",
    "Move": "moves",
    "MoveKind": "moves",
    "Outcome": "moves",
    "Refusal": "moves",
    "StateView": "state",
    "FieldTable": "state",
    "HIDDEN": "state",
    "Space": "space",
    "SpaceByLevels": "by_levels",
    "Ending": "space",
    "Sample": "results",
    "Verdict": "results",
    "Verdicts": "results",
    "Exported": "results",
    "Found": "results",
    "Effect": "results",
    "Share": "findings",
    "Comparison": "results",
    "Difference": "results",
    "Value": "results",
    "Solution": "results",
    "Points": "results",
    "Outlook": "looking_ahead",
    "BestPlay": "looking_ahead",
    "Worth": "looking_ahead",
    "audit": "auditing",
    "Audited": "audit_results",
    "AuditedMode": "audit_results",
    "impact": "auditing",
    "Impact": "audit_results",
    "RulesetImpact": "audit_results",
    "advise": "stored_plays",
    "Advice": "analysis_results",
    "Advised": "analysis_results",
    "replay": "stored_plays",
    "StoredPlay": "stored_plays",
    "Replay": "analysis_results",
    "Rests": "analysis_results",
    "vacuous": "clause_use",
    "IdleClauses": "analysis_results",
    "errata": "strength",
    "Errata": "analysis_results",
    "mutate": "strength",
    "diff": "versions",
    "VersionDifferences": "versions",
    "Mutants": "analysis_results",
    "quiet": "quiet_choices",
    "QuietChoices": "analysis_results",
    "report": "reporting",
    "Report": "reporting",
    "Result": "results",
    "Interpreter": "reference",
    "Step": "reference",
    "Tally": "reference",
    "check_equivariance": "equivariance",
    "machine": "machines",
}
"""The public names, by the module of ``queensbench.api`` that has them."""
_CONFORMANCE = {
    "EngineAdapter": "engine",
    "openspiel_game": "openspiel",
    "pettingzoo_env": "pettingzoo",
    "bot_games": "bots",
    "BotGame": "bots",
    "Conformance": "report",
    "conform": "conforming",
}
"""Those about engines under test, by the module of ``queensbench.conformance``."""
_PLACES = {name: f"api.{module}" for name, module in _PUBLIC.items()} | {
    name: f"conformance.{module}" for name, module in _CONFORMANCE.items()
}

__all__ = ["__version__", *_PLACES]  # noqa: PLE0604 - names, as the stub lists them


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for (PEP 562)."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import (
        import_module,
    )  # not before: the entry of the command listens to Ctrl-C before it imports anything

    found = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
