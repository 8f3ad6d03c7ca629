"""Where values are kept: fields of the state, places in sequences, and constant lookups."""

from __future__ import annotations

import ast
from typing import Any

from queensbench.language.domains import Domain, Kind, KindDomain
from queensbench.language.records import FieldDecl, Lookup, SeqField
from queensbench.readers import ir
from queensbench.readers.lower_base import (
    Base,
    Fault,
    Unit,
    Val,
    article,
    index_text,
    name_of,
    nearest,
)


class Places(Base):
    """Lowers reads of fields, sequences and lookups."""

    def _place(self, unit: Unit, node: ast.expr) -> tuple[int, tuple[Val, ...], FieldDecl, int] | None:
        """A field of the state with its indices and their obligation: number, indices, declaration, site."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == unit.state:
                decl = self.decls.get(attr)
                if decl is None:
                    record = self.record.__name__
                    raise Fault(
                        node, f"{record} has no field {attr}", f"{nearest(attr, self.decls)}in {record}"
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
                    length = ir.Read(count, tuple(v.expr for v in before), -1, self.fields[count].value)
                    at = self._guarded(val.expr, ir.Compare("<", val.expr, length), decl.value.limit)
                    own = self.site(unit, node, f"{decl.name} has a place there")
                    return number, (*before, Val(at)), decl, own
                raise Fault(node, f"{decl.name} is not indexed", f"write `s.{decl.name}`")
        return None

    def _indices(
        self, unit: Unit, node: ast.expr, keys: list[ast.expr], index: tuple[Domain, ...], name: str
    ) -> tuple[tuple[Val, ...], int]:
        if len(keys) != len(index):
            raise Fault(
                node, f"{name} takes {len(index)} indices, not {len(keys)}", f"index by {index_text(index)}"
            )
        vals = []
        inside = True
        for key, domain in zip(keys, index, strict=True):
            val = self.expr(unit, key)
            self._fits(key, val, domain, f"as an index of {name}")
            inside = inside and self.within(unit, val, self.type_of(domain))
            vals.append(val)
        site = -1 if inside else self.site(unit, node, f"{name} is indexed by {index_text(index)}")
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
                node, f"the lookup takes {len(table.index)} indices, not {len(vals)}", "index it by its keys"
            )
        sample = next(iter(lookup.entries))
        parts = sample if isinstance(sample, tuple) else (sample,)
        inside = True
        for key, val, t, part in zip(keys, vals, table.index, parts, strict=True):
            wanted = type(part) if isinstance(part, Kind) else None
            if type(t) is not type(val.type) or (wanted is not None and val.tag is not wanted):
                raise Fault(
                    key, f"{name_of(val.tag, val.type)} as an index of the lookup", f"give {article(str(t))}"
                )
            inside = inside and self.within(unit, val, t)
        if any(v is None for v in self.raw_tables[number]):
            inside = False
        site = -1 if inside else self.site(unit, node, "the lookup has an entry")
        value = next(iter(lookup.entries.values()))
        look = ir.Look(number, tuple(v.expr for v in vals), site, table.value)
        return Val(look, type(value) if isinstance(value, Kind) else None)

    @property
    def raw_tables(self) -> dict[int, list[int | None]]:
        """Values of lookups with None where there is no entry."""
        return self.__dict__.setdefault("_raw_tables", {})

    def _lookup_table(self, node: ast.AST, lookup: Lookup[Any, Any]) -> int:
        entries = {k if isinstance(k, tuple) else (k,): v for k, v in lookup.entries.items()}
        shapes = {tuple(type(p) for p in key) for key in entries}
        values = {type(v) for v in entries.values()}
        if len(shapes) != 1 or len(values) != 1:
            raise Fault(node, "a lookup mixes types", "give all its keys one type, and all its values")
        index: list[ir.Type] = []
        columns: list[list[Any]] = []
        for position, kind in enumerate(next(iter(shapes))):
            if issubclass(kind, Kind):
                members = self.context.kept(kind)
                index.append(self.type_of(KindDomain(kind, members)))
                columns.append(list(members))
            elif issubclass(kind, int):
                keys = [key[position] for key in entries]
                index.append(ir.IntType(min(keys), max(keys)))
                columns.append(list(range(min(keys), max(keys) + 1)))
            else:
                raise Fault(
                    node, "a lookup has keys of kinds and integers", "use Kind members or ints as keys"
                )
        value_kind = next(iter(values))
        value: ir.Type
        if issubclass(value_kind, Kind):
            value = self.type_of(KindDomain(value_kind, self.context.kept(value_kind)))
        elif issubclass(value_kind, bool):
            value = ir.BoolType()
        elif issubclass(value_kind, int):
            value = ir.IntType(min(entries.values()), max(entries.values()))
        else:
            raise Fault(node, "a lookup has values of kinds, integers and bools", "use one of them")
        grid: list[tuple[Any, ...]] = [()]
        for column in columns:
            grid = [(*head, item) for head in grid for item in column]
        raw: list[int | None] = []
        for key in grid:
            item = entries.get(key)
            raw.append(
                None if item is None else self.context.place(item) if isinstance(item, Kind) else int(item)
            )
        number = len(self.tables)
        self.raw_tables[number] = raw
        # A missing entry is out of the value's range by one: readers see an impossible value, checked as a site.
        missing = value.lo - 1
        cells = tuple(missing if v is None else v for v in raw)
        self.tables.append(ir.Table(f"lookup{number}", tuple(index), value, cells))
        return number
