"""Store what is known of the packages of open files, and find what is wrong in typed texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardwright import Checks, Package
from dsl import CheckedFile, Diagnostic, Source, Span, in_order, listen
from dsl.model.game import Game


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
    files: dict[str, CheckedFile]
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
        with listen(open_paths) as heard:
            variants = checks.variants(package)
            found = in_order(f for each in variants for f in checks.findings(each))
        sources = {s.path: s for each in variants for s in checks.of(each).sources}
        for each in variants:
            for files in each.files(texts):
                place = files.place
                shown |= {f"{place.shown}/{n}": place.folder / n for n, _ in files.contents}
        before = self.known.get(_folder(package))
        game = checks.of(package).game or (before.game if before else None)
        known = Known(package, game, shown, sources, {}, found, heard.effects())
        for name in open_paths & sources.keys():
            old = before.files.get(name) if before else None
            known.files[name] = heard.file(sources[name], found, old)
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
        return file.findings(self.texts[path])


def _errors(package: Package, texts: Mapping[Path, str]) -> int:
    """Return how many errors a package and its variants have."""
    checks = Checks(texts=texts)
    every = (checks.of(each).diagnostics for each in checks.variants(package))
    return sum(each.severity == "error" for found in every for each in found)


def _folder(package: Package) -> Path:
    """Return what a package is known by: the folder of a game, or of the expansion that is in."""
    return package.parts[-1].folder if package.parts else package.folder


def shown_of(known: Known, path: Path) -> str | None:
    """Return the path of a file as findings show it."""
    return next((name for name, file in known.paths.items() if file == path), None)
