"""What is put over a model when it is drawn: records that inherit, rules that replace others, and other ways to write.

All of this is drawn last, so that the choices before it make the same rules as ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tests.generated.draws import Draws
from tests.generated.reading import Scope, call
from tests.generated.statements import Statements
from tests.generated.tree import Block, Line, Node, Stmt, lines
from tests.generated.values import FieldOf, KindOf, Range, RuleOf, Truth, Vocabulary
from tests.generated.writing import PHASE, PLAYER, ClaimOf, Model

ACTING = ("@action", "@chance", "@automatic")


def dress(draws: Draws, model: Model) -> None:
    """Put forms over a model."""
    dressing = Dressing(draws, model)
    for form in (
        dressing.arguments_again,
        dressing.asked_once,
        dressing.left_out_members,
        dressing.later_inside,
        dressing.silences,
        dressing.gaps,
        dressing.results_outside,
        dressing.items_outside,
        dressing.smaller_sizes,
        dressing.cases_that_answer,
        dressing.constants,
        dressing.other_words,
        dressing.ranges_without_names,
        dressing.shown,
        dressing.inherited,
        dressing.keys_asked,
    ):
        if draws.maybe(SHARES[form.__name__], form.__name__.replace("_", " ")):
            form()


SHARES = {
    "arguments_again": 15,
    "asked_once": 12,
    "left_out_members": 10,
    "later_inside": 8,
    "silences": 6,
    "gaps": 6,
    "results_outside": 40,
    "items_outside": 8,
    "smaller_sizes": 20,
    "cases_that_answer": 15,
    "constants": 20,
    "other_words": 20,
    "ranges_without_names": 40,
    "shown": 15,
    "inherited": 30,
    "keys_asked": 40,
}


class Dressing:
    """Changes one model."""

    def __init__(self, draws: Draws, model: Model) -> None:
        self.draws = draws
        self.model = model
        self.words: Vocabulary = model.words

    # ---------------------------------------------------------------------------------------------- rules

    def _change(self, change: Callable[[RuleOf], RuleOf]) -> None:
        """Every rule and claim for another one."""
        model = self.model
        model.words.helpers[:] = [change(rule) for rule in model.words.helpers]
        model.rules[:] = [change(rule) for rule in model.rules]
        model.claims[:] = [
            claim if claim.rule is None else ClaimOf(claim.head, change(claim.rule)) for claim in model.claims
        ]

    def _exchange(self, old: RuleOf, *new: RuleOf) -> None:
        """Put rules where one of the rules was."""
        for rules in (self.model.words.helpers, self.model.rules):
            for at, rule in enumerate(rules):
                if rule is old:
                    rules[at : at + 1] = new
                    return

    def _moves(self, least: int = 0) -> list[RuleOf]:
        """Rules that act of themselves, with so many arguments at least."""
        return [
            rule
            for rule in self.model.rules
            if rule.decorator.startswith(ACTING[:2]) and len(rule.args) >= least
        ]

    def _statements(self, rule: RuleOf) -> Statements:
        """What draws statements for a rule, with nothing but the state in scope."""
        return Statements(self.draws, self.words, Scope(), rule.result)

    def _put(self, rule: RuleOf, stmts: list[Stmt]) -> None:
        """Put statements into a rule, before one of its own."""
        ends = [at for at, stmt in enumerate(rule.body) if stmt.form not in ("elif", "else")]
        at = self.draws.pick([*ends, len(rule.body)])
        self._exchange(rule, replace(rule, body=(*rule.body[:at], *stmts, *rule.body[at:])))

    def arguments_again(self) -> None:
        """An argument is given another value."""
        found = [
            (rule, name, t)
            for rule in self._moves(1)
            for name, t in rule.args
            if name.startswith("a") and not (isinstance(t, Range) and "n." in t.text)
        ]
        if not found:
            return
        rule, name, t = self.draws.pick(found)
        if isinstance(t, Range):
            text = f"(({name} - {t.lo} + 1) % {t.size} + {t.lo})" if t.lo else f"(({name} + 1) % {t.size})"
        else:
            text = f"(not {name})" if isinstance(t, Truth) else name
        self._put(rule, [Line("argument again", f"{name} = {text}")])

    def asked_once(self) -> None:
        """The answer of a rule is looked at twice by what reads it once."""
        found = [h for h in self.words.helpers if isinstance(h.result, (Range, tuple))]
        moves = self._moves()
        if not found or not moves:
            return
        helper, rule = self.draws.pick(found), self.draws.pick(moves)
        asked = call(helper)
        args = self._statements(rule).arguments(helper, 1)
        most = self.draws.number(0, 4)
        text = self.draws.pick(
            (f"abs({asked}) <= {most}", f"{-most} <= {asked} <= {most}", f"{asked} in ({most}, {-most}, 1)")
        )
        self._put(rule, [Line("require", f"require({text})", tuple(args))])

    def keys_asked(self) -> None:
        """The place in a sequence that is read or changed is the answer of a rule."""
        numbers = [
            h for h in self.words.helpers if isinstance(h.result, (Range, tuple)) and h.record == "State"
        ]
        # members that are alike are not named
        blocks = [
            b
            for b in self.words.fields
            if b.bound and not any(isinstance(t, KindOf) and t.alike for t in (*b.index, b.value))
        ]
        moves = [rule for rule in self._moves() if rule.record == "State"]
        if not numbers or not blocks or not moves:
            return
        helper, block, rule = self.draws.pick(numbers), self.draws.pick(blocks), self.draws.pick(moves)
        args: list[Node] = list(self._statements(rule).arguments(helper, 1))
        at = f"abs({call(helper)}) % {block.bound}"
        keys = []
        for t in block.index:
            same = [h for h in self.words.helpers if h.result == t and not h.args and h.record == "State"]
            keys.append(
                call(same[0]) if same else str(t.lo) if isinstance(t, Range) else f"{t.name}.{t.members[0]}"
            )
        queue = f"s.{block.name}" + (f"[{', '.join(keys)}]" if keys else "")
        value = block.value
        plain = "False"
        if isinstance(value, Range):
            plain = str(value.lo)
        elif isinstance(value, KindOf):
            plain = f"{value.name}.{value.members[0]}"
        changes = [f"{queue}[{at}] = {queue}[{at}]", f"{queue}.remove_at({at})"]
        if isinstance(value, Range):
            changes.append(f"{queue}[{at}] += 0")
        body = Line("item asked", self.draws.pick(changes), tuple(args))
        stmts: list[Stmt] = [Block("if", f"if {at} < len({queue}):", tuple(args), (body,))]
        if self.draws.maybe(50):
            put = Line("insert", f"{queue}.insert(min({at}, len({queue})), {plain})", tuple(args))
            stmts.insert(0, Block("if", f"if len({queue}) < {block.bound}:", (), (put,)))
        self._put(rule, stmts)

    def left_out_members(self) -> None:
        """A member that a small box leaves out is kept in a name."""
        kinds = [
            k for k in self.words.kinds if k not in (PLAYER, PHASE) and len(k.members) > 2 and not k.alike
        ]
        moves = self._moves()
        if not kinds or not moves:
            return
        kind, rule = self.draws.pick(kinds), self.draws.pick(moves)
        made = self._statements(rule)
        cells = [b for b in made._cells() if not b.index]
        if not cells:
            return
        if not self.model.small:
            keep = f"keep={{{kind.name}: [{kind.name}.A, {kind.name}.C]}}"
            self.model.small = f'instances=(Instance("small", "drawn", budget=2_000, {keep}),)'
        test = Node("compare members", f"(y0 == {kind.name}.{self.draws.pick(kind.members)})")
        first = Line(
            "local",
            f"y0 = ({kind.name}.B if {{0}} else {kind.name}.{self.draws.pick(kind.members)})",
            (made.truth(1),),
        )
        self._put(rule, [first, Block("if", "if {0}:", (test,), (made.store(self.draws.pick(cells)),))])

    def later_inside(self) -> None:
        """A number that is outside a range at first, and is stored into it from the loop's second turn on."""
        cells = [
            b
            for b in self._statements(self.model.rules[0])._cells()
            if isinstance(b.value, Range) and not b.index
        ]
        moves = self._moves()
        if not cells or not moves:
            return
        block = self.draws.pick(cells)
        assert isinstance(block.value, Range)
        rule, hi = self.draws.pick(moves), block.value.hi
        test = self._statements(rule).truth(1)
        store = Line("store", f"s.{block.name} = y1")
        inside: list[Stmt] = [
            Block("if", f"if w != {PLAYER.name}.{PLAYER.members[0]}:", (), (store,)),
            Line("local again", f"y1 = {block.value.lo}"),
        ]
        if self.draws.maybe(30):
            inside[0] = store if self.draws.risk(50) else inside[0]
        stmts: list[Stmt] = [
            Line("local", f"y1 = ({hi + 1} if {{0}} else {hi + self.draws.number(1, 3)})", (test,)),
            Block("for", f"for w in {PLAYER.name}:", (), tuple(inside)),
        ]
        self._put(rule, stmts)

    def silences(self) -> None:
        """Two rules are silent of the same."""
        moves = self._moves()
        if not moves:
            return
        for rule in (self.draws.pick(moves), self.draws.pick(self._moves())):
            if rule not in self.model.rules:
                continue
            test = self._statements(rule).truth(1)
            said = Line("silent", f'silent("who goes on", "{self.words.clauses[0]}")')
            self._put(rule, [Block("if", "if {0}:", (test,), (said,))])

    def gaps(self) -> None:
        """A lookup has no entry for one of its keys."""
        found = [x for x in self.words.lookups if len(x.entries) > 2]
        if not found:
            return
        lookup = self.draws.pick(found)
        at = self.draws.number(1, len(lookup.entries) - 2)
        entries = (*lookup.entries[:at], *lookup.entries[at + 1 :])
        value = lookup.value
        if isinstance(value, tuple):
            numbers = [int(text) for _, text in entries]
            value = (min(numbers), max(numbers))
        self.words.lookups[self.words.lookups.index(lookup)] = replace(lookup, entries=entries, value=value)

    def results_outside(self) -> None:
        """A rule may answer what its range does not hold."""
        found = [h for h in self.words.helpers if isinstance(h.result, Range) and h.body]
        if not found:
            return
        helper = self.draws.pick(found)
        t = helper.result
        assert isinstance(t, Range)
        value = Statements(self.draws, self.words, Scope(state=helper.state), t).number(2)
        if value.hi < t.lo or value.lo > t.hi:
            return
        line = Line("return value", "return ({0} + 0)", (value.node,))
        self._exchange(helper, replace(helper, body=(*helper.body[:-1], line)))

    def items_outside(self) -> None:
        """An item of a sequence may be what its range does not hold."""
        found = [b for b in self.words.fields if b.bound and isinstance(b.value, Range) and not b.index]
        moves = self._moves()
        if not found or not moves:
            return
        block, rule = self.draws.pick(found), self.draws.pick(moves)
        value = self._statements(rule).number(2)
        assert isinstance(block.value, Range)
        if value.hi < block.value.lo or value.lo > block.value.hi:
            return
        line = Line("append", f"s.{block.name}.append({{0}} + 0)", (value.node,))
        self._put(rule, [Block("if", f"if len(s.{block.name}) < {block.bound}:", (), (line,))])

    def smaller_sizes(self) -> None:
        """A box in which ranges are smaller than rules take them to be."""
        if self.words.sizes and self.draws.risky:
            (name, at), *_ = self.words.sizes
            sizes = f'sizes={{"{name}": {at - 1}}}'
            self.model.small = f'instances=(Instance("small", "drawn", budget=2_000, {sizes}),)'

    def cases_that_answer(self) -> None:
        """The last answer of a rule is one of several, by the member of a kind."""
        kinds = [k for k in self.words.kinds if not k.alike]
        found = [h for h in self.words.helpers if h.result is not None and h.body[-1].form == "return value"]
        if not found or not kinds:
            return
        helper, kind = self.draws.pick(found), self.draws.pick(kinds)
        made = Statements(self.draws, self.words, Scope(state=helper.state), helper.result)
        subject = made.member(kind, 1)
        last = helper.body[-1]
        assert isinstance(last, Line)
        heads = [f"case {kind.name}.{member}:" for member in kind.members]
        if self.draws.maybe(30):
            heads[-1] = "case _:"
        missing = self.draws.maybe(30)
        answers = [self._plain(helper), (last,)]
        cases = [
            Block("case _" if head == "case _:" else "case", head, (), self.draws.pick(answers))
            for head in heads[missing:]
        ]
        body = (*helper.body[:-1], Block("match", "match {0}:", (subject,), tuple(cases)))
        self._exchange(helper, replace(helper, body=(*body, last) if missing else body))

    # --------------------------------------------------------------------------------------- other words

    def constants(self) -> None:
        """Some numbers are constants of the module."""
        names = self.model.constants

        def named(node: Node) -> Node:
            text = node.text.strip("()")
            if node.form == "constant truth" and self.draws.maybe(30):
                names[f"K_{text.upper()}"] = text
                return Node("constant of the module", f"K_{text.upper()}")
            if node.form != "constant" or not re.fullmatch(r"-?\d+", text) or not self.draws.maybe(30):
                return node
            name = f"K{text.replace('-', '_')}"
            names[name] = text
            return Node("constant of the module", name)

        self._change(lambda rule: replace(rule, body=tuple(mapped(stmt, named) for stmt in rule.body)))

    def other_words(self) -> None:
        """Rules say what they do, name the language's module, and return None."""

        def worded(rule: RuleOf) -> RuleOf:
            def other(stmt: Stmt) -> Stmt:
                if isinstance(stmt, Block):
                    return replace(stmt, body=tuple(other(one) for one in stmt.body))
                if stmt.form == "return" and self.draws.maybe(50):
                    return replace(stmt, text="return None")
                if stmt.form == "require" and self.draws.maybe(30):
                    return replace(stmt, text=f"language.{stmt.text}")
                return stmt

            body = [other(stmt) for stmt in rule.body]
            if self.draws.maybe(30):
                body.insert(0, Line("docstring", '"""What it does."""'))
                if rule.result is None and body[-1].form not in ("return", "silent"):
                    body.append(Line("return", "return None"))
            return replace(rule, body=tuple(body))

        self._change(worded)

    # -------------------------------------------------------------------------------------------- fields

    def _field(self, old: FieldOf, new: FieldOf) -> None:
        self.words.fields[self.words.fields.index(old)] = new

    def ranges_without_names(self) -> None:
        """The range of a field stands in its annotation."""
        for block in list(self.words.fields):
            if isinstance(block.value, Range) and self.draws.maybe(50):
                self._field(block, replace(block, inline=True))
        found = [
            b for b in self.words.fields if b.inline and not b.index and not b.bound and b.name != "clock"
        ]
        moves = self._moves()
        if not found or not moves:
            return
        block = self.draws.pick(found)
        assert isinstance(block.value, Range)
        at = self.draws.number(block.value.lo, block.value.hi)
        kept = Block("if", f"if v >= {at}:", (), (Line("store", f"s.{block.name} = v"),))
        self._put(self.draws.pick(moves), [Block("for", f"for v in span({block.value.name}):", (), (kept,))])

    def shown(self) -> None:
        """A table is hidden, or its owner's to see, but where another one shows it."""
        found = [b for b in self.words.fields if b.index]
        if not found:
            return
        block = self.draws.pick(found)
        who = ["hidden", *(["owner"] if block.index[0] == PLAYER else [])]
        face = FieldOf("face", block.index, Truth())
        hidden = replace(block, extra=f'{self.draws.pick(who)}(shown="face")')
        self._field(block, hidden)
        self.words.fields.insert(self.draws.number(0, self.words.fields.index(hidden)), face)
        moves = self._moves()
        made = Statements(self.draws, self.words, Scope(), None)
        if moves and face in made._cells():
            self._put(self.draws.pick(moves), [made.store(face)])

    # ------------------------------------------------------------------------------------------- records

    def inherited(self) -> None:
        """The state inherits a record, and rules that need no more are rules of that one; some replace others."""
        draws, model = self.draws, self.model
        fields = self.words.fields
        if not fields:
            return
        first = draws.number(1, len(fields))
        model.records = [("Ground", 0), ("State", first)]
        if first < len(fields) and draws.maybe(30):
            model.records = [("Ground", 0), ("Row", first), ("State", draws.number(first, len(fields)))]
        known = {block.name for block in fields[:first]}
        plain: set[str] = set()

        def lifted(rule: RuleOf) -> RuleOf:
            text = "\n".join(lines(rule.body))
            asked = set(re.findall(r"\b(?:help|weigh)_\w+", f"{rule.decorator} {text}")) - {rule.name}
            if not rule.state:
                plain.add(rule.name)
            if (
                not rule.state
                or rule.name == "start"
                or rule.decorator.startswith(("@decider", "@over", "@wins"))
            ):
                return rule
            weighed = rule.name.startswith("weigh_") or "weight=" in rule.decorator
            if (
                set(re.findall(r"\bs\.(\w+)", text)) <= known
                and asked <= plain
                and (weighed or draws.maybe(70))
            ):
                plain.add(rule.name)
                return replace(rule, record="Ground")
            return rule

        self._change(lifted)
        if draws.maybe(60):
            self._other_mode()
        for number, name in enumerate([rule.name for rule in (*self.words.helpers, *model.rules)]):
            rule = next(one for one in (*self.words.helpers, *model.rules) if one.name == name)
            if rule.state and rule.record == "State" and name != "start" and draws.maybe(30, "replaces"):
                self._replacing(rule, number)

    def _other_mode(self) -> None:
        """A mode of the first record, whose start the state's replaces; an action that only that mode has."""
        model = self.model
        model.other = True
        start = next(rule for rule in model.rules if rule.name == "start")
        blank = RuleOf("@initial()", "blank", True, (), None, (Line("pass", "pass"),), "Ground")
        self._exchange(start, blank, replace(start, decorator="@initial(replaces=blank)"))
        if self.draws.maybe(50):
            test = Node("constant truth", self.draws.pick(("True", "False")))
            body = (Line("require", "require({0})", (test,)),)
            model.rules.append(RuleOf("@action()", "alone", True, (), None, body, "Ground"))
            model.without = "alone"

    def _replacing(self, rule: RuleOf, number: int) -> None:
        """A rule stands for one of the base, which has the same arguments; others may call it by either name."""
        if rule.decorator.startswith(("@rule", "@over", "@wins", "@score", "@decider", *ACTING)):
            name = f"base_{number}"
            sort = rule.decorator.partition("(")[0]
            old = replace(rule, name=name, decorator=f"{sort}()", body=self._plain(rule), record="Ground")
            inside = rule.decorator.removeprefix(f"{sort}(").removesuffix(")")
            options = ", ".join(part for part in (inside, f"replaces={name}") if part)
            self._exchange(rule, old, replace(rule, decorator=f"{sort}({options})"))
            if sort == "@rule" and rule.name.startswith("help_"):
                self._change(lambda other: self._calling(other, rule.name, name))

    def _plain(self, rule: RuleOf) -> tuple[Stmt, ...]:
        """A body that needs no field."""
        match rule.result:
            case None:
                test = self.draws.pick(("True", "False"))
                said = Line("require", f"require({test})")
                return (
                    (said,) if rule.decorator.startswith(ACTING[:2]) else (Line("require", "require(False)"),)
                )
            case Truth():
                text = self.draws.pick(("True", "False"))
            case KindOf(name=name, members=members):
                text = f"{name}.{self.draws.pick(members)}"
            case Range(lo=lo):
                text = str(lo)
            case (lo, _):
                text = str(lo)
        return (Line("return value", f"return {text}"),)

    def _calling(self, rule: RuleOf, name: str, base: str) -> RuleOf:
        """A rule that calls another by the name of what it replaces, here and there."""

        def other(node: Node) -> Node:
            if node.text.startswith(f"{name}(") and self.draws.maybe(50):
                return replace(node, text=base + node.text.removeprefix(name))
            return node

        return replace(rule, body=tuple(mapped(stmt, other) for stmt in rule.body))


def mapped(stmt: Stmt, change: Callable[[Node], Node]) -> Stmt:
    """A statement with every expression in it exchanged for another."""

    def deep(node: Node) -> Node:
        return change(replace(node, parts=tuple(deep(part) for part in node.parts)))

    parts = tuple(deep(part) for part in stmt.parts)
    if isinstance(stmt, Block):
        return replace(stmt, parts=parts, body=tuple(mapped(one, change) for one in stmt.body))
    return replace(stmt, parts=parts)
