"""Change a word in the text of a package: `cards.anvil.price=3`, in a copy of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from cardwright.api.expansions import libraries_of
from cardwright.api.folders import Package
from cardwright.api.storage import write_atomically
from cardwright.apps.face.mistake import AppMistake
from dsl.diagnostics.diagnostic import Report
from dsl.source import Source, Span
from dsl.syntax import documents
from dsl.syntax.package_files import EXPANSIONS
from dsl.syntax.yaml_reader import read_documents, read_source

CARDS = "cards"


class NoPlace(AppMistake):
    """A path leads to no word of a package, or to several."""


@contextmanager
def changed(package: Package, changes: Sequence[tuple[str, str]]) -> Iterator[Package]:
    """Give a copy of a package in which the words at some paths are others.

    Raises:
        NoPlace: A path does not lead to one word.
    """
    with TemporaryDirectory(prefix="cardwright-") as place:
        folder = Path(place) / "game" / package.folder.resolve().name
        shutil.copytree(package.folder, folder)
        for library in libraries_of(package):
            shutil.copytree(library.folder, folder.parent / library.id, dirs_exist_ok=True)
        for path, value in changes:
            _change(folder, path, value)
        yield replace(package, folder=folder)


def _change(folder: Path, path: str, value: str) -> None:
    """Put a word in the place that a path leads to."""
    file, span = only_place(folder, path)
    text = span.source.text
    write_atomically(file, text[: span.start] + value + text[span.end :])


def only_place(folder: Path, path: str) -> tuple[Path, Span]:
    """Return the file and the span of the one word that a path of keys leads to.

    Raises:
        NoPlace: It leads to none, or to several.
    """
    found = [*places(folder, path)]
    if len(found) != 1:
        key = "compare-many-places" if found else "compare-no-place"
        raise NoPlace(key, path=path, number=len(found))
    return found[0]


def places(folder: Path, path: str) -> Iterator[tuple[Path, Span]]:
    """Yield the files and spans of the words that a path of keys leads to.

    A card is found by its id, wherever it stands; an entry of a list by its `id`.
    """
    parts = path.split(".")
    for file, source in yaml_files(folder):
        for document in read_documents(source, Report()):
            yield from ((file, node.span) for node in _in_document(document.root, parts, file.stem))


def yaml_files(folder: Path) -> Iterator[tuple[Path, Source]]:
    """Yield the files of a package with their texts; its expansions are packages of their own."""
    for file in sorted(folder.rglob("*.yaml")):
        source = read_source(file, str(file), Report())
        if source is not None and EXPANSIONS not in file.relative_to(folder).parts:
            yield file, source


def _in_document(
    root: documents.Node, parts: Sequence[str], stem: str
) -> Iterator[documents.Scalar]:
    if isinstance(root, documents.Mapping):
        yield from _below(root, parts)
        is_card = root.get("kind") is not None and _id_of(root, stem) == "".join(parts[1:2])
        if parts[0] == CARDS and is_card:
            yield from _below(root, parts[2:])


def _below(node: documents.Node | None, parts: Sequence[str]) -> Iterator[documents.Scalar]:
    """Yield the words at the end of some keys."""
    if isinstance(node, documents.Scalar):
        if not parts:
            yield node
    elif isinstance(node, documents.Mapping):
        if parts:
            yield from _below(node.get(parts[0]), parts[1:])
    elif node is not None and parts:
        for item in node.items:
            if not isinstance(item, documents.Mapping):
                continue
            if _id_of(item, "") == parts[0]:
                yield from _below(item, parts[1:])
            yield from _below(item.get("rows"), parts)


def _id_of(node: documents.Mapping, otherwise: str) -> str:
    """Return the id that a mapping says."""
    found = node.get("id")
    return found.text if isinstance(found, documents.Scalar) else otherwise
