"""Answer at a glance whether values have the shape that a schema asks for.

Nearly every document has. What is wrong with one that has not is the library's to say
(`schema.py`), which takes ten times as long.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Test: TypeAlias = Callable[[Any], bool]
LookUp: TypeAlias = Callable[[str], Any]
"""What a reference means."""

SILENT: Final = frozenset({"title", "description", "$id", "$defs", "$schema"})
"""Keywords that ask for nothing."""


def _is_integer(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


TYPES: Final[abc.Mapping[str, Test]] = {
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "string": lambda value: type(value) is str,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "integer": _is_integer,
    "number": lambda value: type(value) is int or type(value) is float,
}


class Fitting:
    """The tests of schemas, each made once."""

    def __init__(self, part: LookUp) -> None:
        self._part = part
        self._known: dict[str, Test] = {}

    def test(self, reference: str) -> Test:
        """Return whether values fit what a reference means."""
        if reference not in self._known:
            self._known[reference] = lambda value: self._known[reference](value)  # within itself
            self._known[reference] = self._of(self._part(reference))
        return self._known[reference]

    def _of(self, schema: Any) -> Test:
        """Return the test of a part of a schema."""
        if isinstance(schema, bool):
            return lambda value: schema
        tests = [
            MAKERS[key](self, asked, schema) for key, asked in schema.items() if key not in SILENT
        ]
        if len(tests) == 1:
            return tests[0]
        if len(tests) == 2:
            first, second = tests
            return lambda value: first(value) and second(value)
        return lambda value: all(test(value) for test in tests)

    def _type(self, asked: str | list[str], schema: Any) -> Test:
        if isinstance(asked, str):
            return TYPES[asked]
        tests = [TYPES[each] for each in asked]
        return lambda value: any(test(value) for test in tests)

    def _reference(self, asked: str, schema: Any) -> Test:
        return self.test(asked)

    def _entries(self, asked: Any, schema: Any) -> Test:
        """Return the test of `properties`, `patternProperties` and `additionalProperties`."""
        if asked is not next(schema[key] for key in ENTRIES if key in schema):
            return lambda value: True  # the first of them has tested all
        known = {name: self._of(each) for name, each in schema.get("properties", {}).items()}
        patterns = [
            (re.compile(pattern), self._of(each))
            for pattern, each in schema.get("patternProperties", {}).items()
        ]
        more = self._of(schema.get("additionalProperties", True))

        def test(value: Any) -> bool:
            if type(value) is not dict:
                return True
            for key, each in value.items():
                found = [test for pattern, test in patterns if pattern.search(key)]
                found += [known[key]] if key in known else []
                if not all(test(each) for test in found or (more,)):
                    return False
            return True

        def quick(value: Any) -> bool:
            if type(value) is dict:
                for key, each in value.items():
                    if not known.get(key, more)(each):
                        return False
            return True

        return test if patterns else quick

    def _items(self, asked: Any, schema: Any) -> Test:
        test = self._of(asked)
        return lambda value: type(value) is not list or all(test(each) for each in value)

    def _condition(self, asked: Any, schema: Any) -> Test:
        holds, then = self._of(asked), self._of(schema.get("then", True))
        otherwise = self._of(schema.get("else", True))
        return lambda value: then(value) if holds(value) else otherwise(value)

    def _branch(self, asked: Any, schema: Any) -> Test:
        return lambda value: True  # `if` has tested it

    def _required(self, asked: list[str], schema: Any) -> Test:
        names = frozenset(asked)
        return lambda value: type(value) is not dict or names <= value.keys()

    def _enum(self, asked: list[Any], schema: Any) -> Test:
        allowed = {(type(each), each) for each in asked}
        if not {type(each) for each in asked} <= {str, bool, type(None)}:
            raise TypeError("an enum of numbers")
        return lambda value: type(value) in SCALARS and (type(value), value) in allowed

    def _pattern(self, asked: str, schema: Any) -> Test:
        pattern = re.compile(asked)
        return lambda value: type(value) is not str or pattern.search(value) is not None

    def _minimum(self, asked: int, schema: Any) -> Test:
        return lambda value: type(value) not in (int, float) or value >= asked

    def _maximum(self, asked: int, schema: Any) -> Test:
        return lambda value: type(value) not in (int, float) or value <= asked

    def _least(self, asked: int, schema: Any) -> Test:
        return lambda value: type(value) is not list or len(value) >= asked

    def _fewest(self, asked: int, schema: Any) -> Test:
        return lambda value: type(value) is not dict or len(value) >= asked

    def _most(self, asked: int, schema: Any) -> Test:
        return lambda value: type(value) is not dict or len(value) <= asked


ENTRIES: Final = ("properties", "patternProperties", "additionalProperties")
SCALARS: Final = frozenset({str, bool, type(None)})
MAKERS: Final[abc.Mapping[str, Callable[[Fitting, Any, Any], Test]]] = {
    "$ref": Fitting._reference,
    "type": Fitting._type,
    **dict.fromkeys(ENTRIES, Fitting._entries),
    "items": Fitting._items,
    "if": Fitting._condition,
    "then": Fitting._branch,
    "else": Fitting._branch,
    "required": Fitting._required,
    "enum": Fitting._enum,
    "pattern": Fitting._pattern,
    "minimum": Fitting._minimum,
    "maximum": Fitting._maximum,
    "minItems": Fitting._least,
    "minProperties": Fitting._fewest,
    "maxProperties": Fitting._most,
}
"""Every keyword that our schemas use; another one would not be found here."""
