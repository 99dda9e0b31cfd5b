"""Report in plain words, at the narrowest place, how a document departs from its schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from dsl.check.texts.replaced import help_for_replaced
from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.files import OTHERS
from dsl.model.documents import Entry, Mapping, Node, Scalar, Sequence
from dsl.records import Span
from dsl.syntax.scan import NUMBER_WORDS, number_at

CORE: Final[tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...]] = (
    (re.compile(r"|~|null|Null|NULL"), lambda text: None),
    (re.compile(r"true|True|TRUE"), lambda text: True),
    (re.compile(r"false|False|FALSE"), lambda text: False),
    (re.compile(r"[-+]?(?:0|[1-9][0-9]{0,19})"), int),
    (re.compile(r"[-+]?(\.[0-9]+|(?:0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?"), float),
)


def image_of(node: Node) -> Any:
    """Return a node as JSON values; only plain scalars can be anything but texts."""
    if isinstance(node, Mapping):
        return {entry.key.text: image_of(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [image_of(item) for item in node.items]
    if node.is_plain:
        for pattern, read in CORE:
            if pattern.fullmatch(node.text):
                return read(node.text)
    return node.text


def place_of(root: Node, path: Iterable[str | int]) -> tuple[Node, Entry | None]:
    """Return the node at a path of keys and indexes, and the entry it is the value of, if any."""
    node: Node = root
    entry: Entry | None = None
    for step in path:
        if isinstance(node, Mapping):
            entry = node.entry(str(step))
            if entry is None:
                return node, None
            node = entry.value
        elif isinstance(node, Sequence) and isinstance(step, int):
            node, entry = node.items[step], None
    return node, entry


TRUTHS: Final = {"yes": "true", "on": "true", "no": "false", "off": "false"}
PARAMETER: Final = re.compile(r"([\w-]+) (?:from|in) ([^,:{}\[\]\n]+)")
"""A parameter as a step says it, where its list can stand between braces."""
PLAYERS: Final = re.compile(r"[0-9]+(-[0-9]+)?")
WAITING: Final = ("after", "before", "instead")
MOST_TOLD: Final = 32
"""The most keys that a help names: more are no help."""
OTHER_KEYS: Final = ("when", "on", "if", "event")
"""What people write for what a rule waits for; reported as keys that do not belong."""

OF_CARDS: Final = ("attribute", "attributes", "state")
"""What people would have a modifier change, which changes values alone."""

PARTS_OF_IS: Final = {
    "": ("type",),
    " = ": ("default", "start", "initial", "value"),
    " until ": ("until", "resets", "reset"),
}
"""What others say in keys of their own and `is` says in one, by what stands before it there."""
SAID_BY_IS: Final = frozenset(word for words in PARTS_OF_IS.values() for word in words)

STEPS, EXPRESSION = "title.steps", "title.expression"
NUMBERS: Final = ("title.whole-number", "title.whole-number-or-any", "title.seed")
"""Titles of kinds of value."""

Rule = Callable[[Any, Node, "Entry | None", Report], None]


def report_violation(error: Any, root: Node, report: Report) -> None:
    """Report one violation that the validator found."""
    node, entry = place_of(root, error.absolute_path)
    RULES.get(error.validator, _other)(error, node, entry, report)


def _unknown_keys(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report every key that does not belong here."""
    known = sorted(error.schema.get("properties", {}))
    patterns = list(error.schema.get("patternProperties", {}))
    if not isinstance(node, Mapping):
        return
    for each in node.entries:
        word = each.key.text
        if word not in known and not any(re.search(pattern, word) for pattern in patterns):
            gone = help_for_replaced(word, known, node)
            near = nearest(word, known) if gone is None else None
            helps = (Instead.of(near, word),) if near else _meant(word, known)
            if word in OTHER_KEYS:
                helps = _other_key_helps(word, known, node) or helps
            if word == "zones" and "state" in known and entry is not None:
                owner = "player" if entry.key.text == "players" else entry.key.text
                helps = (Said("help.zones-of-owner", owner=owner),)
            if word in OF_CARDS and {"value", "to"} <= {*known}:
                helps = (Said("help.write-value-of-cards"),)
            if word in SAID_BY_IS and "is" in known:
                entries = node.entries if isinstance(node, Mapping) else ()
                said = {e.key.text: e.value.text for e in entries if isinstance(e.value, Scalar)}
                parts = ("is", *PARTS_OF_IS[""])
                found = next((said[word] for word in parts if word in said), "int")
                for before, words in PARTS_OF_IS.items():
                    part = next((said[word] for word in words if word in said), None)
                    found += f"{before}{part}" if before and part is not None else ""
                helps = (Said("help.write-found", found=found),)
            helps = helps if gone is None else (gone,)
            title = error.schema.get("title")
            where = "" if error.schema.get("$id") else title
            if entry is not None:
                where = f"`{_short(entry.key.text)}`"
            key = "unknown-key.does-not-belong-in" if where else "unknown-key.does-not-belong"
            report.add(key, each.key.span, *helps, word=_short(word), where=where)


def _other_key_helps(word: str, known: list[str], node: Node) -> tuple[str, ...]:
    """Return what to write for what a rule waits for, or for its condition beside that."""
    meant = next((key for key in WAITING if key in known), None)
    if meant is None or not isinstance(node, Mapping):
        return ()
    present = {each.key.text for each in node.entries} - {word}
    if word in ("when", "if") and present & {*WAITING, *OTHER_KEYS}:
        return (Said("help.put-condition-into-pattern", meant=meant),)
    return (Said("help.write-meant", meant=meant),)


def _meant(word: str, known: list[str]) -> tuple[str, ...]:
    """Return the help for a key of other languages, else what does belong."""
    meant = next((key for key, words in OTHERS.items() if word in words and key in known), None)
    if meant == "rank":
        return (Said("help.write-rank-list-next"),)
    if meant is None and "steps" in known:
        return (Said("help.done-comes-stands", word=word),)
    if meant is not None:
        return (Said("help.write-meant", meant=meant),)
    return (Said("help.write-known", known=tuple(known)),) if 0 < len(known) <= MOST_TOLD else ()


def _missing_key(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report each key that has to be here."""
    present = {each.key.text for each in node.entries} if isinstance(node, Mapping) else set()
    for key in error.validator_value:
        is_told = key in WAITING and not present.isdisjoint(OTHER_KEYS)
        is_told = is_told or (key == "is" and not present.isdisjoint(SAID_BY_IS))
        if key not in present and not is_told:
            title = error.schema.get("title", Said("noun.this"))
            name = f"`{_short(entry.key.text)}`" if entry is not None else title
            schema = error.schema.get("properties", {}).get(key)
            words = schema.get("title", "") if isinstance(schema, dict) else ""
            few = words if _key(words) in ("title.one-of", "title.watchers") else ""
            report.add("missing-key.no", _head(node, entry), name=name, key_=key, few=few)


def _wrong_shape(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report a list where a text belongs and the like."""
    wanted = error.schema.get("title", Said("noun.another-shape"))
    if isinstance(node, Scalar) and node.is_null:
        name = f"`{_short(entry.key.text)}`" if entry is not None else Said("noun.this")
        help_text = Said("help.write-after", wanted=wanted)
        if entry is None:
            help_text = Said("help.take-out-before")
        report.add("empty-value.says-nothing", _head(node, entry), help_text, name=name)
        return
    form = number_at(node.text, 0) if isinstance(node, Scalar) and node.is_plain else None
    if form is not None and isinstance(node, Scalar) and form.end == len(node.text):
        form.report_to(report, node.span)
        return
    is_number = error.validator_value == "integer" and isinstance(node, Scalar)
    report_shape(node, entry, wanted, report, "bad-number.belongs" if is_number else "")


def report_shape(
    node: Node, entry: Entry | None, wanted: str, report: Report, key: str = ""
) -> None:
    """Report that something of another shape is wanted, and help with what is plainly meant."""
    if not key:
        key = "wrong-shape.steps-belong" if _key(wanted) == STEPS else "wrong-shape.belongs"
    helps = _shape_helps(_key(wanted), node, entry)
    name, shape = _name(node, entry), _shape(node)
    report.add(key, _narrow(node, entry), *helps, name=name, shape=shape, wanted=wanted)


def _key(title: str) -> str:
    """Return the key of a title; "" where there is none."""
    return title.key if isinstance(title, Said) else ""


def _shape_helps(wanted: str, node: Node, entry: Entry | None) -> tuple[str, ...]:
    """Return the form to write for what is plainly meant."""
    if isinstance(node, Sequence) and wanted == EXPRESSION and "\n" not in node.span.text:
        return (Said("help.quote-list", written=node.span.text),)
    if isinstance(node, Sequence) and wanted == STEPS and node.span.text.startswith("["):
        return (Said("help.leave-brackets-out"),)
    if isinstance(node, Sequence) and wanted == STEPS and entry is not None:
        return (Said("help.leave-dashes-out", name=entry.key.text),)
    if isinstance(node, Sequence) and entry is not None and entry.key.text == "of":
        return (Said("help.name-one-kind-cards"),)
    if isinstance(node, Mapping) and wanted == STEPS and entry is not None:
        return (Said("help.put-behind-steps-end", name=entry.key.text),)
    if not isinstance(node, Scalar):
        return ()
    if wanted == "title.parameters-by-name":
        said = PARAMETER.fullmatch(node.text)
        name, list_ = ("NAME", "LIST") if said is None else said.groups()
        return (Said("help.write-name", name=f"{{{name}: {list_}}}"),)
    word = node.text.casefold()
    if wanted in NUMBERS:
        if word in NUMBER_WORDS:
            return (Said("help.write-word", word=NUMBER_WORDS.index(word)),)
        is_copies = entry is not None and entry.key.text == "copies"
        return (Said("help.write-digits-or-two" if is_copies else "help.write-digits"),)
    if wanted == "title.flag" and word in TRUTHS:
        return (Said("help.write-truths", truths=TRUTHS[word]),)
    if wanted == "title.limit" and node.text.isdigit():
        return (Said("help.write-written-per-turn", written=node.text),)
    if entry is not None and entry.key.text == "players" and PLAYERS.fullmatch(node.text):
        return (Said("help.write-players-count-written", written=node.text),)
    if wanted == "title.type":
        type_ = "bool" if node.text in ("true", "false") else "int"
        return (Said("help.write-type-first", type=type_, written=node.text),)
    return ()


def _shape(node: Node) -> str:
    """Return what a node is."""
    if isinstance(node, Mapping):
        return Said("noun.a-mapping")
    if isinstance(node, Scalar) and node.is_plain and node.text.isdigit():
        return Said("noun.a-number")
    return Said("noun.a-list" if isinstance(node, Sequence) else "noun.a-text")


def _bad_choice(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report a text that is none of the words allowed here."""
    if not isinstance(node, Scalar):
        _wrong_shape(error, node, entry, report)
        return
    words = [str(word) for word in error.validator_value if isinstance(word, str)]
    near = nearest(node.text, words)
    helps = (
        Instead.of(near, node.text)
        if near
        else Said("help.write-value", value=error.schema.get("title", ", ".join(words)))
    )
    what = "" if entry is None else entry.key.text
    report.add("bad-choice.no-word", node.span, helps, written=_short(node.text), what=what)


def _bad_number(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report a number out of its bounds."""
    key = "bad-number.less-than" if error.validator == "minimum" else "bad-number.more-than"
    written, bound = _name(node, entry), error.validator_value
    report.add(key, _narrow(node, entry), written=written, bound=bound)


def _empty(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report a list or mapping with nothing in it."""
    report.add("empty-value.empty", _head(node, entry), written=_name(node, entry))


def _other(error: Any, node: Node, entry: Entry | None, report: Report) -> None:
    """Report whatever else a schema may ask for."""
    wanted: str = Said("noun.something-else")
    if isinstance(error.schema, dict):
        wanted = error.schema.get("title", wanted)
    report.add("wrong-shape.not", _narrow(node, entry), written=_name(node, entry), wanted=wanted)


def _name(node: Node, entry: Entry | None) -> str:
    """Return what to call a node: its key, or its own words."""
    if entry is not None:
        return f"`{_short(entry.key.text)}`"
    return f"`{_short(node.text)}`" if isinstance(node, Scalar) else Said("noun.this")


def _head(node: Node, entry: Entry | None) -> Span:
    """Return the span of a node's key, else that of its beginning."""
    if entry is not None:
        return entry.key.span
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0].key.span
    return _narrow(node, None)


def _narrow(node: Node, entry: Entry | None) -> Span:
    """Return the span of a node, or of its key where the node goes over several lines."""
    if "\n" not in node.span.text:
        return node.span
    if entry is not None:
        return entry.key.span
    line = node.span.text.index("\n")
    return Span(node.span.source, node.span.start, node.span.start + max(line, 1))


def _short(text: str) -> str:
    """Return a text on one line, and its beginning where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:39]}…"


RULES: Final[dict[str, Rule]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_key,
    "type": _wrong_shape,
    "enum": _bad_choice,
    "minimum": _bad_number,
    "maximum": _bad_number,
    "minItems": _empty,
    "minProperties": _empty,
}
