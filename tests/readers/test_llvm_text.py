"""The text of LLVM modules: what is built is what LLVM reads."""

from __future__ import annotations

import ctypes

import llvmlite.binding as llvm
import pytest

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.code_cache import Making

I64 = ll.IntType(64)


def function(name: str = "asked", args: int = 1) -> tuple[ll.Module, ll.Function, ll.IRBuilder]:
    module = ll.Module("test")
    made = ll.Function(module, ll.FunctionType(I64, [I64] * args), name)
    return module, made, ll.IRBuilder(made.append_basic_block("entry"))


def answer(module: ll.Module, name: str, *args: int) -> int:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.parse_assembly(str(module)).verify()
    engine = Making(str(module), llvm.Target.from_default_triple(), "", "").engine(1)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(args))
    return int(call(engine.get_function_address(name))(*args))


@pytest.mark.parametrize(("given", "least"), [(3, 3), (-4, 0)])
def test_blocks_values_and_phis_are_named_as_llvm_reads_them(given: int, least: int) -> None:
    module, made, build = function()
    yes, no, after = (made.append_basic_block() for _ in range(3))
    build.cbranch(build.icmp_signed(">", made.args[0], ll.Constant(I64, 0)), yes, no)
    for block in (yes, no):
        build.position_at_end(block)
        build.branch(after)
    build.position_at_end(after)
    joined = build.phi(I64)
    joined.add_incoming(made.args[0], yes)
    joined.add_incoming(ll.Constant(I64, 0), no)
    build.ret(joined)
    assert answer(module, "asked", given) == least


@pytest.mark.parametrize("wide", [-(2**63), 2**63 - 1])
def test_a_pair_keeps_its_two_numbers(wide: int) -> None:
    pair = ll.LiteralStructType([I64, I64])
    module, made, build = function()
    whole = build.insert_value(ll.Constant(pair, ll.Undefined), made.args[0], 0)
    whole = build.insert_value(whole, ll.Constant(I64, wide), 1)
    build.ret(build.xor(build.extract_value(whole, 0), build.extract_value(whole, 1)))
    assert answer(module, "asked", 5) == 5 ^ wide


def test_a_table_is_read_by_its_place() -> None:
    module, made, build = function()
    shape = ll.ArrayType(ll.IntType(8), 3)
    table = ll.GlobalVariable(module, shape, "table")
    table.initializer = ll.Constant(shape, [7, -8, 9])
    table.global_constant = True
    table.linkage = "internal"
    place = build.gep(table, [ll.Constant(I64, 0), made.args[0]], inbounds=True)
    build.ret(build.sext(build.load(place), I64))
    assert [answer(module, "asked", place) for place in range(3)] == [7, -8, 9]


@pytest.mark.parametrize("name", ["größe", 'a "b"', "a\\b", "moves.take", "line\nend"])
def test_a_function_may_have_any_name(name: str) -> None:
    module, made, build = function(name)
    made.linkage = "internal"
    build.ret(build.add(made.args[0], ll.Constant(I64, 1)))
    caller = ll.Function(module, ll.FunctionType(I64, [I64]), "asked")
    build = ll.IRBuilder(caller.append_basic_block())
    build.ret(build.call(made, caller.args))
    assert answer(module, "asked", 4) == 5


def test_what_is_done_where_a_condition_holds_goes_on_behind_it() -> None:
    module, made, build = function()
    room = build.alloca(I64)
    build.store(ll.Constant(I64, 1), room)
    with build.if_then(build.icmp_unsigned("<", made.args[0], ll.Constant(I64, 10))):
        build.store(ll.Constant(I64, 2), room)
    build.ret(build.load(room))
    assert [answer(module, "asked", given) for given in (3, 10, -1)] == [2, 1, 1]


def test_nothing_is_written_behind_the_end_of_a_block() -> None:
    _, made, build = function()
    build.ret(made.args[0])
    with pytest.raises(AssertionError, match="the block has ended"):
        build.add(made.args[0], made.args[0])
    with pytest.raises(AssertionError, match="the block has ended"):
        build.ret(made.args[0])


def test_a_name_stands_once_in_a_module() -> None:
    module, _, _ = function("asked")
    with pytest.raises(ValueError, match="the module has asked already"):
        ll.Function(module, ll.FunctionType(I64, []), "asked")


def test_types_of_the_same_text_are_equal() -> None:
    assert ll.ArrayType(I64, 2) == ll.ArrayType(ll.IntType(64), 2)
    assert I64.as_pointer() == ll.IntType(32).as_pointer() == ll.PointerType()
    assert ll.IntType(32) != I64
    assert len({ll.IntType(8), ll.IntType(8), ll.VoidType(), ll.VoidType()}) == 2
