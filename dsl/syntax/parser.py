"""Turn the effect texts, expressions and signatures of a package into trees.

Every function takes the scalar as it stands in the file and returns None after a diagnostic: one
text reports one mistake, and the next text is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from lark.exceptions import UnexpectedInput
from msgspec.structs import replace

from dsl.diagnostics.diagnostic import Report
from dsl.diagnostics.wording import nearest
from dsl.model.documents import NAME, Scalar
from dsl.syntax import statements, trees
from dsl.syntax.build_trees import (
    Context,
    ParseTree,
    build_expression,
    build_optional,
    build_pattern,
    build_quantity,
    build_steps,
    build_token,
    build_word,
)
from dsl.syntax.grammar import RESERVED, engine
from dsl.syntax.limits import NAME_CHARACTERS
from dsl.syntax.mistakes import AS_NAME
from dsl.syntax.scan import Problem, scan
from dsl.syntax.syntax_problem import problem_of

TYPE_WORDS = ("list", "set", "bag", "amount", "def", "zone")


def build_type(tree: ParseTree, context: Context) -> trees.TypeTree:
    """Return the node of a type."""
    context.enter(tree)
    if tree.data == "range_type":
        low, high = (int(token) for token in tree.children)
        word = trees.Word("range", context.span(tree))
        node = trees.TypeTree(word, None, low, high, context.span(tree))
    else:
        inner = build_type(tree.children[1], context) if tree.data == "wrapped_type" else None
        _check_type_word(tree)
        is_either = tree.data == "either_type"
        word, *more = (build_token(c, context) for c in tree.children[: 1 + is_either])
        node = trees.TypeTree(word, inner, None, None, context.span(tree), *more)
    context.leave()
    return node


def _check_type_word(tree: ParseTree) -> None:
    """Refuse a word before `of` that makes no type."""
    token = tree.children[0]
    if tree.data in ("named_type", "either_type") or token.type == "MAYBE" or token in TYPE_WORDS:
        return
    near = nearest(token, TYPE_WORDS)
    key = "unknown-type-word.near" if near else "unknown-type-word.far"
    words = tuple(TYPE_WORDS)
    raise Problem(key, token.start_pos, token.end_pos, word=token, near=near, words=words)


def _slot(tree: ParseTree, preposition: str | None, context: Context) -> trees.Slot:
    """Return one typed name."""
    kind, name, default = tree.children
    return trees.Slot(
        preposition,
        build_type(kind, context),
        build_word(name, context),
        build_optional(default, context),
        context.span(tree),
    )


def _slots(tree: ParseTree | None, context: Context) -> tuple[trees.Slot, ...]:
    """Return the slots between brackets."""
    return () if tree is None else tuple(_slot(child, None, context) for child in tree.children)


def build_event_signature(tree: ParseTree, context: Context) -> trees.EventSignature:
    """Return the signature of an event."""
    name, first, *others, result = tree.children
    slots = [] if first is None else [_slot(first.children[0], None, context)]
    for other in others:
        preposition, bracketed = other.children
        word = preposition.children[0]
        if word == "by":
            raise Problem("effect-syntax.by-slot", word.start_pos, word.end_pos)
        slots.append(_slot(bracketed.children[0], str(word), context))
    kind = None if result is None else build_type(result, context)
    return trees.EventSignature(build_word(name, context), tuple(slots), kind, context.span(tree))


def build_value_signature(tree: ParseTree, context: Context) -> trees.ValueSignature:
    """Return the signature of a value."""
    name, slots, result = tree.children
    kind = None if result is None else build_type(result, context)
    return trees.ValueSignature(
        build_word(name, context), _slots(slots, context), kind, context.span(tree)
    )


def build_field(tree: ParseTree, context: Context) -> trees.Field:
    """Return a field without the words behind its default, which are read apart."""
    kind, slots, default = tree.children
    return trees.Field(
        build_type(kind, context),
        build_optional(default, context),
        None,
        False,
        context.span(tree),
        _slots(slots, context),
    )


def build_loop(tree: ParseTree, context: Context) -> tuple[trees.Word, trees.Expression]:
    """Return the name and the source of `x in xs`."""
    name, source = tree.children
    return build_word(name, context), build_expression(source, context)


TREES_KEPT: Final = 4096
_TAIL = re.compile(
    rf"\s+until\s+(?P<until>{NAME.pattern})(?P<both>\s+keep)?\s*$|\s+(?P<keep>keep)\s*$"
)
_KEYWORD = re.compile(rf"\s*(?P<word>{NAME.pattern})(?:\s+(?P<number>[\w(].*?))?\s*", re.DOTALL)
_PER = re.compile(rf"\s+per\s+(?P<scope>{NAME.pattern})\s*$")


_READ: Final[ContextVar[dict[Scalar, str] | None]] = ContextVar("texts that are read", default=None)


NO_NAMES: Final[Mapping[str, frozenset[str]]] = MappingProxyType({})
_NAMES: Final[ContextVar[Mapping[str, frozenset[str]]]] = ContextVar("names", default=NO_NAMES)


@contextmanager
def named(names: Mapping[str, frozenset[str]]) -> Iterator[None]:
    """Read texts inside with later keywords as names, in the texts of each package its own."""
    token = _NAMES.set(names)
    try:
        yield
    finally:
        _NAMES.reset(token)


@contextmanager
def texts_read() -> Iterator[dict[Scalar, str]]:
    """Yield the texts that are read inside without a mistake, each with what it is."""
    found: dict[Scalar, str] = {}
    token = _READ.set(found)
    try:
        yield found
    finally:
        _READ.reset(token)


def is_heard() -> bool:
    """Return whether somebody wants to know which texts are read."""
    return _READ.get() is not None


def parse_steps(scalar: Scalar, report: Report) -> tuple[statements.Step, ...] | None:
    """Return the steps of an effect."""
    return _parse(scalar, report, "effect")


def parse_expression(scalar: Scalar, report: Report) -> trees.Expression | None:
    """Return an expression."""
    return _parse(scalar, report, "expression")


def parse_quantified(
    scalar: Scalar, report: Report
) -> tuple[statements.Quantity | None, trees.Expression] | None:
    """Return how many and from what: `any number of usable(me)`, `up to 2 xs`, `me.hand`."""
    return _parse(scalar, report, "quantified")


def parse_loop(scalar: Scalar, report: Report) -> tuple[trees.Word, trees.Expression] | None:
    """Return the name and the source of a `for:`, as in `c in player.field where tapped`."""
    return _parse(scalar, report, "loop")


def parse_keyword(
    scalar: Scalar, report: Report
) -> tuple[trees.Name, trees.Expression | None] | None:
    """Return a keyword that a card has, and its number behind it: `flying`, `ward 2`; None, with no
    diagnostic, where no word comes first."""
    found = _KEYWORD.fullmatch(scalar.text)
    if found is None:
        return None
    word = trees.Name(found["word"], scalar.part(*found.span("word")))
    number = None
    if found["number"] is not None:
        first, last = found.span("number")
        inner = Scalar.at(found["number"], True, scalar.part(first, last), scalar.offsets[first:])
        number = _parse(inner, report, "expression")
    read = _READ.get()
    if read is not None:
        read[scalar] = "keyword"
    return word, number


_TIMES: Final = MappingProxyType({"once": 1, "twice": 2, "thrice": 3})
"""What people write for the number of a limit."""


def parse_limit(scalar: Scalar, report: Report) -> tuple[trees.Expression, trees.Word] | None:
    """Return the number and the scope of a `limit:`, as in `3 per turn`."""
    found = _PER.search(scalar.text)
    if found is None:
        report.add("effect-syntax.no-per", scalar.span)
        return None
    scope = trees.Word(found["scope"], scalar.part(*found.span("scope")))
    word = scalar.text[: found.start()].strip()
    if word in _TIMES:
        at = scalar.text.index(word)
        span = scalar.part(at, at + len(word))
        number = _TIMES[word]
        report.add("wrong-shape.times", span, word=word, number=number, scope=scope.text)
        return None
    number = _parse(scalar, report, "expression", found.start())
    return None if number is None else (number, scope)


def parse_event_signature(scalar: Scalar, report: Report) -> trees.EventSignature | None:
    """Return the signature of an event: `draw (int n) -> list of card`."""
    return _parse(scalar, report, "event_signature")


def parse_value_signature(scalar: Scalar, report: Report) -> trees.ValueSignature | None:
    """Return the signature of a value: `legal(player p) -> list of dream`."""
    return _parse(scalar, report, "value_signature")


def parse_type(scalar: Scalar, report: Report) -> trees.TypeTree | None:
    """Return a type: `maybe player`, `list of slot`, `2..4`."""
    return _parse(scalar, report, "type_")


def parse_field(scalar: Scalar, report: Report) -> trees.Field | None:
    """Return a field of state or an attribute: `bool = false until act`, `int = 0 keep`."""
    found = _TAIL.search(scalar.text)
    until, keep, end = None, False, None
    if found is not None:
        end = found.start()
        keep = bool(found["both"] or found["keep"])
        if found["until"]:
            until = trees.Word(found["until"], scalar.part(*found.span("until")))
    field = _parse(scalar, report, "field", end)
    return None if field is None else replace(field, until=until, keep=keep)


def parse_pattern(scalar: Scalar, report: Report) -> trees.Pattern | None:
    """Return what a trigger, replacement or forbid listens to: `die self`."""
    return _parse(scalar, report, "pattern")


def parse_name(scalar: Scalar, report: Report) -> trees.Word | None:
    """Return a name that a definition may have, or that counts as declared after its error."""
    word = trees.Word(scalar.text, scalar.span)
    if scalar.text in RESERVED:
        report.add("reserved-word.name", word.span, word=word.text)
        report.taken.add(word.text)
        return word
    if NAME.fullmatch(scalar.text) is None:
        report.add("bad-name.spelling", word.span, name=_short(word.text))
        return None
    if len(scalar.text) > NAME_CHARACTERS:
        name, length = _short(word.text), len(word.text)
        report.add("bad-name.too-long", word.span, name=name, length=length, most=NAME_CHARACTERS)
        return None
    return word


def _short(text: str) -> str:
    """Return a text, or its beginning where it is long."""
    line = text.replace("\n", " ")
    return line if len(line) <= 40 else f"{line[:39]}…"


def _build_quantified(
    tree: ParseTree, context: Context
) -> tuple[statements.Quantity | None, trees.Expression]:
    """Return the parts of a quantified source."""
    quantity, source = tree.children
    return build_quantity(quantity, context), build_expression(source, context)


def _build_effect(tree: ParseTree, context: Context) -> tuple[statements.Step, ...]:
    """Return the steps of an effect."""
    return build_steps(tree.children, context)


def _build_only(tree: ParseTree, context: Context) -> trees.Expression:
    """Return the expression that a text is."""
    return build_expression(tree.children[0], context)


_BUILDERS: Final[dict[str, Callable[[ParseTree, Context], Any]]] = {
    "effect": _build_effect,
    "expression": _build_only,
    "quantified": _build_quantified,
    "loop": build_loop,
    "event_signature": build_event_signature,
    "value_signature": build_value_signature,
    "type_": build_type,
    "field": build_field,
    "pattern": build_pattern,
}


def _parse(scalar: Scalar, report: Report, start: str, end: int | None = None) -> Any:
    """Return what a text says, or None after a diagnostic.

    Args:
        end: Where the part to parse ends; None for the whole text.
    """
    names = _NAMES.get().get(scalar.span.source.package, frozenset())
    found = _tree_of(scalar, start, end, names)
    if isinstance(found, Problem):
        found.report_to(report, scalar)
        if start.endswith("_signature") and found.key == AS_NAME:
            report.taken.add(found.slots["word"])
        return None
    read = _READ.get()
    if read is not None:
        read[scalar] = start
    return found


@lru_cache(maxsize=TREES_KEPT)
def _tree_of(scalar: Scalar, start: str, end: int | None, names: frozenset[str]) -> Any:
    """Return what a text says, or what is wrong with it; a game and its variants share texts."""
    try:
        clean = scan(scalar.text[:end], start == "effect")
        return _BUILDERS[start](_read(clean, start, names), Context(scalar))
    except Problem as problem:
        return problem.with_traceback(None)


def forget() -> None:
    """Forget the texts that were read before."""
    _tree_of.cache_clear()
    _read.cache_clear()


@lru_cache(maxsize=TREES_KEPT)
def _read(clean: str, start: str, names: frozenset[str] = frozenset()) -> ParseTree:
    """Return the lark tree of a scanned text; many texts of a package say the same."""
    try:
        return engine(names).parse(clean, start=start)
    except UnexpectedInput as error:
        raise problem_of(error, clean) from None
