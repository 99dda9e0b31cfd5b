"""Keep what a check knows of a file: check changes of it, and say what can stand at a place.

A full check takes as long as a package is large. Between two of them a changed file is read anew by
itself; an effect text that changed is checked in the scope that the last full check noted for its
place, and the findings of texts that did not change move with them.

For the words that can stand there, it reads the text with an undeclared word in the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dsl.check.expressions.dots import field_names
from dsl.check.expressions.expressions import check_expression
from dsl.check.expressions.name_helps import known_names
from dsl.check.rules.waiting import check_apart
from dsl.check.scopes.collect import sort_documents
from dsl.check.scopes.scope import Note, Scope, fresh, noting
from dsl.check.scopes.types import fit
from dsl.check.steps.arguments import signature
from dsl.check.steps.steps import check_block
from dsl.check.texts.package import Package
from dsl.check.texts.schema import check_shapes
from dsl.diagnostics.diagnostic import Diagnostic, Report, in_order
from dsl.diagnostics.wording import bounded_guesses
from dsl.model.documents import NAME, Place, Scalar, scalar_around, scalars_by_place
from dsl.model.types import BOOL, UNKNOWN, TargetType, Type, plain_type
from dsl.records import Record, Source, Span
from dsl.syntax import parser, trees
from dsl.syntax.effect_style import in_style
from dsl.syntax.file_style import format_file
from dsl.syntax.grammar import LATER_KEYWORDS, STEP_KEYWORDS
from dsl.syntax.yaml_reader import read_documents, read_yaml
from dsl.words.vocabulary import FUNCTIONS

ASKED: Final = "zz-asked-zz"
FILLER: Final = "zz-filler-zz"
"""Words that no game declares."""

ROLES: Final = ("me", "self", "it", "players", "none", "actor", "result")


class Entry(Record, eq=False):
    """An effect text where the last full check read it.

    Attributes:
        start: What it is to the parser: `effect`, `expression` and the like.
        note: Its outermost place; None where it was not checked as a whole.
    """

    text: str
    start: str
    note: Note | None


@dataclass(slots=True)
class CheckedFile:
    """What a full check knows of a file; nothing where there was none.

    Attributes:
        scalars: Its texts by their places.
        entries: Those of them that are effects.
        told: The findings in each text.
    """

    source: Source
    scalars: dict[Place, Scalar] = field(default_factory=dict)
    entries: dict[Place, Entry] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    told: dict[Place, list[Diagnostic]] = field(default_factory=dict)

    @property
    def keys(self) -> frozenset[str | int]:
        """Return the keys at the top of its documents."""
        return frozenset(place[1] for place in self.scalars if len(place) > 1)

    def effects(self, text: str) -> frozenset[int]:
        """Return where the effect texts begin in the file as it is now."""
        scalars = read_yaml(Source("", text)).scalars()
        return frozenset(s.span.start for place, s in scalars.items() if place in self.entries)

    def ask(self, text: str, offset: int) -> Answer:
        """Return what the checker knows at an offset of the file, whose text may be another by
        now."""
        source = Source(self.source.path, text, self.source.package)
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        line = NAME.finditer(text, start, len(text) if end < 0 else end)
        word = next((word for word in line if word.start() <= offset <= word.end()), None)
        return Answer(self, source, offset, None if word is None else Span(source, *word.span()))

    def formatted(self, text: str) -> str | None:
        """Return the file as it is now in the one style of blanks; None where it has a mistake."""
        return format_file(text, self.effects(text))

    def findings(self, text: str) -> tuple[Diagnostic, ...]:
        """Return what is wrong in the file as it is now, as far as the file itself tells."""
        source = Source(self.source.path, text, self.source.package)
        report = Report()  # what YAML and the language's schemas refuse
        documents = read_documents(source, report)
        texts = Package(expansion=source.package)
        sort_documents(documents, texts)
        texts.manifest = None  # what it must have is said by the full check
        world = next((note.scope.world for note in self.notes), None)
        own = {} if world is None else {kind: world.later_keys(kind) for kind in world.kinds}
        check_shapes(texts, report, own)
        found = report.diagnostics
        for place, scalar in scalars_by_place(documents).items():
            entry, old = self.entries.get(place), self.scalars.get(place)
            if old is not None and old.text == scalar.text:
                found += _moved(self.told.get(place, ()), old, scalar)
            elif entry is not None:
                found += recheck(scalar, entry)[1]
        return in_order(found)

    def signature(self, word: str) -> str | None:
        """Return how an event or a value of the package is written; None where it is neither."""
        world = next((note.scope.world for note in self.notes), None)
        if world is not None and word in world.events:
            return signature(world.events[word])
        if world is not None and word in world.values:
            value = world.values[word]
            slots = ", ".join(f"{slot.type} {slot.name}" for slot in value.parameters)
            return in_style(f"{word}({slots}) -> {value.result}")
        return None


class Offer(Record):
    """A word that can stand at a place. `detail` is its type or signature."""

    label: str
    sort: str
    detail: str = ""


class Answer(Record, eq=False):
    """What the checker knows at a place; worked out when it is read.

    Attributes:
        file: What the last full check knows of the file.
        source: The file as it is now.
        offset: The place.
        word: The word that the place lies in, or at whose end; None where there is none.
    """

    file: CheckedFile
    source: Source
    offset: int
    word: Span | None

    @property
    def is_current(self) -> bool:
        """Return whether the file is as it was checked."""
        return self.source.text == self.file.source.text

    @property
    def type(self) -> Type | None:
        """Return the type of what ends with the word, the narrowest such place."""
        if self.word is None or not self.is_current:
            return None
        start, end = self.word.start, self.word.end
        inner = [note for note in self.file.notes if note.type is not None
                 and note.span.start <= start and note.span.end == end]  # fmt: skip
        return max(inner, key=lambda note: note.span.start).type if inner else None

    @property
    def local(self) -> Span | None:
        """Return where the effect around the place says the word first, as a local begins."""
        word = None if self.word is None else self.word.text
        for note in self.file.notes if word is not None and self.is_current else ():
            if note.span.start <= self.offset <= note.span.end and isinstance(note.tree, tuple):
                said = NAME.finditer(self.source.text, note.span.start)
                first = next((match for match in said if match[0] == word), None)
                if first is not None and first.start() < note.span.end:
                    return Span(self.file.source, *first.span())
        return None

    @property
    def start(self) -> int:
        """Return where the word begins that an offer replaces."""
        start, text = self.offset, self.source.text
        while start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
            start -= 1
        return start

    def offers(self) -> list[Offer]:
        """Return the words that can stand at the place, the nearest first."""
        start = self.start
        for asked in _asked_texts(self.source.text, start, self.offset):
            source = Source(self.source.path, asked, self.source.package)
            found = scalar_around(read_yaml(source).scalars(), start)
            if found is not None and found[0] in self.file.entries:
                entry, scalar = self.file.entries[found[0]], found[1]
                with bounded_guesses(0):  # what is asked for is no slip
                    told = list(_told(entry, scalar))
                if told:  # the nearest first, each once
                    known = dict.fromkeys(told)
                    return sorted(known, key=lambda o: (_NEAREST.index(o.sort), o.label))
        return []


def _asked_texts(text: str, start: int, offset: int) -> Iterator[str]:
    """Yield the text with the word that is asked for, in ways that may parse."""
    end = text.find("\n", offset)
    line_end = len(text) if end < 0 else end
    line_start = text.rfind("\n", 0, start) + 1
    before, after, rest = text[:start], text[offset:], text[line_end:]
    left_open: list[str] = []  # the brackets that close what the line leaves open
    for char in text[line_start:start]:
        if char in "([":
            left_open.append(")" if char == "(" else "]")
        elif char in ")]" and left_open:
            left_open.pop()
    closing = "".join(reversed(left_open))
    yield before + ASKED + after
    yield before + ASKED + closing + rest
    yield before + ASKED + closing + ", stop" + rest
    yield before + ASKED + closing + ":" + "\n" + " " * 40 + "stop" + rest
    yield before + ASKED + f" to {FILLER}" + closing + rest


def _told(entry: Entry, scalar: Scalar) -> Iterator[Offer]:
    """Yield what the checker could take for the word that is asked for."""
    notes, _ = recheck(scalar, entry)
    for note in notes:
        for step in note.tree if isinstance(note.tree, tuple) else ():
            if isinstance(step, trees.Phrase) and step.name.text == ASKED:
                events = note.scope.world.events.items()
                yield from (Offer(n, "event", signature(h)) for n, h in events if ":" not in n)
                yield from (Offer(word, "keyword") for word in STEP_KEYWORDS)
    for note in notes:
        tree = note.tree
        if isinstance(tree, trees.Name) and tree.text == ASKED:
            yield from _names(note)
        elif isinstance(tree, trees.Every) and tree.name.text == ASKED:
            world = note.scope.world
            yield from (Offer(name, "enum") for name in (*world.enums, *world.kinds))
        elif isinstance(tree, trees.Is) and tree.what.text == ASKED:
            type_ = next(
                (plain_type(n.type) for n in notes if n.tree is tree.operand and n.type), None
            )
            words = ("player",) if isinstance(type_, TargetType) else ()
            yield from (Offer(word, "enum") for word in (*words, *note.scope.world.kinds))
        elif isinstance(tree, trees.Dot) and tree.name.text == ASKED:
            owners = (n for n in notes if n.tree is tree.operand and n.type is not None)
            owner = next(owners, None)
            if owner is not None and owner.type is not None:
                names = field_names(owner.type, owner.scope.world)
                yield from (Offer(name, "field") for name in names)


def _names(note: Note) -> Iterator[Offer]:
    """Yield the names that the type of the place allows."""
    scope, expected = note.scope, note.expected
    fields = [] if scope.element is None else field_names(scope.element[1], scope.world)
    words = dict.fromkeys([*scope.visible, *scope.stands_for, *fields, *ROLES, *known_names(scope)])
    cards, others = scope.world.definitions, scope.visible.keys() | scope.world.values.keys()
    of_family: dict[str, Type | None] = {}
    for word in words:
        family = word
        if word in cards and word not in others:  # cards of a kind can stand at the same places
            family = f"card of {cards[word]}"
        if family not in of_family:
            of_family[family] = _type_of(word, scope, expected)
        type_ = of_family[family]
        if type_ is not None:
            yield Offer(word, _sort_of(word, scope), str(type_))
    if expected is None:
        yield from (Offer(name, "function") for name in FUNCTIONS)
    if expected in (None, BOOL):
        yield from (Offer(name, "function") for name in LATER_KEYWORDS)


def _type_of(word: str, scope: Scope, expected: Type | None) -> Type | None:
    """Return the type of a word where it can stand, or None."""
    own = fresh(scope)
    world, report = own.world, Report()
    kept, world.report = world.report, report
    try:
        name = trees.Name(word, Span(Source("", word), 0, len(word)))
        found: Any = check_expression(name, own, expected)
        fitted = found if expected is None or found.type == UNKNOWN else fit(found, expected, own)
    except Exception:  # what cannot be asked alone is no offer
        return None
    finally:
        world.report = kept
    is_there = fitted is not None and not report.diagnostics and found.type != UNKNOWN
    return found.type if is_there else None


def _sort_of(word: str, scope: Scope) -> str:
    """Return what a name is, roughly: for the sign that an editor draws."""
    world = scope.world
    if word in scope.visible or word in ROLES:
        return "variable"
    if word in world.definitions:
        return "card"
    if word in world.values:
        return "value"
    return "zone" if any(key.name == word for key in world.zones) else "field"


_NEAREST: Final = (
    "variable", "field", "zone", "value", "event", "function", "enum", "keyword", "card",
)  # fmt: skip


def _moved(findings: Sequence[Diagnostic], old: Scalar, new: Scalar) -> list[Diagnostic]:
    """Return the findings inside a text at the place where it is now."""
    shift = new.span.start - old.span.start
    found = []
    for each in findings:
        if not each.code.startswith("DAT"):
            span = Span(new.span.source, each.span.start + shift, each.span.end + shift)
            found.append(Diagnostic(each.name, each.message, span, each.helps, ()))
    return found


def _keyword(scalar: Scalar, report: Report) -> Any:
    """Return the keyword of a text without its number."""
    found = parser.parse_keyword(scalar, Report())
    return None if found is None else found[0]


PARSERS: Final[Mapping[str, Callable[[Scalar, Report], Any]]] = {
    "effect": parser.parse_steps,
    "expression": parser.parse_expression,
    "quantified": parser.parse_quantified,
    "keyword": _keyword,
}


def recheck(scalar: Scalar, entry: Entry) -> tuple[list[Note], list[Diagnostic]]:
    """Return the places of a text in the scope of its entry, and what is wrong with it."""
    report = Report()
    parse = PARSERS.get(entry.start)
    tree = None if parse is None else parse(scalar, report)
    if tree is None or entry.note is None:
        return [], report.diagnostics
    scope = fresh(entry.note.scope)
    world, path = scope.world, scalar.span.source.path
    kept, world.report = world.report, report
    waiting, definitions = world.waiting, world.definitions
    world.waiting, world.definitions = {}, {**definitions}
    try:
        with noting({path}) as notes:
            if entry.start == "effect":
                check_block(tree, scope)
                done = 0
                while done < len(world.waiting):  # what waits may have others wait
                    check_apart([*world.waiting.values()][done], world)
                    done += 1
            else:
                source = tree[1] if entry.start == "quantified" else tree
                check_expression(source, scope, entry.note.expected)
    finally:
        world.report, world.waiting, world.definitions = kept, waiting, definitions
    return notes.found.get(path, []), report.diagnostics
