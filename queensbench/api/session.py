"""A session: one mode at one instance under readings, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from queensbench.api.given import MOST_RLIMIT, checked, names_of, quiet, texts_of
from queensbench.api.in_force import InForce
from queensbench.api.moves import MoveKind, kinds_of
from queensbench.api.play import Play, loaded
from queensbench.api.position import Position
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.limits import MOST_STATES
from queensbench.errors import BadInput
from queensbench.language.records import shown
from queensbench.project.projects import Project, Ruleset, activate, readings_of, rulings_of
from queensbench.readers.interpreter import Interpreter

if TYPE_CHECKING:
    from queensbench.api.analysis_results import Rests
    from queensbench.api.by_levels import SpaceByLevels
    from queensbench.api.looking_ahead import BestPlay
    from queensbench.api.results import Comparison, Difference, Exported, Found, Sample, Solution, Verdicts
    from queensbench.api.space import Space
    from queensbench.api.store import Store

Progress = Callable[[str], None]
Condition = str


class Session:
    """A game at one instance under chosen readings: positions, plays, and questions to engines.

    Made by :meth:`Game.session`.  Rulings that are not named are read as the house reads them.  Every question takes
    ``progress``, a function that is given one line of text now and then.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six", readings={"stop_when": "until_placed"})
    >>> session.readings["stop_when"].name
    'UNTIL_PLACED'
    """

    def __init__(
        self,
        box: Box,
        readings: Mapping[str, Any],
        ruleset: Ruleset | None = None,
        project: Project | None = None,
    ) -> None:
        self._box = box
        self._chosen = dict(readings)
        self._ruleset = ruleset
        self._project = project

    @classmethod
    def of(cls, box: Any, readings: Mapping[str, Any] | None = None) -> Session:
        """The session of a box that an audit has compiled, as studies get it; nothing is compiled again.

        ``readings``: members by ruling.
        """
        return cls(box, readings or {})

    @property
    def _rules(self) -> InForce:
        """The rules in force; the session's project is active from then on."""
        if self._project is not None:
            activate(self._project)
        return self._in_force

    @cached_property
    def _in_force(self) -> InForce:
        return InForce(self._box, self._chosen)

    @property
    def path(self) -> str:
        """``ruleset/mode``."""
        return f"{self._box.ruleset}/{self._box.mode.name}"

    @property
    def instance(self) -> Any:
        """The instance."""
        return self._box.instance

    @property
    def readings(self) -> Mapping[str, Any]:
        """The reading of every ruling, as members."""
        return dict(self._rules.interpreter.context.readings)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The names of the rulings that can arise in the mode."""
        return tuple(decl.name for decl in rulings_of(self._box.mode))

    @property
    def players(self) -> tuple[Any, ...]:
        """The players that the instance keeps, in order; none where the mode names no players."""
        return self._rules.players

    @property
    def interpreter(self) -> Interpreter:
        """The reference reader under the readings of this session."""
        return self._box.interpreter(self._chosen)

    @cached_property
    def move_kinds(self) -> Mapping[str, MoveKind]:
        """See :meth:`Game.move_kinds`."""
        return kinds_of(self.interpreter)

    @checked()
    def under(self, readings: Mapping[str, Any]) -> Session:
        """A session of the same box under these readings and, for the rest, the house's; nothing is compiled again.

        ``readings`` as of :meth:`Game.session`.  Raises BadInput for an unknown name.
        """
        chosen = readings_of(self._box.mode, texts_of(readings))
        return Session(self._box, chosen, self._ruleset, self._project)

    # ------------------------------------------------------------------------------------------- stepping

    def start(self) -> Position:
        """The start position, automatic steps done."""
        return Position(self._rules, self._rules.stepper.start())

    def position(self, **fields: Any) -> Position:
        """The start position with some fields set otherwise; see :meth:`Position.replace`."""
        return self.start().replace(**fields)

    def play(self, start: Position | None = None) -> Play:
        """A play from the start, or from another position of this session.

        Raises BadInput for a position of another session: the play would go on under that one's readings.
        """
        given: object = start
        if given is not None and not (isinstance(given, Position) and given._rules.key == self._rules.key):
            raise BadInput(
                f"{shown(start)} is no position of {self!r}", remedy="begin with one of this session"
            )
        return Play((start or self.start(),))

    @checked()
    def load(self, path: str | Path) -> Play:
        """A stored play (ITF) of this mode and instance, done again under the readings of this session.

        Raises BadInput for any other file, and Refused where the readings do not allow it.
        """
        return loaded(self._rules, Path(path))

    # ------------------------------------------------------------------------------------------- engines

    @checked()
    def explore(
        self,
        *,
        budget: int | None = None,
        symmetric: bool = False,
        keep: bool = True,
        progress: Progress = quiet,
    ) -> Space:
        """Find every state that play reaches, or as many as the budget holds.

        ``budget``: the most states (None: that of the instance).  ``symmetric``: merge states that the mode declares
        alike.  ``keep``: keep them for later.  Raises ModelError, with a play, where the model leaves its ranges.
        """
        from queensbench.api import asking

        return asking.explore(
            self._rules, self._ruleset, budget=budget, symmetric=symmetric, keep=keep, progress=progress
        )

    @checked()
    def explore_by_levels(
        self,
        scratch: str | Path,
        *,
        memory: str = "512M",
        workers: int = 2,
        resume: bool = False,
        budget: int | None = None,
        rulings: bool = False,
        cluster: str = "",
        progress: Progress = quiet,
    ) -> SpaceByLevels:
        """Find every state that play reaches, by levels in files, however many they are.

        ``scratch``: their folder; ``resume``: go on there.  ``memory``: of all ``workers`` (or a ``cluster``) together.
        ``budget``: the most states.  ``rulings``: compare all other readings.  Raises BadInput, and as :meth:`explore`.
        """
        from queensbench.api import by_levels

        place = by_levels.Place(Path(scratch), self._project, self._ruleset, cluster)
        limits = by_levels.LevelLimits(memory, workers, resume, budget, rulings)
        return by_levels.explore(self._rules, place, limits, progress)

    @checked()
    def simulate(
        self, *, games: int = 10_000, seed: int = 1, max_steps: int = 10_000, progress: Progress = quiet
    ) -> Sample:
        """Play random games; the same seed gives the same games.

        ``max_steps``: a longer game is cut off.  Raises BadInput for a number out of its bounds.
        """
        from queensbench.api import asking

        return asking.simulate(self._rules, games=games, seed=seed, max_steps=max_steps, progress=progress)

    @checked()
    def prove(
        self,
        names: str | Sequence[str] = (),
        *,
        rlimit: int = 4_000_000,
        depth: int = 2,
        seconds: float | None = None,
        export: str | Path | None = None,
        check: bool = False,
        check_questions: bool = False,
        check_seconds: float = 60.0,
        hints: str = "use",
        store: Store | None = None,
        progress: Progress = quiet,
    ) -> Verdicts:
        """Prove ``always`` and ``never`` properties by induction: those named, or all.

        Proofs are of every reading at once, or else of the house readings; the verdict says which.  ``rlimit``: z3's
        resource limit for one goal; ``depth``: the greatest k of k-induction; ``seconds``: end with what is shown.
        ``export``: a folder for what was proved, as SMT-LIB 2.  ``check``: have it decided again by other solvers, in
        another encoding; ``check_questions``: have cvc5 answer z3's own questions; with ``check_seconds`` of processor
        time for a goal.  ``store``: where it is recorded what the others have confirmed (None: nowhere), so that they
        are not asked again.  What is proved is not stored; :meth:`Store.require_agreement` holds it against what is.
        ``hints``: ``use`` or ``ignore`` what ``hints.lock`` says of earlier proofs, or ``record`` there how these were
        found.  Raises BadInput for an unknown name, another kind of property, a solver or a file that cannot be used.
        """
        from queensbench.analyses.single_proofs import ProofRequest
        from queensbench.api import proving

        return proving.prove(
            self._rules,
            ProofRequest(
                properties=names_of(names),
                rlimit=rlimit,
                depth=depth,
                seconds=seconds,
                export=None if export is None else Path(export),
                check=check,
                check_questions=check_questions,
                check_seconds=check_seconds,
                root=None if self._project is None else self._project.root,
                hints=hints,
            ),
            store,
            progress,
        )

    @checked(budget=(1, MOST_RLIMIT))
    def search(
        self,
        target: Condition,
        *,
        choices: int = 12,
        steps: int = 60,
        budget: int = 2_000_000_000,
        free: Sequence[str] = (),
        progress: Progress = quiet,
    ) -> Found:
        """Search for a shortest play to a target, or show that there is none up to a bound.

        ``target``: ``end``, ``silence``, ``win PLAYER``, the name of a property, or an expression such as
        ``score >= 90``.  ``choices``, ``steps``: the most of a play; ``budget``: z3's resource units; ``free``:
        rulings that the search may read as it likes.  Raises BadInput for anything else.
        """
        from queensbench.api import proving

        return proving.search(
            self._rules, target, choices=choices, steps=steps, budget=budget, free=free, progress=progress
        )

    @checked(budget=(1, MOST_RLIMIT))
    def shortest(
        self,
        target: Condition,
        *,
        known: str | Path | None = None,
        width: int = 300,
        tries: int = 8,
        seed: int = 1,
        choices: int = 12,
        steps: int = 60,
        budget: int = 2_000_000_000,
        progress: Progress = quiet,
    ) -> Found:
        """Look for a play to a far target: the best one found, and how many choices every play needs at least.

        ``known``: a play (ITF) to begin with.  ``width``: the states that guided play keeps, ``tries``: how often it is
        tried, from ``seed`` on.  ``target``, ``choices``, ``steps`` and ``budget`` as in :meth:`search`.  Of the
        answer, ``none_up_to`` is proved, and ``shortest`` says whether the play meets that bound.
        """
        from queensbench.api import proving

        return proving.shortest(
            self._rules,
            target,
            known=None if known is None else Path(known),
            guided=(width, seed, tries),
            limits=(choices, steps, budget),
            progress=progress,
        )

    @overload
    def compare(
        self,
        one: Mapping[str, Any],
        other: Mapping[str, Any] | None = None,
        *,
        budget: int | None = None,
        names: tuple[str, str] = ...,
        rlimit: int = ...,
        progress: Progress = ...,
    ) -> Difference: ...
    @overload
    def compare(
        self,
        one: str | Sequence[str] = (),
        other: None = None,
        *,
        budget: int | None = None,
        names: tuple[str, str] = ...,
        rlimit: int = ...,
        progress: Progress = ...,
    ) -> Comparison: ...
    @checked()
    def compare(
        self,
        one: str | Sequence[str] | Mapping[str, Any] = (),
        other: Mapping[str, Any] | None = None,
        *,
        budget: int | None = None,
        names: tuple[str, str] = ("the first", "the second"),
        rlimit: int = 20_000_000,
        progress: Progress = quiet,
    ) -> Comparison | Difference:
        """Compare readings: of the rulings named (of all, if none is), or two readings that are given.

        Of a ruling the answer is whether it matters beside the readings of this session, by proof, by a play or by
        every state: a :class:`Comparison`.  Of two readings (each a mapping from rulings, beside those of this
        session) it is the first :class:`Difference` in the states that the first one reaches, at most ``budget``;
        its text calls them by ``names``.  Raises BadInput for an unknown name.
        """
        from queensbench.api import proving

        return proving.compare(
            self._rules, one, other, budget=budget, names=names, rlimit=rlimit, progress=progress
        )

    @checked()
    def solve(
        self,
        objective: str = "",
        *,
        player: str = "",
        least: bool = False,
        silent: int | str = "",
        at_least: Sequence[int] = (),
        against: Sequence[str] = (),
        budget: int | None = None,
        store: Store | None = None,
        progress: Progress = quiet,
    ) -> Solution:
        """Solve the instance: find the worth of best play from the start.

        ``objective``: ``score``, ``win`` or ``margin`` (the natural one where left out), for ``player``, as small as
        possible if ``least``.  ``silent``: what play without a score counts as: a number, ``worst`` or ``best``; both
        bounds where left out.  ``at_least``: scores; the answer's JSON says how likely best play reaches each of them.
        ``against``: readings, each as ``ruling=reading``, under which it is solved once more: the JSON says what that
        is worth, and in how many positions and deals the value is another.  ``budget``: the most states.
        ``store``: where the answer is kept (None: nowhere).  Raises BadInput for what the rules do not declare.
        """
        from queensbench.api import solving

        return solving.solve(
            self._rules,
            self._ruleset,
            objective,
            player=player,
            least=least,
            silent=silent,
            at_least=at_least,
            against=against,
            budget=budget,
            store=store,
            progress=progress,
        )

    @checked()
    def best_play(
        self,
        objective: str = "",
        *,
        player: str = "",
        silent: int | str = "",
        budget: int | None = None,
        progress: Progress = quiet,
    ) -> BestPlay:
        """Solve the instance, and keep the values of all positions to be asked for; nothing is stored.

        ``objective``, ``player``, ``silent`` and ``budget`` as in :meth:`solve`.  Raises BadInput for what the rules do
        not declare.
        """
        from queensbench.api import looking_ahead

        return looking_ahead.best_play(
            self._rules, objective, player=player, silent=silent, budget=budget, progress=progress
        )

    @checked()
    def rests(
        self,
        names: str | Sequence[str] = (),
        *,
        rlimit: int = 4_000_000,
        store: Store | None = None,
        progress: Progress = quiet,
    ) -> Rests:
        """Say which clauses the proofs of ``always`` and ``never`` claims need: of those named, or of all.

        ``rlimit``: z3's resource limit for one goal.  ``store``: where the answer is kept (None: nowhere), and where an
        audit's proofs are taken from.  Raises BadInput for an unknown name, and for a property of another kind.
        """
        from queensbench.api import clause_use

        return clause_use.rests(
            self._rules, self._ruleset, names, rlimit=rlimit, store=store, progress=progress
        )

    @checked(states=(1, MOST_STATES))
    def export(
        self,
        to: str = "drn",
        *,
        fix: str = "",
        objective: str = "",
        player: str = "",
        least: bool = False,
        states: int = MOST_STATES,
        progress: Progress = quiet,
    ) -> Exported:
        """The instance as another model checker reads it, from a walk by the interpreter (a millisecond a state).

        ``to``: ``drn``, the explicit format of Storm.  ``fix``: this player makes the best choices, as solved for
        ``objective``, ``player`` and ``least`` as in :meth:`solve`, and only the others choose.  ``states``: the most
        to walk.  Raises BadInput for another format, an aim without ``fix``, an unknown player, and for more states.
        """
        from queensbench.api import solving

        return solving.exported(
            self._rules,
            to,
            fix=fix,
            objective=objective,
            player=player,
            least=least,
            most=states,
            progress=progress,
        )

    @checked()
    def audit(
        self,
        *,
        properties: Sequence[str] = (),
        proofs: bool = True,
        budget: int | None = None,
        games: int = 20_000,
        seed: int = 20_190_101,
        progress: Progress = quiet,
    ) -> Verdicts:
        """Judge the properties of the instance by every engine that can, and say which verdicts were not expected.

        ``properties``: only these; ``proofs``: whether induction is tried; ``budget``: the most states; ``games``:
        random games of an instance that is not explored, from ``seed`` on.  No verdict is taken from a store.  Raises
        BadInput for an unknown name.
        """
        from queensbench.api import asking

        return asking.audit(
            self._rules,
            self._ruleset,
            properties=properties,
            proofs=proofs,
            budget=budget,
            games=games,
            seed=seed,
            progress=progress,
        )

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={member.name.lower()}" for name, member in self._chosen.items())
        return f"<Session {self.path} {self._box.instance.name}{': ' * bool(chosen)}{chosen}>"
