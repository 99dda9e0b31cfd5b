"""Say what a program knows of the types in its generated module."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cardwright.compiled.inferred import ANY, BOOL, INT, MAYBE
from dsl.model.types import (
    BOOL as TRUTH,
)
from dsl.model.types import (
    INT as NUMBER,
)
from dsl.model.types import (
    PLAYER,
    DefinitionType,
    EntityType,
    EnumType,
    Maybe,
    Type,
    ZoneType,
)
from interpreter.compile.layout import OWN_FIELDS, OWN_SEAT_FIELDS, ROUND
from interpreter.compile.program import Program


def python_type(type_: Type) -> str:
    """Return the annotation of what has a type of the language."""
    if isinstance(type_, Maybe):
        return MAYBE if python_type(type_.of) == INT else ANY
    if type_ == TRUTH:
        return BOOL
    is_number = type_ in (NUMBER, PLAYER)
    is_number = is_number or isinstance(type_, EnumType | EntityType | DefinitionType | ZoneType)
    return INT if is_number else ANY


def fields_of(program: Program) -> Callable[[ast.expr], str]:
    """Return a function that gives the type of what lies at a place of the state, as it is written:
    a number, or that of a seat's first field plus the seat by its size."""
    layout = program.layout
    table = dict.fromkeys(range(OWN_FIELDS), MAYBE) | {ROUND: INT}
    seat = dict.fromkeys(range(OWN_SEAT_FIELDS), ANY)
    for fields, places, found in (
        (layout.table_fields, layout.table, table),
        (layout.seat_fields, layout.seat, seat),
    ):
        for field in fields:
            type_ = python_type(field.type)
            is_open = type_ == INT and (field.is_set_up or field.default is None)
            found[places[field.key]] = MAYBE if is_open else type_

    def field_at(place: ast.expr) -> str:
        match place:
            case ast.Constant(value=int(number)) if number < layout.seat_base:
                return table.get(number, ANY)
            case ast.BinOp(
                ast.Constant(value=int(number)),
                ast.Add(),
                ast.BinOp(_, ast.Mult(), ast.Constant(value=size)),
            ) if size == layout.seat_size:
                return seat.get(number - layout.seat_base, ANY)
        return ANY

    return field_at


def has_slots(program: Program) -> bool:
    """Return whether a place of a zone can be vacant."""
    return any(family.slots is not None for family in program.families)
