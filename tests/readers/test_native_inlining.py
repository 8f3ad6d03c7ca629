"""Functions that are put where they are called: which, and that the code says the same."""

from __future__ import annotations

import ctypes
import re

import llvmlite.binding as llvm
import pytest

from queensbench.readers.native import inlining
from queensbench.readers.native.code_cache import FULL, INLINED, QUICK, Making
from queensbench.readers.native.inlining import ALONE, SHORT, inlined

CALL = '  %{name} = call i64 @"{callee}"(i64 %x)\n'


def function(name: str, *calls: str, inner: bool = True, filled: int = 0) -> str:
    """A function that adds up what it calls, with so many lines more."""
    linkage = "internal " if inner else ""
    lines = [CALL.format(name=f"c{place}", callee=callee) for place, callee in enumerate(calls)]
    lines += [f"  %s{place} = add i64 %x, {place}\n" for place in range(filled)]
    total = "%x"
    for place in range(len(calls)):
        lines.append(f"  %t{place} = add i64 {total}, %c{place}\n")
        total = f"%t{place}"
    return (
        f'define {linkage}i64 @"{name}"(i64 %x) nounwind {{\nentry:\n{"".join(lines)}  ret i64 {total}\n}}\n'
    )


def marked(*functions: str) -> set[str]:
    return set(re.findall(r'@"([^"]*)"\(i64 %x\) nounwind alwaysinline \{', inlined("\n".join(functions))))


def test_short_functions_are_put_wherever_they_are_called() -> None:
    calls = ("short", "short", "long", "long")
    rules = (
        function("short", filled=SHORT - 4),
        function("long", filled=SHORT - 2),
        function("all", *calls, inner=False),
    )
    assert marked(*rules) == {"short"}


def test_a_function_that_is_called_from_one_place_may_be_longer() -> None:
    some = function("some", filled=ALONE - 4)
    much = function("much", filled=ALONE - 2)
    assert marked(some, much, function("all", "some", "much", inner=False)) == {"some"}


def test_what_is_put_into_a_function_counts_with_its_own_lines() -> None:
    part = function("part", filled=SHORT - 10)
    both = function("both", "part", "part")
    ends = function("one", "both", inner=False), function("two", "both", inner=False)
    assert marked(part, both, *ends) == {"part"}
    assert marked(function("part", filled=5), both, *ends) == {"part", "both"}


def test_of_functions_that_are_called_from_one_place_the_largest_stay_where_too_much_would_come_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inlining, "LARGEST", 700)
    rules = [function(f"f{place}", filled=100 + place) for place in range(9)]
    rules.append(function("all", *(f"f{place}" for place in range(9)), inner=False))
    # 20 lines of its own and nine times 102 to 110: the three longest are left out, and 616 lines come together
    assert marked(*rules) == {f"f{place}" for place in range(6)}


def test_only_shorter_functions_are_taken_where_a_module_would_grow_too_much() -> None:
    rules = [
        function(name, filled=lines) for name, lines in (("one", 40), ("two", 20), ("three", 10), ("four", 2))
    ]
    once = [function(f"a{place}", "one", "two", "three", "four", inner=False) for place in range(2)]
    often = [function(f"b{place}", *["one", "two", "three", "four"] * 9, inner=False) for place in range(2)]
    assert marked(*rules, *once) == {"one", "two", "three", "four"}
    # of 228 lines 684 may become; with those of fewer than 50 it would be 1,588, than 25 874, and than 12 296
    assert marked(*rules, *often) == {"four"}


def test_no_function_that_calls_itself_is_put_anywhere() -> None:
    rules = (
        function("itself", "itself"),
        function("this", "that"),
        function("that", "this"),
        function("all", "itself", "this", inner=False),
    )
    assert marked(*rules) == set()


def test_functions_that_others_ask_for_and_those_of_other_modules_stay() -> None:
    other = 'declare i64 @"other"(i64)\n'
    assert (
        marked(other, function("asked", inner=False), function("all", "asked", "other", inner=False)) == set()
    )


def test_heads_of_all_forms_are_marked() -> None:
    pair = 'define internal {i64, i64} @"not a pair.1"(ptr noalias %a0)  {\nentry:\n  ret {i64, i64} zeroinitializer\n}\n'
    assert 'define internal {i64, i64} @"not a pair.1"(ptr noalias %a0)  alwaysinline {\n' in inlined(pair)


@pytest.mark.parametrize("level", [QUICK, INLINED, FULL])
def test_the_code_says_the_same_on_each_level(level: int) -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    names = [f"f{place}" for place in range(6)]
    rules = [function("f0", filled=3)]
    rules += [function(name, *names[:place], filled=9 * place) for place, name in enumerate(names) if place]
    text = "\n".join([*rules, function("all", *names, "f5", inner=False)])
    engine = Making(text, llvm.Target.from_default_triple(), "", "").engine(level)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.get_function_address("all"))
    # each adds x to all before it: x, then 2, 4, 8, 16 and 32 times x; `all` does so too, with the last one twice
    assert call(3) == 3 * (1 + 63 + 32)
