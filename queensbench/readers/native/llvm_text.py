"""The text of LLVM modules, written as it is built: what the toolkit needs of LLVM's language, and no more.

Names and signatures are those of ``llvmlite.ir``, which builds an object for each instruction and turns them into text
in the end.  Here an instruction is a line from the start, and a value no more than its type and its name.  Values are
numbered within their function; blocks stand in the order in which they were made.

What it cannot see: whether the text is right.  LLVM's parser refuses values of the wrong type; an instruction behind
the end of a block is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


# ------------------------------------------------------------------------------------------------ types


class Type:
    """A type; two of the same text are equal."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def as_pointer(self) -> PointerType:
        """The type of a pointer to a value of this one."""
        return PointerType(self)


class _Integer(Type):
    __slots__ = ("width",)

    def __init__(self, width: int) -> None:
        super().__init__(f"i{width}")
        self.width = width


@cache
def IntType(width: int) -> _Integer:
    """The type of integers of so many bits."""
    return _Integer(width)


I1 = IntType(1)


class PointerType(Type):
    """A pointer; LLVM does not ask to what, but loads and places need to know it."""

    __slots__ = ("pointee",)

    def __init__(self, pointee: Type | None = None) -> None:
        super().__init__("ptr")
        self.pointee = pointee


class VoidType(Type):
    """The type of no value."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("void")


class ArrayType(Type):
    """So many values of one type."""

    __slots__ = ("count", "element")

    def __init__(self, element: Type, count: int) -> None:
        super().__init__(f"[{count} x {element}]")
        self.element, self.count = element, count


class VectorType(Type):
    """So many values of one type, on which an instruction works at once."""

    __slots__ = ()

    def __init__(self, element: Type, count: int) -> None:
        super().__init__(f"<{count} x {element}>")


class LiteralStructType(Type):
    """Values of several types."""

    __slots__ = ("elements",)

    def __init__(self, elements: Sequence[Type]) -> None:
        super().__init__("{" + ", ".join(map(str, elements)) + "}")
        self.elements = tuple(elements)


class FunctionType(Type):
    """The type of a function."""

    __slots__ = ("args", "return_type")

    def __init__(self, return_type: Type, args: Sequence[Type]) -> None:
        super().__init__(f"{return_type} ({', '.join(map(str, args))})")
        self.return_type, self.args = return_type, tuple(args)


# ----------------------------------------------------------------------------------------------- values


def _global(name: str) -> str:
    """How the text names a function or variable of the module: in quotes, other bytes by their numbers."""
    if not name.isascii() or not name.isprintable() or '"' in name or "\\" in name:
        plain = (
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}"
            for byte in name.encode()
        )
        name = "".join(plain)
    return f'@"{name}"'


class Value:
    """A value: its type, and how the text names it."""

    __slots__ = ("ref", "type")

    def __init__(self, type_: Any, ref: str) -> None:
        self.type = type_
        self.ref = ref


class _UndefinedValue:
    """Stands for a value that is not given."""


Undefined = _UndefinedValue()


class Constant(Value):
    """An integer, a list of them, or an undefined value."""

    __slots__ = ()

    def __init__(self, type_: Type, value: int | Sequence[int] | _UndefinedValue) -> None:
        if value is Undefined:
            ref = "undef"
        elif isinstance(value, int):
            ref = str(int(value))
        else:
            assert isinstance(type_, ArrayType)
            assert isinstance(value, Sequence)
            ref = "[" + ", ".join(f"{type_.element} {one}" for one in value) + "]"
        super().__init__(type_, ref)


class Argument(Value):
    """An argument of a function."""

    __slots__ = ("attributes",)

    def __init__(self, type_: Type, ref: str) -> None:
        super().__init__(type_, ref)
        self.attributes: list[str] = []

    def add_attribute(self, name: str) -> None:
        """Say something of the argument, such as ``noalias``."""
        self.attributes.append(name)


class Phi(Value):
    """A value by the block from which its own block is entered."""

    __slots__ = ("incoming",)

    def __init__(self, type_: Type, ref: str) -> None:
        super().__init__(type_, ref)
        self.incoming: list[tuple[Value, Block]] = []

    def add_incoming(self, value: Value, block: Block) -> None:
        """Say what the value is behind a block."""
        self.incoming.append((value, block))

    def __str__(self) -> str:
        ways = ", ".join(f"[{value.ref}, %{block.name}]" for value, block in self.incoming)
        return f"{self.ref} = phi {self.type.text} {ways}"


class Block:
    """A block of a function: its lines, and whether it has ended."""

    __slots__ = ("function", "is_terminated", "lines", "name")

    def __init__(self, function: Function, name: str) -> None:
        self.function = function
        self.name = name
        self.lines: list[str | Phi] = []
        self.is_terminated = False


class GlobalVariable(Value):
    """A variable, or constant, of the module."""

    __slots__ = ("global_constant", "initializer", "linkage", "shape")

    def __init__(self, module: Module, shape: Type, name: str) -> None:
        super().__init__(PointerType(shape), _global(name))
        self.shape = shape
        self.initializer: Constant | None = None
        self.global_constant = False
        self.linkage = ""
        module.add(name, self)

    def __str__(self) -> str:
        sort = "constant" if self.global_constant else "global"
        given = "zeroinitializer" if self.initializer is None else self.initializer.ref
        return f"{self.ref} = {self.linkage} {sort} {self.shape} {given}"


class Function(Value):
    """A function of the module; one without blocks is declared."""

    __slots__ = ("args", "attributes", "blocks", "function_type", "linkage", "made", "name")

    def __init__(self, module: Module, type_: FunctionType, name: str) -> None:
        super().__init__(PointerType(), _global(name))
        self.name = name
        self.function_type = type_
        self.args = tuple(Argument(of, f"%a{place}") for place, of in enumerate(type_.args))
        self.attributes: set[str] = set()
        self.linkage = ""
        self.blocks: list[Block] = []
        self.made = 0
        module.add(name, self)

    @property
    def basic_blocks(self) -> list[Block]:
        """The blocks, in order."""
        return self.blocks

    @property
    def is_declaration(self) -> bool:
        """Whether the function has no body here."""
        return not self.blocks

    def append_basic_block(self, name: str = "b") -> Block:
        """A new block, behind all others."""
        self.made += 1
        block = Block(self, f"{name}{self.made}")
        self.blocks.append(block)
        return block

    def __str__(self) -> str:
        args = ", ".join(" ".join([a.type.text, *a.attributes, a.ref]) for a in self.args)
        head = f"{self.function_type.return_type} {self.ref}({args})"
        if not self.blocks:
            return f"declare {head}"
        linkage = f"{self.linkage} " if self.linkage not in ("", "external") else ""
        lines = [f"define {linkage}{head} {' '.join(sorted(self.attributes))} {{"]
        for block in self.blocks:
            lines.append(f"{block.name}:")
            lines += map(str, block.lines)
        lines.append("}")
        return "\n".join(lines)


class Module:
    """A module: its functions and variables, in the order in which they were made."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.triple = ""
        self.data_layout = ""
        self.globals: dict[str, Any] = {}

    def add(self, name: str, value: Function | GlobalVariable) -> None:
        """Take in a function or variable.  Raises ValueError for a name that is taken."""
        if name in self.globals:
            raise ValueError(f"the module has {name} already")
        self.globals[name] = value

    def get_global(self, name: str) -> Any:
        """The function or variable of a name.  Raises KeyError without one."""
        return self.globals[name]

    @property
    def functions(self) -> list[Function]:
        """The functions."""
        return [one for one in self.globals.values() if isinstance(one, Function)]

    def __str__(self) -> str:
        head = [f'target triple = "{self.triple}"'] if self.triple else []
        if self.data_layout:
            head.append(f'target datalayout = "{self.data_layout}"')
        return "\n".join([*head, *map(str, self.globals.values())]) + "\n"


# ---------------------------------------------------------------------------------------------- builder


def _binary(name: str) -> Any:
    def build(self: IRBuilder, left: Value, right: Value) -> Value:
        return self._made(left.type, f"{name} {left.type.text} {left.ref}, {right.ref}")

    build.__doc__ = f"LLVM's ``{name}`` of two integers."
    return build


def _cast(name: str) -> Any:
    def build(self: IRBuilder, value: Value, type_: Type) -> Value:
        if value.type is type_:
            return value
        return self._made(type_, f"{name} {value.type.text} {value.ref} to {type_.text}")

    build.__doc__ = f"LLVM's ``{name}`` of a value to another type."
    return build


class IRBuilder:
    """Writes instructions at the end of a block."""

    __slots__ = ("block",)

    def __init__(self, block: Block) -> None:
        self.block = block

    @property
    def function(self) -> Function:
        """The function that is written."""
        return self.block.function

    def position_at_end(self, block: Block) -> None:
        """Go on at the end of a block."""
        self.block = block

    @contextmanager
    def goto_block(self, block: Block) -> Iterator[None]:
        """Write into another block, which has not ended, for a while."""
        before, self.block = self.block, block
        yield
        self.block = before

    @contextmanager
    def if_then(self, condition: Value) -> Iterator[None]:
        """Do what is written in the ``with`` block where a condition holds."""
        then, after = (self.block.function.append_basic_block() for _ in range(2))
        self.cbranch(condition, then, after)
        self.block = then
        yield
        if not self.block.is_terminated:
            self.branch(after)
        self.block = after

    def _line(self, text: str | Phi) -> None:
        block = self.block
        assert not block.is_terminated, "the block has ended"
        block.lines.append(text)

    def _made(self, type_: Any, text: str) -> Value:
        block = self.block
        assert not block.is_terminated, "the block has ended"
        function = block.function
        function.made += 1
        ref = f"%v{function.made}"
        block.lines.append(f"{ref} = {text}")
        return Value(type_, ref)

    def _end(self, text: str) -> None:
        self._line(text)
        self.block.is_terminated = True

    # ------------------------------------------------------------------------------------ arithmetic

    add, sub, mul = _binary("add"), _binary("sub"), _binary("mul")
    udiv, urem, sdiv, srem = _binary("udiv"), _binary("urem"), _binary("sdiv"), _binary("srem")
    and_, or_, xor = _binary("and"), _binary("or"), _binary("xor")
    shl, lshr, ashr = _binary("shl"), _binary("lshr"), _binary("ashr")
    zext, sext, trunc, bitcast = _cast("zext"), _cast("sext"), _cast("trunc"), _cast("bitcast")

    def neg(self, value: Value) -> Value:
        """An integer with the other sign."""
        return self._made(value.type, f"sub {value.type.text} 0, {value.ref}")

    def not_(self, value: Value) -> Value:
        """An integer with all its bits turned."""
        return self._made(value.type, f"xor {value.type.text} {value.ref}, -1")

    def icmp_signed(self, op: str, left: Value, right: Value) -> Value:
        """Compare two integers, or two pointers."""
        how = COMPARISONS[op]
        sign = "" if how in ("eq", "ne") else "s"
        return self._made(I1, f"icmp {sign}{how} {left.type.text} {left.ref}, {right.ref}")

    def icmp_unsigned(self, op: str, left: Value, right: Value) -> Value:
        """Compare two integers as numbers from 0 up."""
        how = COMPARISONS[op]
        sign = "" if how in ("eq", "ne") else "u"
        return self._made(I1, f"icmp {sign}{how} {left.type.text} {left.ref}, {right.ref}")

    def select(self, condition: Value, then: Value, orelse: Value) -> Value:
        """One of two values."""
        of = then.type.text
        return self._made(then.type, f"select i1 {condition.ref}, {of} {then.ref}, {of} {orelse.ref}")

    def phi(self, type_: Type) -> Phi:
        """A value by the block that led here; what it is, is said later."""
        function = self.block.function
        function.made += 1
        made = Phi(type_, f"%v{function.made}")
        self._line(made)
        return made

    # ---------------------------------------------------------------------------------------- memory

    def alloca(self, type_: Type, size: Value | int | None = None) -> Value:
        """Room on the stack for one value, or for so many."""
        room = ""
        if size is not None:
            room = f", i64 {size if isinstance(size, int) else size.ref}"
        return self._made(PointerType(type_), f"alloca {type_.text}{room}")

    def load(self, place: Value, *, typ: Type | None = None, align: int | None = None) -> Value:
        """The value at a place."""
        of = typ or place.type.pointee
        aligned = "" if align is None else f", align {align}"
        return self._made(of, f"load {of.text}, ptr {place.ref}{aligned}")

    def store(self, value: Value, place: Value) -> None:
        """Put a value at a place."""
        self._line(f"store {value.type.text} {value.ref}, ptr {place.ref}")

    def gep(
        self,
        place: Value,
        indices: Sequence[Value],
        *,
        inbounds: bool = False,
        source_etype: Type | None = None,
    ) -> Value:
        """The place of an element behind a pointer; a second index is that of an element of an array."""
        of: Any = source_etype or place.type.pointee
        found = of.element if len(indices) > 1 else of
        at = ", ".join(f"{index.type.text} {index.ref}" for index in indices)
        inside = "inbounds " if inbounds else ""
        return self._made(PointerType(found), f"getelementptr {inside}{of.text}, ptr {place.ref}, {at}")

    def extract_value(self, whole: Value, place: int) -> Value:
        """A part of a value of several."""
        return self._made(whole.type.elements[place], f"extractvalue {whole.type.text} {whole.ref}, {place}")

    def insert_value(self, whole: Value, value: Value, place: int) -> Value:
        """A value of several with another part."""
        text = f"insertvalue {whole.type.text} {whole.ref}, {value.type.text} {value.ref}, {place}"
        return self._made(whole.type, text)

    # ------------------------------------------------------------------------------------------ ways

    def call(self, function: Function, args: Sequence[Value]) -> Value:
        """Call a function of the module."""
        returns = function.function_type.return_type
        given = ", ".join(f"{one.type.text} {one.ref}" for one in args)
        text = f"call {returns.text} {function.ref}({given})"
        if isinstance(returns, VoidType):
            self._line(text)
            return Value(returns, "")
        return self._made(returns, text)

    def branch(self, target: Block) -> None:
        """End the block: go on at another one."""
        self._end(f"br label %{target.name}")

    def cbranch(self, condition: Value, yes: Block, no: Block) -> None:
        """End the block: go on where a condition says."""
        self._end(f"br i1 {condition.ref}, label %{yes.name}, label %{no.name}")

    def ret(self, value: Value) -> None:
        """End the block: return a value."""
        self._end(f"ret {value.type.text} {value.ref}")

    def ret_void(self) -> None:
        """End the block: return."""
        self._end("ret void")

    def unreachable(self) -> None:
        """End the block where nothing ever comes."""
        self._end("unreachable")
