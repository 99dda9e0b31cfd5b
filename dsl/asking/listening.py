"""Record what a check learns of the texts of some files, and check a changed text again.

A full check takes as long as a package is large. Between two of them a changed file is read anew by
itself; an effect text that changed is checked in the scope that the last full check noted for its
place, and the findings of texts that did not change move with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Final

from dsl.check.expressions.expressions import check_expression
from dsl.check.scopes.collect import sort_documents
from dsl.check.scopes.scope import Note, Notes, fresh, noting
from dsl.check.steps.arguments import signature
from dsl.check.steps.steps import check_block
from dsl.check.texts.package import Package
from dsl.check.texts.schema import check_shapes
from dsl.diagnostics.diagnostic import Diagnostic, Report, in_order
from dsl.model.documents import Place, Scalar, scalar_around, scalars_by_place
from dsl.records import Record
from dsl.source import Source, Span
from dsl.syntax import parser
from dsl.syntax.effect_style import in_style
from dsl.syntax.yaml_reader import read_documents, read_yaml


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
    """What a full check knows of a file.

    Attributes:
        scalars: Its texts by their places.
        entries: Those of them that are effects.
        told: The findings in each text.
    """

    source: Source
    scalars: dict[Place, Scalar]
    entries: dict[Place, Entry]
    notes: list[Note]
    told: dict[Place, list[Diagnostic]]

    @property
    def keys(self) -> frozenset[str | int]:
        """Return the keys at the top of its documents."""
        return frozenset(place[1] for place in self.scalars if len(place) > 1)

    def effects(self, text: str) -> frozenset[int]:
        """Return where the effect texts begin in the file as it is now."""
        scalars = read_yaml(Source("", text)).scalars()
        return frozenset(s.span.start for place, s in scalars.items() if place in self.entries)

    def findings(self, text: str) -> tuple[Diagnostic, ...]:
        """Return what is wrong in the file as it is now, as far as the file itself tells."""
        source = Source(self.source.path, text, self.source.package)
        report = Report()  # what YAML and the language's schemas refuse
        documents = read_documents(source, report)
        texts = Package(expansion=source.package)
        sort_documents(documents, texts)
        texts.manifest = None  # what it must have is said by the full check
        check_shapes(texts, report)
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


class Heard(Record, eq=False):
    """What was learned while packages were checked.

    Attributes:
        read: The texts that were read without a mistake, each with what it is to the parser.
    """

    read: Mapping[Scalar, str]
    notes: Notes

    def effects(self) -> dict[str, frozenset[int]]:
        """Return where the effect texts of each file begin, by its shown path."""
        found: dict[str, set[int]] = {}
        for scalar in self.read:
            found.setdefault(scalar.span.source.path, set()).add(scalar.span.start)
        return {path: frozenset(starts) for path, starts in found.items()}

    def file(
        self, source: Source, findings: Sequence[Diagnostic], before: CheckedFile | None = None
    ) -> CheckedFile:
        """Return what is known of a file that was listened to.

        Args:
            findings: What is found in its package.
            before: What was known before: of a text that does not parse now, it still is.
        """
        scalars = read_yaml(source).scalars()
        own = sorted(self.notes.found.get(source.path, ()), key=lambda note: note.span.start)
        starts = {scalar.span.start: start for scalar, start in self.read.items()
                  if scalar.span.source.path == source.path}  # fmt: skip
        entries = dict(before.entries) if before is not None else {}
        for place, scalar in scalars.items():
            start = starts.get(scalar.span.start)
            if start is not None:
                entries[place] = Entry(scalar.text, start, _outermost(own, scalar.span))
        told: dict[Place, list[Diagnostic]] = {}
        for each in findings:
            is_here = each.span.source.path == source.path
            found = scalar_around(scalars, each.span.start) if is_here else None
            if found is not None and each.span.end <= found[1].span.end:
                told.setdefault(found[0], []).append(each)
        return CheckedFile(source, scalars, entries, own, told)


@contextmanager
def listen(paths: Collection[str] = ()) -> Iterator[Heard]:
    """Yield what is learned of texts while packages are checked inside.

    Args:
        paths: The shown paths of the files that are asked about later.
    """
    none = nullcontext(Notes(()))
    with parser.texts_read() as read, noting(paths) if paths else none as notes:
        yield Heard(read, notes)


def _outermost(notes: list[Note], span: Span) -> Note | None:
    """Return the widest place inside a span; of a block and its only step, the block."""
    inner = [note for note in notes if span.start <= note.span.start and note.span.end <= span.end]
    return max(inner, key=lambda note: (note.span.end - note.span.start, note.type is None),
               default=None)  # fmt: skip


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
    try:
        with noting({path}) as notes:
            if entry.start == "effect":
                check_block(tree, scope)
            else:
                source = tree[1] if entry.start == "quantified" else tree
                check_expression(source, scope, entry.note.expected)
    finally:
        world.report = kept
    return notes.found.get(path, []), report.diagnostics
