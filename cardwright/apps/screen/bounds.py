"""Answer what is asked of an option in numbers: the price of what may be bought for so much.

Where a choice is from what is cheap enough (`supply where price <= purse(me)`), the attribute that
must not be too large is what options differ in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.model import expressions as e
from dsl.model.game import Game
from dsl.model.slots import conjuncts
from dsl.model.steps import Formula

_AT_MOST: Final = ("<=", "<")
_AT_LEAST: Final = (">=", ">")
_PAYABLE: Final = "payable"


def bound_of(source: e.Expression, game: Game) -> e.AttributeRead | None:
    """Return the attribute of its elements that a list bounds by what can change, the first one."""
    while isinstance(source, e.Filter):
        found = next(_bounded(source.condition, source.slot, game, 0), None)
        if found is not None:
            return found
        source = source.source
    return None


def _bounded(
    condition: e.Expression, slot: int, game: Game, depth: int
) -> Iterator[e.AttributeRead]:
    """Yield the attributes of a local that a condition bounds, those of values it calls too."""
    for part in conjuncts(condition):
        small, large = _sides(part)
        if isinstance(small, e.AttributeRead) and _is(small.of, slot):
            if not isinstance(large, e.Constant):
                yield small
        elif isinstance(part, e.ValueCall) and depth == 0:
            places = [n for n, each in enumerate(part.arguments) if _is(each, slot)]
            for value in game.values.get(part.value, ()) if places else ():
                if isinstance(value.body, Formula):
                    yield from _bounded(value.body.expression, places[0], game, depth + 1)


def _sides(part: e.Expression) -> tuple[e.Expression | None, e.Expression | None]:
    """Return what must not be more, and than what."""
    if isinstance(part, e.Compare) and part.operator in _AT_MOST:
        return part.left, part.right
    if isinstance(part, e.Compare) and part.operator in _AT_LEAST:
        return part.right, part.left
    if isinstance(part, e.Primitive) and part.name == _PAYABLE:
        return part.arguments[1], part.arguments[0]
    return None, None


def _is(expression: e.Expression, slot: int) -> bool:
    return isinstance(expression, e.Local) and expression.slot == slot
