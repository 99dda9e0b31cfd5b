"""Rewrite what plain Python does quickest by other means than machine code: no slices to compare,
no maps and sets made for one look, constants made once."""

from __future__ import annotations

import ast
from typing import Any

from cardwright.compiled.inferred import FRAME, TUPLE
from cardwright.compiled.settled import change_bodies

HELPERS = """
def all_within(row: list[bool], places: list[int], cards: Any) -> bool:
    last = len(row) - 1
    for card in cast(tuple[int, ...], cards):
        place = places[card]
        if place >= last or not row[place]:
            return False
    return True

def is_within(row: list[bool], place: int) -> bool:
    return place < len(row) - 1 and row[place]

def without(cards: list[int], gone: int) -> list[int]:
    kept = cards.copy()
    place = 0
    for card in cast(list[Any], kept):
        if cast(int, card) == gone:
            break
        place += 1
    kept.pop(place)
    return kept

class Row:
    def __init__(self, source: Any) -> None:
        self.source = source
        self.known: list[Any] = [None] * len(source.match.entity_definitions)

def row_of(rows: dict[Any, Row], tables: Any, key: Any) -> Row:
    row = rows.get(key)
    if row is None:
        row = rows[key] = Row(tables[key])
    return row

def entry(row: Row, definition: int) -> Any:
    found = row.known[definition]
    if found is None:
        found = row.known[definition] = row.source[definition]
    return found
"""
"""Small functions that rewritten source calls. A `Row` is a table of what a value gives, by
definition (see `interpreter.compile.tabled`). A row of `rows` says of each zone whether somebody
sees what lies there; its last place is that of what lies nowhere (-1)."""


class Rewritten(ast.NodeTransformer):
    """Rewrites a module.

    Attributes:
        constants: What is made of constants only and kept, by its names.
        tables: Names of the tables of what values give.
    """

    def __init__(self) -> None:
        self.constants: dict[str, ast.expr] = {}
        self.tables: set[str] = set()

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node:
            case ast.Compare(
                place, [ast.In() | ast.NotIn() as way], [ast.Subscript(ast.Name("shown"), seat)]
            ):
                found = _call("is_within", _row(seat), self.visit(place))
                return found if isinstance(way, ast.In) else ast.UnaryOp(ast.Not(), found)
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or not node.elts:
            return self.generic_visit(node)
        if _is_constant(node):
            return self._kept(node)
        self.generic_visit(node)
        if len(node.elts) > _FEW:
            node.elts = [
                self._kept(part) if type(getattr(part, "value", None)) is int else part
                for part in node.elts
            ]
        return node

    def _kept(self, node: ast.expr) -> ast.expr:
        """Return the name of a constant that is made once."""
        for known, other in self.constants.items():
            if ast.dump(other) == ast.dump(node):
                return ast.Name(known, ast.Load())
        name = f"constant_{len(self.constants)}"
        self.constants[name] = node
        return ast.Name(name, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(
                ast.Attribute(ast.Subscript(ast.Name("shown"), seat), "issuperset"),
                [ast.Call(ast.Name("map"), [ast.Attribute(places, "__getitem__"), cards])],
            ):
                return _call("all_within", _row(seat), places, cards)
            case ast.Call(ast.Name("ask_of"), [ast.Tuple(elts=parts)]):
                return _call("Ask", *(self.visit(part) for part in parts))
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node.value:
            case ast.Name(name) if name.startswith("tables_"):
                self.tables.add(name)
                rows = ast.Name(f"rows_of_{name}", ast.Load())
                return _call("row_of", rows, node.value, node.slice)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        change_bodies(node, _without_copies)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(
                ast.Attribute(ast.Attribute() as stack, "extend"), [ast.Tuple(elts=parts)]
            ):
                add = ast.Attribute(stack, "append", ast.Load())
                done = [ast.Expr(ast.Call(add, [part], [])) for part in parts]
                return [self.generic_visit(each) for each in done]
        return self.generic_visit(node)

    def types(self) -> dict[str, str]:
        """Return the types of the constants."""
        return {name: _type_of(node) for name, node in self.constants.items()}

    def lines(self, zones: int) -> list[str]:
        """Return the lines that make what the rewritten module uses.

        Args:
            zones: How many the table and the players have.
        """
        places = f"(*range({zones}), -1)"
        return [
            HELPERS,
            *(f"rows_of_{name}: Final[dict[Any, Row]] = {{}}" for name in sorted(self.tables)),
            "rows: Final[list[list[bool]]] = "
            f"[[zone in seen for zone in {places}] for seen in namespace['shown']]",
            *(
                f"{name}: Final[{_type_of(node)}] = cast(Any, {ast.unparse(node)})"
                for name, node in self.constants.items()
            ),
        ]


_FEW = 3
"""Longer tuples than this are made of objects that are there."""


def _type_of(node: ast.expr) -> str:
    """Return the type of a constant that is kept."""
    if not isinstance(node, ast.Tuple):
        return "Any"
    return TUPLE if all(type(getattr(e, "value", None)) is int for e in node.elts) else FRAME


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _row(seat: ast.expr) -> ast.expr:
    return ast.Subscript(ast.Name("rows", ast.Load()), seat, ast.Load())


def _without_copies(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements that make a list without an element at once, not a copy to take it out."""
    done: list[ast.stmt] = []
    for statement in body:
        match (done[-1] if done else None, statement):
            case (
                ast.Assign([ast.Name(left), target], ast.Call(ast.Attribute(cards, "copy"))),
                ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "remove"), [card])),
            ) if left == name:
                done[-1] = ast.Assign([target], _call("without", cards, card))
            case _:
                done.append(statement)
    return done


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    is_sign = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return isinstance(node.operand if is_sign else node, ast.Constant)  # type: ignore[attr-defined]
