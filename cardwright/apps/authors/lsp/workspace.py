"""Store the findings for the packages of open files, and check typed texts again.

A full check takes as long as a package is large. Between two of them a changed file is read anew by
itself; an effect text that changed is checked in the scope that the last full check noted for its
place, and the findings of texts that did not change move with them. A place is the path of a text
in the YAML of its file, which edits before it leave alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardwright import Package
from cardwright.api.checks import Checks, findings_of, lint_variants
from dsl import Diagnostic, Source, Span, in_order
from dsl.check.expressions.expressions import check_expression
from dsl.check.scopes.collect import sort_documents
from dsl.check.scopes.scope import Note, Notes, fresh, noting
from dsl.check.steps.steps import check_block
from dsl.check.texts.package import Package as Texts
from dsl.check.texts.schema import check_shapes
from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Document, Node, Scalar
from dsl.model.documents import Mapping as MappingNode
from dsl.model.documents import Sequence as Items
from dsl.model.game import Game
from dsl.records import record
from dsl.syntax import parser
from dsl.syntax.yaml_reader import read_documents

Path_: TypeAlias = tuple[str | int, ...]
"""The number of the document, then keys and indexes; a key itself ends with `key`."""

KEY: Final = "\0key"
WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def scalars(documents: Sequence[Document]) -> dict[Path_, Scalar]:
    """Return every text of a file by its place."""
    return dict(each for n, doc in enumerate(documents) for each in _below(doc.root, (n,)))


def _below(node: Node, path: Path_) -> Iterator[tuple[Path_, Scalar]]:
    """Yield the texts of a node."""
    if isinstance(node, Scalar):
        yield path, node
    elif isinstance(node, MappingNode):
        for entry in node.entries:
            inner = (*path, entry.key.text)
            yield (*inner, KEY), entry.key
            yield from _below(entry.value, inner)
    elif isinstance(node, Items):
        for number, item in enumerate(node.items):
            yield from _below(item, (*path, number))


def at(places: dict[Path_, Scalar], offset: int) -> tuple[Path_, Scalar] | None:
    """Return the text in which an offset lies, or at whose end."""
    found = (pair for pair in places.items() if pair[1].span.start <= offset <= pair[1].span.end)
    return min(found, key=lambda pair: pair[1].span.end - pair[1].span.start, default=None)


def word_at(text: str, offset: int) -> re.Match[str] | None:
    """Return the word that an offset lies in, or at whose end."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = WORD.finditer(text, start, len(text) if end < 0 else end)
    return next((word for word in line if word.start() <= offset <= word.end()), None)


class Lines:
    """Turns offsets of a text into lines and UTF-16 columns from 0, and back."""

    def __init__(self, text: str) -> None:
        self.source = Source("", text)
        self.text = text

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column."""
        line, column = self.source.position(min(offset, len(self.text)))
        return line - 1, _units(self.text[offset - column + 1 : offset])

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column; what lies beyond an end is that end."""
        start = 0
        for _ in range(line):
            end = self.text.find("\n", start)
            if end < 0:
                return len(self.text)
            start = end + 1
        for offset in range(start, len(self.text) + 1):
            is_end = offset == len(self.text) or self.text[offset] == "\n"
            if is_end or _units(self.text[start:offset]) >= column:
                return offset
        return len(self.text)


def _units(text: str) -> int:
    """Return how many units of UTF-16 a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@record(eq=False)
class Entry:
    """An effect text where the last full check read it.

    Attributes:
        start: What it is to the parser: `effect`, `expression` and the like.
        note: Its outermost place; None where it was not checked as a whole.
    """

    text: str
    start: str
    note: Note | None


@dataclass(slots=True)
class File:
    """What the last full check knows of an open file. `told` are the findings in each text."""

    source: Source
    places: dict[Path_, Scalar]
    entries: dict[Path_, Entry]
    notes: list[Note]
    told: dict[Path_, list[Diagnostic]]


@dataclass(slots=True)
class Known:
    """What the last full check knows of a package.

    Attributes:
        game: None where it has errors; the last one that had none is kept.
        paths: The files on the disk by shown path.
        read: The effect texts of all files, by shown path: their offsets.
    """

    package: Package
    game: Game | None
    paths: dict[str, Path]
    sources: dict[str, Source]
    files: dict[str, File]
    findings: tuple[Diagnostic, ...]
    read: dict[str, frozenset[int]]


@dataclass(slots=True)
class OpenPackages:
    """The open files, and what is known of their packages.

    Attributes:
        texts: Open files as they are in the editor.
    """

    texts: dict[Path, str] = field(default_factory=dict)
    known: dict[Path, Known] = field(default_factory=dict)

    def package_of(self, path: Path) -> Package | None:
        """Return the package that a file belongs to."""
        return Package.around(path)

    def known_now(self, path: Path) -> Known | None:
        """Return what is known of a file's package; None where nobody checked it yet."""
        package = self.package_of(path)
        return None if package is None else self.known.get(_folder(package))

    def known_of(self, path: Path) -> Known | None:
        """Return what is known of a file's package, checking it if nobody did."""
        package, known = self.package_of(path), self.known_now(path)
        return self.check(package) if known is None and package is not None else known

    def check(self, package: Package) -> Known:
        """Check a package with its open files as they are in the editor."""
        texts = dict(self.texts)
        checks = Checks(texts=texts)
        shown = {f"{each.place.shown}/{name}": each.place.folder / name
                 for each in package.files(texts) for name, _ in each.contents}  # fmt: skip
        open_paths = {name for name, path in shown.items() if path in texts}
        with parser.texts_read() as read, noting(open_paths) as notes:
            variants = lint_variants(package, checks)
            found = in_order(f for each in variants for f in findings_of(each, checks.of(each)))
        sources = {s.path: s for each in variants for s in checks.of(each).sources}
        for each in variants:
            for files in each.files(texts):
                place = files.place
                shown |= {f"{place.shown}/{n}": place.folder / n for n, _ in files.contents}
        before = self.known.get(_folder(package))
        game = checks.of(package).game or (before.game if before else None)
        known = Known(package, game, shown, sources, {}, found, _starts(read))
        for name in open_paths & sources.keys():
            old = before.files.get(name) if before else None
            known.files[name] = _file(sources[name], read, notes, found, old)
        self.known[_folder(package)] = known
        return known

    def may_be_called(self, uses: Sequence[tuple[Path, Span]], name: str) -> bool:
        """Return whether a word can be another at all its places: no error comes of it."""
        package = self.package_of(uses[0][0]) if uses else None
        if package is None:
            return False
        texts = dict(self.texts)
        for path in {path for path, _ in uses}:
            spans = sorted((s for p, s in uses if p == path), key=lambda span: -span.start)
            text = spans[0].source.text
            for span in spans:
                text = text[: span.start] + name + text[span.end :]
            texts[path] = text
        return _errors(package, texts) <= _errors(package, self.texts)

    def quick(self, path: Path) -> tuple[Diagnostic, ...] | None:
        """Return what is wrong in a file as it is now; None where nothing is known of it yet."""
        package = self.package_of(path)
        known = self.known.get(_folder(package)) if package is not None else None
        name = None if known is None else shown_of(known, path)
        file = known.files.get(name) if known is not None and name is not None else None
        if file is None:
            return None
        source = Source(file.source.path, self.texts[path], file.source.package)
        documents, found = _of_shape(source)
        for place, scalar in scalars(documents).items():
            entry, old = file.entries.get(place), file.places.get(place)
            if old is not None and old.text == scalar.text:
                found += _moved(file.told.get(place, ()), old, scalar)
            elif entry is not None:
                found += recheck(scalar, entry)[1]
        return in_order(found)


def _errors(package: Package, texts: Mapping[Path, str]) -> int:
    """Return how many errors a package and its variants have."""
    checks = Checks(texts=texts)
    every = (checks.of(each).diagnostics for each in lint_variants(package, checks))
    return sum(each.severity == "error" for found in every for each in found)


def _folder(package: Package) -> Path:
    """Return what a package is known by: the folder of a game, or of the expansion that is in."""
    return package.parts[-1].folder if package.parts else package.folder


def shown_of(known: Known, path: Path) -> str | None:
    """Return the path of a file as findings show it."""
    return next((name for name, file in known.paths.items() if file == path), None)


def _starts(read: Mapping[Scalar, str]) -> dict[str, frozenset[int]]:
    """Return where the effect texts of each file begin."""
    found: dict[str, set[int]] = {}
    for scalar in read:
        found.setdefault(scalar.span.source.path, set()).add(scalar.span.start)
    return {path: frozenset(starts) for path, starts in found.items()}


def _file(
    source: Source,
    read: Mapping[Scalar, str],
    notes: Notes,
    findings: tuple[Diagnostic, ...],
    before: File | None,
) -> File:
    """Return what a full check knows of a file; a text that does not parse is known from before."""
    places = scalars(read_documents(source, Report()))
    own = sorted(notes.found.get(source.path, ()), key=lambda note: note.span.start)
    starts = {scalar.span.start: start for scalar, start in read.items()
              if scalar.span.source.path == source.path}  # fmt: skip
    entries = dict(before.entries) if before is not None else {}
    for place, scalar in places.items():
        start = starts.get(scalar.span.start)
        if start is not None:
            entries[place] = Entry(scalar.text, start, _outermost(own, scalar.span))
    told: dict[Path_, list[Diagnostic]] = {}
    for each in findings:
        found = at(places, each.span.start) if each.span.source.path == source.path else None
        if found is not None and each.span.end <= found[1].span.end:
            told.setdefault(found[0], []).append(each)
    return File(source, places, entries, own, told)


def _outermost(notes: list[Note], span: Span) -> Note | None:
    """Return the widest place inside a span; of a block and its only step, the block."""
    inner = [note for note in notes if span.start <= note.span.start and note.span.end <= span.end]
    return max(inner, key=lambda note: (note.span.end - note.span.start, note.type is None),
               default=None)  # fmt: skip


def _of_shape(source: Source) -> tuple[tuple[Document, ...], list[Diagnostic]]:
    """Return the documents of a file, and what YAML and the language's schemas refuse in it."""
    report = Report()
    documents = read_documents(source, report)
    texts = Texts(expansion=source.package)
    sort_documents(documents, texts)
    texts.manifest = None  # what it must have is said by the full check
    check_shapes(texts, report)
    return documents, report.diagnostics


def _moved(findings: Sequence[Diagnostic], old: Scalar, new: Scalar) -> list[Diagnostic]:
    """Return the findings inside a text at the place where it is now."""
    shift = new.span.start - old.span.start
    found = []
    for each in findings:
        if not each.code.startswith("DAT"):
            span = Span(new.span.source, each.span.start + shift, each.span.end + shift)
            found.append(Diagnostic(each.name, each.message, span, each.helps, ()))
    return found


PARSERS: Final[Mapping[str, Callable[[Scalar, Report], Any]]] = {
    "effect": parser.parse_steps,
    "expression": parser.parse_expression,
    "quantified": parser.parse_quantified,
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
