"""Forty rules, each of which asks the one before."""

from typing import Annotated

from queensbench.language import Mode, Range, Record, action, initial, rule

Die = Annotated[int, Range(1, 6)]


class State(Record):
    done: bool
    die: Die


@initial()
def start(s: State) -> None:
    pass


@rule()
def r0(s: State) -> int:
    return s.die + 0


@rule()
def r1(s: State) -> int:
    return r0(s) + 0


@rule()
def r2(s: State) -> int:
    return r1(s) + 0


@rule()
def r3(s: State) -> int:
    return r2(s) + 0


@rule()
def r4(s: State) -> int:
    return r3(s) + 0


@rule()
def r5(s: State) -> int:
    return r4(s) + 0


@rule()
def r6(s: State) -> int:
    return r5(s) + 0


@rule()
def r7(s: State) -> int:
    return r6(s) + 0


@rule()
def r8(s: State) -> int:
    return r7(s) + 0


@rule()
def r9(s: State) -> int:
    return r8(s) + 0


@rule()
def r10(s: State) -> int:
    return r9(s) + 0


@rule()
def r11(s: State) -> int:
    return r10(s) + 0


@rule()
def r12(s: State) -> int:
    return r11(s) + 0


@rule()
def r13(s: State) -> int:
    return r12(s) + 0


@rule()
def r14(s: State) -> int:
    return r13(s) + 0


@rule()
def r15(s: State) -> int:
    return r14(s) + 0


@rule()
def r16(s: State) -> int:
    return r15(s) + 0


@rule()
def r17(s: State) -> int:
    return r16(s) + 0


@rule()
def r18(s: State) -> int:
    return r17(s) + 0


@rule()
def r19(s: State) -> int:
    return r18(s) + 0


@rule()
def r20(s: State) -> int:
    return r19(s) + 0


@rule()
def r21(s: State) -> int:
    return r20(s) + 0


@rule()
def r22(s: State) -> int:
    return r21(s) + 0


@rule()
def r23(s: State) -> int:
    return r22(s) + 0


@rule()
def r24(s: State) -> int:
    return r23(s) + 0


@rule()
def r25(s: State) -> int:
    return r24(s) + 0


@rule()
def r26(s: State) -> int:
    return r25(s) + 0


@rule()
def r27(s: State) -> int:
    return r26(s) + 0


@rule()
def r28(s: State) -> int:
    return r27(s) + 0


@rule()
def r29(s: State) -> int:
    return r28(s) + 0


@rule()
def r30(s: State) -> int:
    return r29(s) + 0


@rule()
def r31(s: State) -> int:
    return r30(s) + 0


@rule()
def r32(s: State) -> int:
    return r31(s) + 0


@rule()
def r33(s: State) -> int:
    return r32(s) + 0


@rule()
def r34(s: State) -> int:
    return r33(s) + 0


@rule()
def r35(s: State) -> int:
    return r34(s) + 0


@rule()
def r36(s: State) -> int:
    return r35(s) + 0


@rule()
def r37(s: State) -> int:
    return r36(s) + 0


@rule()
def r38(s: State) -> int:
    return r37(s) + 0


@rule()
def r39(s: State) -> int:
    return r38(s) + 0


@action()
def move(s: State) -> None:
    s.done = r39(s) > 5


mode = Mode("bad", state=State)
