"""Define a key of the language, mappings that are read by their keys, and shared kinds of value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar, overload

from dsl.keys.kinds import (
    LIST,
    MAPPING,
    TEXT,
    AnyKind,
    ByName,
    Either,
    Flag,
    Kind,
    ListOf,
    Plain,
    Schema,
    Shared,
    Test,
    Whole,
    Words,
    one_or_list,
    titled,
)
from dsl.model.documents import Mapping, Node, Scalar, Sequence
from dsl.records import Source, Span

T = TypeVar("T")


class Key(Generic[T]):
    """A key of a mapping: a field of the classes whose mappings have it.

    Attributes:
        kind: What may stand behind it.
        is_needed: Whether the mapping must have it.
        others: What other tools call it, where a near spelling does not tell.
        later: What it will be for, as a title; empty for a key that is supported.
        name: As authors write it: the name of the field, with `-` for `_`.
    """

    __slots__ = ("is_needed", "kind", "later", "name", "others")

    def __init__(
        self,
        kind: Kind[T],
        *,
        is_needed: bool = False,
        others: tuple[str, ...] = (),
        later: str = "",
        name: str = "",
    ) -> None:
        self.kind, self.is_needed, self.others = kind, is_needed, others
        self.later, self.name = later, name

    def __set_name__(self, owner: type, field: str) -> None:
        self.name = self.name or field.rstrip("_").replace("_", "-")

    @overload
    def __get__(self, keys: None, owner: type) -> Key[T]: ...
    @overload
    def __get__(self, keys: Keys, owner: type) -> T: ...
    def __get__(self, keys: Keys | None, owner: type) -> Key[T] | T:
        return self if keys is None else self.of(keys.node)

    def of(self, node: Node | HasKeys | None) -> T:
        """Return what a mapping says under the key, as checkers get it."""
        return self.kind.read(self.at(node))

    def at(self, node: Node | HasKeys | None) -> Node | None:
        """Return what stands under the key of a mapping, whatever shape it has."""
        if node is None or isinstance(node, Scalar | Sequence):
            return None
        return node.get(self.name)


AnyKey: TypeAlias = Key[Any]


class HasKeys(Protocol):
    """What keys can be read of: a mapping, or a card with the keys of its table."""

    def get(self, key: str, /) -> Node | None:
        """Return what stands under a key."""


EMPTY: Final = Mapping((), False, Span(Source("", ""), 0, 0))


class Keys:
    """A mapping of the language, read by the fields of a class: the rows of its keys.

    A class gives its mapping a title and the keys that it may have, in the order in which they
    are best written: its own, then those of its bases; with `own_last` the other way round.
    `form` is the kind of value that it is. A node of another shape is read as an empty mapping.
    """

    __slots__ = ("node",)
    form: ClassVar[Keyed]

    def __init_subclass__(
        cls,
        *,
        title: str,
        extra: AnyKind | None = None,
        fewest: int = 0,
        is_part: bool = False,
        own_last: bool = False,
    ) -> None:
        order = (*cls.__mro__[1:], cls) if own_last else cls.__mro__
        names = dict.fromkeys(
            name for each in order for name, key in vars(each).items() if isinstance(key, Key)
        )
        fields: dict[str, AnyKey] = {name: getattr(cls, name) for name in names}
        cls.form = Keyed(title, tuple(fields.values()), extra, fewest, is_part)

    def __init__(self, node: Node | HasKeys | None) -> None:
        self.node: HasKeys = EMPTY if node is None or isinstance(node, Scalar | Sequence) else node


class Keyed(Whole):
    """A mapping with keys of the language.

    Attributes:
        keys: In the order in which they are best written.
        extra: What further keys may hold, such as the attributes of a card; None for no others.
        fewest: How many entries it has at least.
        is_part: Whether several mappings make the whole, so that each may lack what is needed.
    """

    title: str
    keys: tuple[AnyKey, ...]
    extra: AnyKind | None = None
    fewest: int = 0
    is_part: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its keys."""
        return tuple(key.name for key in self.keys)

    def key(self, name: str) -> AnyKey:
        """Return the key of a name."""
        return next(key for key in self.keys if key.name == name)

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of the keys that the whole must have."""
        return tuple(key.name for key in self.keys if key.is_needed)

    def schema(self, file: str) -> Schema:
        found: Schema = titled(self.title) | {"type": "object"}
        if self.fewest:
            found["minProperties"] = self.fewest
        found["properties"] = {key.name: key.kind.schema(file) for key in self.keys}
        found["additionalProperties"] = False if self.extra is None else self.extra.schema(file)
        if self.needed and not self.is_part:
            found["required"] = [*self.needed]
        return found

    def test(self) -> Test:
        known = {key.name: key.kind.test() for key in self.keys}
        extra = _never if self.extra is None else self.extra.test()
        needed = frozenset(() if self.is_part else self.needed)
        fewest = self.fewest

        def test(value: Any) -> bool:
            if type(value) is not dict or len(value) < fewest or not needed <= value.keys():
                return False
            return all(known.get(key, extra)(each) for key, each in value.items())

        return test


def _never(value: Any) -> bool:
    return False


def walk(kind: AnyKind, seen: set[AnyKind]) -> Iterator[AnyKind]:
    """Yield a kind and all kinds inside it, parts first; none that was seen before."""
    if kind in seen:
        return
    seen.add(kind)
    for part in _parts(kind):
        yield from walk(part, seen)
    yield kind


def _parts(kind: AnyKind) -> tuple[AnyKind, ...]:
    match kind:
        case Shared(kind=inner):
            return (inner(),)
        case ListOf(item=inner) | ByName(value=inner):
            return (inner,)
        case Either(form=form, then=then, other=other):
            return form, then, other
        case Keyed(keys=keys, extra=extra):
            return (*(key.kind for key in keys), *(() if extra is None else (extra,)))
    return ()


COMMON: Final = "common"
TAG: Final = "^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
"""How tags of languages look."""
SCALARS: Final = ("string", "integer", "boolean")


def common(name: str, kind: Kind[T]) -> Shared[T]:
    """Return a kind that all files of schemas refer to."""
    return Shared(COMMON, name, lambda: kind)


# --- texts and names

PLAIN: Final = common("plain", Plain("text", ("string", "integer", "number", "boolean")))
LANGUAGES: Final = ByName("text-by-language", PLAIN, fewest=1, names=TAG)
WORDING: Final = common("text", Either(MAPPING, LANGUAGES, PLAIN))
TEXTS: Final = common("texts", one_or_list("list-of-texts", WORDING))
ORIGIN: Final = common("origin", ByName("texts-by-source", WORDING, fewest=1))
CARD_SOURCE: Final = common("cardSource", Either(MAPPING, ORIGIN, PLAIN))
NAME: Final = common("name", Plain("name", SCALARS))
NAMES: Final = common("names", one_or_list("list-of-names", NAME))

# --- numbers

FLAG: Final = common("flag", Flag())
COUNT: Final = common("count", Plain("whole-number", ("integer",), least=0))
ANY: Final = Words(("any",), title="")
COPIES_COUNT: Final = common("copies", Either(ANY, TEXT, COUNT, title="whole-number-or-any"))
MOST_SEED: Final = 2**64 - 1
SEED: Final = common("seed", Plain("seed", ("integer",), least=0, most=MOST_SEED))

# --- texts of the effect language

EXPRESSION: Final = common("expression", Plain("expression", SCALARS))
EXPRESSION_OR_NONE: Final = common("expressionOrNone", Plain("expression", (*SCALARS, "null")))
CONDITION: Final = common("onlyIf", EXPRESSION)
STEPS: Final = common("effect", Plain("steps", ("string",)))
TYPE: Final = common("signatureField", Plain("type", ("string",)))
LIMIT_TEXT: Final = common("limit", Plain("limit", ("string",)))
PATTERNS: Final = common("patterns", one_or_list("list-of-patterns", STEPS))
EXPRESSIONS: Final = common("attributeValue", one_or_list("list-of-expressions", EXPRESSION))
BY_UNIT: Final = ByName("numbers-by-unit", EXPRESSION)
CELL: Final = common("cellValue", Either(MAPPING, BY_UNIT, EXPRESSIONS))
NESTED: Final[Shared[Node | None]] = Shared(COMMON, "values", lambda: _NESTED)
_NESTED: Final[Either] = Either(LIST, ListOf("list-of-expressions", NESTED), EXPRESSION)
LETS: Final = common("lets", ByName("expressions-by-name", EXPRESSIONS))
OPTION_VALUES: Final = common("optionValues", ByName("values-by-option", EXPRESSIONS))
PIECES: Final = common("pieces", Plain("pieces", (*SCALARS, "array", "object")))
POSITION: Final = common("position", ByName("zones-and-state-by-name", PIECES))

# --- keys that many mappings have

LABELS: Final = ("description", "label", "title", "message")
DESCRIPTION: Final = Key(WORDING, others=LABELS)
ONLY_IF: Final = Key(CONDITION, others=("condition", "requires", "require", "if", "available"))
HIDDEN: Final = ("visible", "visibility", "visible-to", "hidden", "private", "public", "face")

# --- fields of kinds, players and the game

IS: Final = Key(TYPE, is_needed=True)
WATCHERS: Final = ("everyone", "owner", "others", "nobody")
SEEN: Final = Words(WATCHERS)


class AttributeKeys(Keys, title="field"):
    """An attribute, in its long form."""

    is_ = IS
    text = DESCRIPTION


class StateFieldKeys(Keys, title="field"):
    """A state, in its long form."""

    is_ = IS
    text = DESCRIPTION
    seen_by = Key(SEEN, others=HIDDEN)
    show = Key(FLAG)
    counts = Key(PATTERNS)


class GameStateKeys(StateFieldKeys, title="field"):
    """A state of the game, in its long form."""

    same = Key(EXPRESSIONS)


ATTRIBUTES: Final = common(
    "fields", ByName("fields-by-name", Either(MAPPING, AttributeKeys.form, TYPE))
)
STATE: Final = common(
    "stateFields", ByName("fields-by-name", Either(MAPPING, StateFieldKeys.form, TYPE))
)
STATE_OF_GAME: Final = common(
    "gameState", ByName("fields-by-name", Either(MAPPING, GameStateKeys.form, TYPE))
)
