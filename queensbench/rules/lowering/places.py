"""Places of values: fields of the state, items of sequences, and constant lookups."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from queensbench.language.domains import Domain, Kind, KindDomain
from queensbench.language.limits import factors, raising
from queensbench.language.records import FieldDecl, Lookup, SeqField
from queensbench.rules.lowering.base import (
    LIMIT,
    Base,
    Fault,
    Unit,
    Val,
    article,
    index_text,
    name_of,
    nearest,
)
from queensbench.rules.typed import ir


class Places(Base):
    """Lowers reads of fields, sequences and lookups."""

    def _place(self, unit: Unit, node: ast.expr) -> tuple[int, tuple[Val, ...], FieldDecl, int] | None:
        """A field of the state with its indices and their obligation: number, indices, declaration, site; or None."""
        match node:
            case ast.Name(id=name) if name in unit.names and unit.slots[unit.names[name]].type is None:
                raise Fault(node, "")
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == unit.state:
                decl = self.decls.get(attr)
                if decl is None:
                    record = self.record.__name__
                    raise Fault(
                        node,
                        f"{record} has no field {attr}",
                        nearest(attr, self.decls, f"the fields of {record}"),
                    )
                return self.field_numbers[attr], (), decl, -1
            case ast.Subscript(value=base, slice=index):
                place = self._place(unit, base)
                if place is None:
                    return None
                number, before, decl, site = place
                keys = list(index.elts) if isinstance(index, ast.Tuple) else [index]
                if not before and decl.index:
                    vals, site = self._indices(unit, node, keys, decl.index, decl.name)
                    return number, vals, decl, site
                if isinstance(decl.value, SeqField) and len(before) == len(decl.index):
                    if len(keys) != 1:
                        raise Fault(node, f"{decl.name} takes one index", "write `s.queue[i]`")
                    val = self.number(unit, keys[0])
                    count = self.field_numbers[decl.name + ".len"]
                    length = ir.Read(count, tuple(v.expr for v in before), site, self.fields[count].value)
                    at = self._guarded(val.expr, ir.Compare("<", val.expr, length), decl.value.limit)
                    own = self.site(unit, node, f"{decl.name} has no place there")
                    return number, (*before, Val(at)), decl, own
                raise Fault(node, f"{decl.name} is not indexed", f"write `s.{decl.name}`")
        return None

    def _indices(
        self, unit: Unit, node: ast.expr, keys: list[ast.expr], index: tuple[Domain, ...], name: str
    ) -> tuple[tuple[Val, ...], int]:
        if len(keys) != len(index):
            raise Fault(
                node, f"{name} takes {indices(len(index))}, not {len(keys)}", f"index by {index_text(index)}"
            )
        vals = []
        inside = True
        for place, (key, domain) in enumerate(zip(keys, index, strict=True), 1):
            val = self.expr(unit, key)
            self._fits(unit, key, val, domain, f"is index {place} of {name}")
            inside = inside and self.within(unit, val, self.type_of(domain))
            vals.append(val)
        site = -1 if inside else self.site(unit, node, f"{name} is indexed outside {index_text(index)}")
        return tuple(vals), site

    @staticmethod
    def _guarded(index: ir.Expr, condition: ir.Expr, limit: int) -> ir.Expr:
        """An index that becomes -1, which no place has, unless the condition holds."""
        lo = min(index.type.lo, -1)
        t = ir.IntType(lo, max(index.type.hi, limit))
        return ir.Choose(condition, index, ir.Const(-1, ir.IntType(-1, -1)), t)

    def _lookup(self, unit: Unit, node: ast.Subscript, lookup: Lookup[Any, Any]) -> Val:
        keys = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        vals = [self.expr(unit, key) for key in keys]
        known = self.table_numbers.get(id(lookup))
        if known is None:
            number = self._lookup_table(node, lookup)
            self.table_numbers[id(lookup)] = (number, lookup)
        else:
            number = known[0]
        table = self.tables[number]
        if len(vals) != len(table.index):
            raise Fault(
                node, f"the lookup takes {indices(len(table.index))}, not {len(vals)}", "index it by its keys"
            )
        sample = next(iter(lookup.entries))
        parts = sample if isinstance(sample, tuple) else (sample,)
        inside = True
        for key, val, t, part in zip(keys, vals, table.index, parts, strict=True):
            wanted = type(part) if isinstance(part, Kind) else None
            if type(t) is not type(val.type) or (wanted is not None and val.tag is not wanted):
                raise Fault(
                    key, f"{name_of(val.tag, val.type)} indexes the lookup", f"give {article(str(t))}"
                )
            inside = inside and self.within(unit, val, t)
        value = next(iter(lookup.entries.values()))
        tag = type(value) if isinstance(value, Kind) else None
        index = tuple(v.expr for v in vals)
        site = -1 if inside else self.site(unit, node, "the lookup has no entry")
        look: ir.Expr = ir.Look(number, index, site, table.value)
        listed = self.listed.get(number)
        if listed is not None:  # some combination of keys has no entry
            there = ir.Look(listed, index, site, ir.BoolType())
            own = self.site(unit, node, "the lookup has no entry")
            look = ir.Choose(ir.Checked(there, own, ir.BoolType(1, 1)), look, look, table.value)
        return Val(look, tag)

    def _lookup_table(self, node: ast.AST, lookup: Lookup[Any, Any]) -> int:
        entries = {k if isinstance(k, tuple) else (k,): v for k, v in lookup.entries.items()}
        shapes = {tuple(type(p) for p in key) for key in entries}
        values = {type(v) for v in entries.values()}
        if len(shapes) != 1 or len(values) != 1:
            raise Fault(node, "a lookup mixes types", "give all its keys one type, and all its values")
        index: list[ir.Type] = []
        columns: list[Sequence[Any]] = []
        for position, kind in enumerate(next(iter(shapes))):
            if issubclass(kind, Kind):
                members = self.context.kept(kind)
                index.append(self.type_of(KindDomain(kind, members)))
                columns.append(members)
            elif kind is int:
                keys = [key[position] for key in entries]
                index.append(ir.IntType(min(keys), max(keys)))
                columns.append(range(min(keys), max(keys) + 1))
            else:
                raise Fault(
                    node,
                    f"a lookup has {kind.__name__} keys",
                    "use members of kinds or whole numbers as keys",
                )
        value_kind = next(iter(values))
        value: ir.Type
        if issubclass(value_kind, Kind):
            value = self.type_of(KindDomain(value_kind, self.context.kept(value_kind)))
        elif value_kind is bool:
            value = ir.BoolType()
        elif value_kind is int:
            value = ir.IntType(min(entries.values()), max(entries.values()))
            if max(-value.lo, value.hi) > LIMIT:
                raise Fault(node, "a lookup holds a number beyond 2**60", f"keep numbers within {LIMIT:,}")
        else:
            raise Fault(
                node,
                f"a lookup has {value_kind.__name__} values",
                "use members of kinds, whole numbers or bools",
            )
        spans = [len(column) for column in columns]
        if prod(spans) > self.context.limits.entries:
            raise Fault(
                node,
                f"a lookup spans {prod(spans):,} keys{factors(spans)}; at most are {self.context.limits.entries:,}",
                raising("number the keys from 0 or 1 on, without gaps", "entries"),
            )
        grid = list(product(*columns))
        raw = [value.lo if key not in entries else self._raw(entries[key]) for key in grid]
        number = len(self.tables)
        self.tables.append(ir.Table(f"lookup{number}", tuple(index), value, tuple(raw)))
        if any(key not in entries for key in grid):
            there = tuple(int(key in entries) for key in grid)
            self.listed[number] = number + 1
            self.tables.append(ir.Table(f"lookup{number} listed", tuple(index), ir.BoolType(), there))
        return number

    def _raw(self, item: Any) -> int:
        return self.code(item) if isinstance(item, Kind) else int(item)


def indices(count: int) -> str:
    """``1 index``, ``2 indices``."""
    return f"{count} ind{'ex' if count == 1 else 'ices'}"
