"""Read a package as what can be mutated: the nodes of its YAML and of the effect texts in it."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cardwright.api.checks import Checked, check, findings_of
from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.face.console import progress_bar
from cardwright.apps.policies.budget import workers
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.model.documents import Document, Entry, Mapping, Node, Scalar, Sequence
from dsl.model.game import Game
from dsl.records import Record, Source, fields_of
from dsl.syntax.effect_style import Edit, with_edits
from dsl.syntax.parser import parse_expression, parse_steps, texts_read
from dsl.syntax.yaml_reader import read_documents

Task, Found = TypeVar("Task"), TypeVar("Found")
PROSE = frozenset({"text", "name", "title", "summary", "published", "reconstructed", "authors",
                   "source", "version", "sentence", "decision", "settled-by", "translation",
                   "genre", "license", "look", "seed", "language", "requires",
                   "nouns"})  # fmt: skip
"""Keys below which nothing is a rule."""
SHOWN = frozenset({"examples", "script", "scenarios"})
"""Keys below which examples stand, which catch mistakes and are not looked at for them."""
PARSERS = {"effect": parse_steps, "expression": parse_expression}


class Mutant(Record):
    """A package with one mistake in it.

    Attributes:
        path: Of the file, as it is shown.
        edits: What is changed there, in order.
        line: Where.
        words: What was made of what.
    """

    path: str
    edits: tuple[Edit, ...]
    line: int
    words: str


class Place(NamedTuple):
    """An entry of a mapping, with the mapping that it stands in and the entry around that."""

    entry: Entry
    within: Mapping
    above: Entry | None


class Texts:
    """The own texts of a package, read."""

    def __init__(self, package: Package) -> None:
        self.package = package
        with texts_read() as read:
            self.checked: Checked = check(package)
        shared = tuple(f"{each.shown}/" for each in package.libraries())
        self.sources = [
            source
            for source in self.checked.sources
            if source.path.startswith(f"{package.shown}/")
            and not source.path.startswith(shared)
            and "/scripts/" not in source.path
        ]
        self.read = read

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is found in it as it is."""
        return findings_of(self.package, self.checked)

    @property
    def game(self) -> Game:
        """Its rules."""
        assert self.checked.game is not None
        return self.checked.game

    @cached_property
    def documents(self) -> list[Document]:
        """The documents of its own texts."""
        return [doc for source in self.sources for doc in read_documents(source, Report())]

    @cached_property
    def places(self) -> list[Place]:
        """All entries of its rules and cards."""
        return [place for doc in self.documents for place in _places(doc.root, None)]

    @cached_property
    def trees(self) -> list[Any]:
        """All nodes of all effect texts of its rules and cards."""
        own = {source.path for source in self.sources}
        rules = {
            (scalar.span.source.path, scalar.span.start)
            for place in self.places
            for scalar in (*_items(place.entry.value), place.entry.key)
        }
        found: list[Any] = []
        for scalar, start in self.read.items():
            at = scalar.span.source.path, scalar.span.start
            if start in PARSERS and at[0] in own and at in rules:
                found += nodes(PARSERS[start](scalar, Report()))
        return found

    def of(self, *types: type[Any]) -> Iterator[Any]:
        """Yield the nodes of some types."""
        return (node for node in self.trees if isinstance(node, types))

    @cached_property
    def numbers(self) -> list[Scalar]:
        """All numbers that stand in its YAML."""
        values = [each for place in self.places for each in _items(place.entry.value)]
        return [each for each in values if each.is_plain and each.text.isdecimal()]

    def checked_with(self, each: Mutant) -> Checked:
        """Return what is found in the package with a mistake in it."""
        file = self.package.folder / Path(each.path).relative_to(self.package.shown)
        return check(self.package, texts={file: mutated(self.source(each), each)})

    def source(self, each: Mutant) -> Source:
        """Return the file of a mistake as it is."""
        return next(source for source in self.sources if source.path == each.path)


@lru_cache(maxsize=2)
def texts_of(package: str) -> Texts:
    """Return the texts of a package."""
    return Texts(find_package(package))


def carried_out(
    words: str, act: Callable[[Task], Found], tasks: abc.Sequence[Task], jobs: int
) -> Iterator[Found]:
    """Yield what comes of some tasks in their order, done by processes and shown on a bar."""
    with progress_bar(words, len(tasks)) as advance, workers(jobs) as doing:
        for found in doing(act, tasks):
            yield found
            advance(1)


def mutant(span: Any, text: str, *more: Edit) -> Mutant:
    """Return a mutant that has another text at a span."""
    edits = tuple(sorted((Edit(span.start, span.end, text), *more)))
    source: Source = span.source
    line, _ = source.position(edits[0].start)
    before = " … ".join(source.text[e.start : e.end] for e in edits if e.end > e.start)
    after = " … ".join(e.text for e in edits if e.text)
    words = f"{' '.join(before.split())[:60] or '-'} → {' '.join(after.split())[:60] or '-'}"
    return Mutant(source.path, edits, line, words)


def mutated(source: Source, each: Mutant) -> str:
    """Return the text of a file with a mistake in it."""
    return with_edits(source.text, list(each.edits))


def _places(node: Node, above: Entry | None) -> Iterator[Place]:
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _places(item, above)
    elif isinstance(node, Mapping):
        for entry in node.entries:
            if entry.key.text not in PROSE and entry.key.text not in SHOWN:
                yield Place(entry, node, above)
                yield from _places(entry.value, entry)


def _items(node: Node) -> Iterator[Scalar]:
    """Yield the scalars of an entry itself, those of a list too."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        yield from (item for item in node.items if isinstance(item, Scalar))


def nodes(tree: Any) -> Iterator[Any]:
    """Yield all nodes of a syntax tree."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif isinstance(tree, Record) and hasattr(tree, "span"):
        yield tree
        for name in fields_of(tree):
            if name != "span":
                yield from nodes(getattr(tree, name))
