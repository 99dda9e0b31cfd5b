"""Say what the comparisons of the language mean for values that have an order of their own."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
