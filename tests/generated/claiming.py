"""How play of a generated model ends and who has won, and what is claimed of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.generated.declaring import Declaring
from tests.generated.statements import Statements
from tests.generated.tree import Line, Node, Stmt
from tests.generated.values import KindOf, Range, RuleOf, Truth, Type
from tests.generated.writing import PLAYER, ClaimOf, Model


class Claiming(Declaring):
    """Draws ends and claims."""

    def _rule(
        self,
        decorator: str,
        name: str,
        body: Callable[[Statements], list[Stmt]],
        args: tuple[tuple[str, Type], ...] = (),
        result: Any = None,
    ) -> RuleOf:
        raise NotImplementedError

    def _args(self, most: int) -> tuple[tuple[str, Type], ...]:
        raise NotImplementedError

    def _most(self) -> int:
        """The last hour of the clock."""
        (clock,) = (t for t in self.words.ranges if t.name == "Clock")
        return clock.hi

    # ---------------------------------------------------------------------------------------------- ends

    def _ends(self, model: Model) -> None:
        draws = self.draws
        args = (("p", PLAYER),)
        if draws.maybe(75, "over"):

            def over(made: Statements) -> list[Stmt]:
                node = self._fact() or made.truth(2)
                if self.round:
                    (t,) = (t for t in self.words.ranges if t.name == "Round")
                    form = draws.pick(
                        ("(s.round == {most})", "(s.round == {most} or (s.round > 0 and {{0}}))")
                    )
                    node = Node("or", form.format(most=t.hi), (node,))
                if self.clock:
                    node = Node("and", "(s.clock > 0 and {0} and {1})", (node, made.truth(2)))
                    if draws.maybe(80):
                        form = draws.pick(("(s.clock == {most})", "(s.clock == {most} or {{0}})"))
                        node = Node("or", form.format(most=self._most()), (node,))
                return [Line("return value", "return {0}", (node,))]

            model.rules.append(self._rule("@over()", "ended", over, (), Truth()))
            if draws.maybe(50):
                model.rules.append(self._rule("@wins()", "won", lambda made: made.answering(), args, Truth()))
            if draws.maybe(60, "scores"):
                model.rules.append(
                    self._rule("@score()", "points", self._points, draws.pick(((), args)), (0, 0))
                )
        if draws.maybe(70):
            turn = any(b.name == "turn" for b in self.words.fields)
            node = Node("field", "s.turn") if turn else Node("member", "Player.ONE")

            def who(made: Statements) -> list[Stmt]:
                found = made.member(PLAYER, 2) if draws.maybe(30) else node
                return [Line("return value", "return {0}", (found,))]

            model.rules.append(self._rule("@decider()", "who", who, (), PLAYER))

    def _points(self, made: Statements) -> list[Stmt]:
        if not self.draws.maybe(4, "deep debts"):
            return made.answering()
        lo = -4_096 * 2_147_483_647 - 8_192
        value = made._near(1)
        made.span = (lo + value.lo, lo + value.hi)
        node = Node("subtract", "(-4_096 * 2_147_483_647 - 8_192 + {0})", (value.node,))
        return [Line("return value", "return {0}", (node,))]

    # -------------------------------------------------------------------------------------------- claims

    def _claims(self, model: Model) -> None:
        draws = self.draws
        for number in range(draws.number(1, 5)):
            kind = draws.pick(("always", "never", "never", "reachable"))
            args = self._args(1) if draws.maybe(20) else ()
            head = f'@{kind}("claim_{number}", holds("?"))'

            def said(made: Statements, kind: str = kind) -> list[Stmt]:
                return self._claim(made, kind)

            rule = self._rule(head, f"claim_{number}", said, args, Truth())
            model.claims.append(ClaimOf(head, rule))
        for number, kind in enumerate(draws.some(("can_always", "ends", "bounds", "can_reach"), 0, 2)):
            options = ""
            if kind in ("can_always", "ends"):
                against = draws.pick(("", '"players"', '"chance"', '"players", "chance"'))
                options = f", against=({against},)" if against else ""
                options += ", sure=True" if kind == "ends" and draws.maybe(50) else ""
            elif kind == "bounds":
                options = f", least={draws.number(0, 3) - 2}, greatest={draws.number(0, 5)}"
            else:
                options = ', target="claim_0"'
            head = f'{kind}("whole_{number}", State, holds("?"){options}, module=__name__)'
            model.claims.append(ClaimOf(head))

    def _claim(self, made: Statements, kind: str) -> list[Stmt]:
        """What a claim says: mostly something simple of one or two scalars, or of what a sequence holds."""
        form = self.draws.weighed({"as at first": 8, "of scalars": 3, "of items": 2, "any": 2})
        if form == "as at first":
            facts = [self._at_first(), self._at_first()][: self.draws.number(1, 2)]
            if all(facts):
                text = " or ".join(f"{{{i}}}" for i in range(len(facts)))
                text = f"not ({text})" if kind == "never" else text
                return [Line("return value", f"return {text}", tuple(f for f in facts if f))]
        if form == "of items":
            counted = [b for b in self.words.fields if b.bound and not b.index]
            if counted:
                block = self.draws.pick(counted)
                item = made.value(block.value, 0)
                most = self.draws.number(1, block.bound)
                text = f"(sum(s.{block.name}[i] == {{0}} for i in range({block.bound}) if i < len(s.{block.name})) <= {most})"
                return [Line("return value", "return {0}", (Node("count", text, (item,)),))]
        if form == "of scalars":
            parts = [self._fact() for _ in range(self.draws.number(1, 2))]
            if all(parts):
                text = self.draws.pick((" and ", " or ")).join(f"{{{i}}}" for i in range(len(parts)))
                return [Line("return value", f"return {text}", tuple(p for p in parts if p))]
        return (
            made.answering()
            if self.draws.maybe(20)
            else [Line("return value", "return {0}", (made.truth(2),))]
        )

    def _at_first(self) -> Node | None:
        """Something of a scalar that holds of a blank record."""
        found = [b for b in self.words.fields if not b.bound and not b.index]
        found = [b for b in found if not (isinstance(b.value, KindOf) and b.value.alike)]
        if not found:
            return None
        block = self.draws.pick(found)
        if isinstance(block.value, Truth):
            return Node("not", f"(not s.{block.name})")
        if isinstance(block.value, KindOf):
            return Node("compare members", f"(s.{block.name} == {block.value.name}.{block.value.members[0]})")
        return Node(
            "compare numbers", f"(s.{block.name} <= {self.draws.number(block.value.lo, block.value.hi)})"
        )

    def _fact(self) -> Node | None:
        """Something of a scalar."""
        found = [b for b in self.words.fields if not b.bound and not b.index]
        if not found:
            return None
        block = self.draws.pick(found)
        if isinstance(block.value, Truth):
            return Node("read truth", self.draws.pick((f"s.{block.name}", f"(not s.{block.name})")))
        if isinstance(block.value, Range):
            op, at = self.draws.pick(("==", "<", ">=")), self.draws.number(block.value.lo, block.value.hi)
            return Node("compare numbers", f"(s.{block.name} {op} {at})")
        if block.value.alike:
            return None
        member = f"{block.value.name}.{self.draws.pick(block.value.members)}"
        return Node("compare members", f"(s.{block.name} {self.draws.pick(('==', '!='))} {member})")
