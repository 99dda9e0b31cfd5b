"""Define the kinds of value that may stand behind a key.

A kind writes its JSON Schema and judges plain JSON values. Both come from the same fields, so
that a document fits the rows exactly if it fits the schemas.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeAlias, TypeVar

from dsl.diagnostics.wording import Said
from dsl.model.documents import Mapping, Node, Scalar, Sequence, flag_of, is_false, scalar_of
from dsl.records import Record

Schema: TypeAlias = dict[str, Any]
Test: TypeAlias = Callable[[Any], bool]

ADDRESS: Final = "https://cardwright.invalid/schemas/"


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


T_co = TypeVar("T_co", covariant=True)


class Kind(Record, Generic[T_co], eq=False):
    """What may stand as a value."""

    def schema(self, file: str) -> Any:
        """Return the JSON Schema, as it stands in a file."""
        raise NotImplementedError

    def test(self) -> Test:
        """Return the function that judges plain JSON values."""
        raise NotImplementedError

    def read(self, node: Node | None) -> T_co:
        """Return what checkers get of a node, which may be missing or of another shape."""
        raise NotImplementedError


AnyKind: TypeAlias = Kind[object]


class Lone(Kind["Scalar | None"]):
    """A value without parts, which is read as the text that says it."""

    def read(self, node: Node | None) -> Scalar | None:
        return scalar_of(node)


class Whole(Kind["Node | None"]):
    """A value that may have parts, which is read as it stands."""

    def read(self, node: Node | None) -> Node | None:
        return node


class Anything(Whole):
    """Any value: another check judges it."""

    def schema(self, file: str) -> Any:
        return True

    def test(self) -> Test:
        return lambda value: True


class Plain(Lone):
    """A value without parts.

    Attributes:
        title: What messages call it, a key of the catalogue; empty where it is never named.
        types: Which JSON types it can have.
        least, most: Bounds of a number.
        pattern: What a text looks like; empty for any.
    """

    title: str
    types: tuple[str, ...]
    least: int | None = None
    most: int | None = None
    pattern: str = ""

    def schema(self, file: str) -> Schema:
        types = self.types[0] if len(self.types) == 1 else [*self.types]
        bounds = {"minimum": self.least, "maximum": self.most, "pattern": self.pattern or None}
        found = titled(self.title) | {"type": types}
        return found | {name: bound for name, bound in bounds.items() if bound is not None}

    def test(self) -> Test:
        tests = [TYPES[each] for each in self.types]
        if self.pattern:
            pattern = re.compile(self.pattern)
            return lambda value: type(value) is str and pattern.search(value) is not None
        if self.least is not None or self.most is not None:
            least, most = self.least, self.most
            return lambda value: (
                any(test(value) for test in tests)
                and (least is None or value >= least)
                and (most is None or value <= most)
            )
        return tests[0] if len(tests) == 1 else lambda value: any(test(value) for test in tests)


def words_of(words: Iterable[object]) -> tuple[str, ...]:
    """Return words as authors write them: a truth as `true`."""
    return tuple(each if isinstance(each, str) else str(each).lower() for each in words)


class Flag(Kind["bool | None"]):
    """`true` or `false`."""

    def schema(self, file: str) -> Schema:
        return titled("flag") | {"type": "boolean"}

    def test(self) -> Test:
        return TYPES["boolean"]

    def read(self, node: Node | None) -> bool | None:
        return True if flag_of(node) else False if is_false(node) else None


class Words(Lone):
    """One of some words.

    Attributes:
        title: What to call them; empty where they are never named.
    """

    words: tuple[str | bool, ...]
    title: str = "one-of"

    def schema(self, file: str) -> Schema:
        return titled(self.title, words_of(self.words)) | {"enum": [*self.words]}

    def test(self) -> Test:
        allowed = {(type(word), word) for word in self.words}
        return lambda value: type(value) in (str, bool) and (type(value), value) in allowed


class ListOf(Whole):
    """A list.

    Attributes:
        fewest: How many items it has at least.
    """

    title: str
    item: AnyKind
    fewest: int = 0

    def schema(self, file: str) -> Schema:
        found = {**titled(self.title), "type": "array", "items": self.item.schema(file)}
        return found | ({"minItems": self.fewest} if self.fewest else {})

    def test(self) -> Test:
        item, fewest = self.item.test(), self.fewest
        return lambda value: (
            type(value) is list and len(value) >= fewest and all(item(each) for each in value)
        )


class ByName(Whole):
    """A mapping whose keys the author chooses.

    Attributes:
        fewest, most: How many entries it has.
        names: A pattern of its keys; empty for any.
    """

    title: str
    value: AnyKind
    fewest: int = 0
    most: int | None = None
    names: str = ""

    def schema(self, file: str) -> Schema:
        found: Schema = {**titled(self.title), "type": "object"}
        if self.fewest:
            found["minProperties"] = self.fewest
        if self.most is not None:
            found["maxProperties"] = self.most
        value = self.value.schema(file)
        if not self.names:
            return found | {"additionalProperties": value}
        return found | {"patternProperties": {self.names: value}, "additionalProperties": False}

    def test(self) -> Test:
        inner, fewest, most = self.value.test(), self.fewest, self.most
        names = re.compile(self.names)
        return lambda value: (
            type(value) is dict
            and len(value) >= fewest
            and (most is None or len(value) <= most)
            and all(names.search(key) is not None and inner(each) for key, each in value.items())
        )


class Either(Whole):
    """A short form and a long one.

    Attributes:
        form: The values that take `then`; all others take `other`.
        title: What to call both together; empty where each has a title of its own.
    """

    form: AnyKind
    then: AnyKind
    other: AnyKind
    title: str = ""

    def schema(self, file: str) -> Schema:
        parts = {"if": self.form, "then": self.then, "else": self.other}
        return titled(self.title) | {name: kind.schema(file) for name, kind in parts.items()}

    def test(self) -> Test:
        form, then, other = self.form.test(), self.then.test(), self.other.test()
        return lambda value: then(value) if form(value) else other(value)


class Having(Whole):
    """A mapping that has some keys, whatever else it has."""

    title: str
    names: tuple[str, ...]

    def schema(self, file: str) -> Schema:
        return {**titled(self.title), "type": "object", "required": [*self.names]}

    def test(self) -> Test:
        names = frozenset(self.names)
        return lambda value: type(value) is dict and names <= value.keys()


class Shared(Kind[T_co], Generic[T_co]):
    """A kind that is written once, in a file of schemas, and referred to elsewhere.

    Attributes:
        kind: Returns it, so that it can have itself as a part.
    """

    file: str
    name: str
    kind: Callable[[], Kind[T_co]]

    def read(self, node: Node | None) -> T_co:
        return self.kind().read(node)

    def schema(self, file: str) -> Schema:
        return {"$ref": f"{address(self.file) if file != self.file else ''}#/$defs/{self.name}"}

    def test(self) -> Test:
        if self not in _TESTS:
            _TESTS[self] = lambda value: _TESTS[self](value)  # while it is a part of itself
            _TESTS[self] = self.kind().test()
        return _TESTS[self]


def plain_kind(kind: AnyKind) -> AnyKind:
    """Return a kind itself, where it is one that files share."""
    while isinstance(kind, Shared):
        kind = kind.kind()
    return kind


def fits_form(node: Node, form: AnyKind) -> bool:
    """Return whether a node has the form of a short or long way to write something."""
    match form:
        case Having(names=names):
            return isinstance(node, Mapping) and all(node.get(name) for name in names)
        case Plain(types=("object",)):
            return isinstance(node, Mapping)
        case Plain(types=("array",)):
            return isinstance(node, Sequence)
    return isinstance(node, Scalar)


_TESTS: Final[dict[Shared[Any], Test]] = {}


def address(file: str) -> str:
    """Return the address of a file of schemas."""
    return f"{ADDRESS}{file}.schema.json"


def title_of(title: str, words: tuple[str, ...] = ()) -> Said:
    """Return what messages call a kind of value: the text of a key, which words may fill."""
    return Said(f"title.{title}", words=words)


def titled(title: str, words: tuple[str, ...] = ()) -> Schema:
    """Return the title of a schema."""
    return {"title": title_of(title, words)} if title else {}


MAPPING: Final = Plain("", ("object",))
LIST: Final = Plain("", ("array",))
TEXT: Final = Plain("", ("string",))
NOTHING: Final = Plain("", ("null",))
ANYTHING: Final = Anything()


def one_or_list(title: str, item: AnyKind, fewest: int = 0) -> Either:
    """Return a value, or a list of such values."""
    return Either(LIST, ListOf(title, item, fewest), item)
