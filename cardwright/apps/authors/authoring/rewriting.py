"""Rewrite the files of packages: in one style, and with the fixes that the checker is sure of.

The checker knows which texts are effects: those that it reads while it checks a package. Every fix
is tried against the checker before a file is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from cardwright import Checks, Package, find_packages
from dsl import Diagnostic, Files, Record, Source, Span, in_order, listen


class Styled(Record):
    """A file beside the same in style. `new` is None where it cannot be read as YAML."""

    file: Path
    shown: str
    old: str
    new: str | None


def styled_files(words: Sequence[str], extra: Sequence[Path] = ()) -> Iterator[Styled]:
    """Yield the files that words mean: packages with what belongs to them, or single files.

    Raises:
        UnknownPackageError: A word is neither a package nor a path in one.
    """
    for word in words:
        path = Path(word)
        only = path.resolve() if path.is_file() else None
        folder = path.parent if only else path
        found = (
            [Package.at(folder)]
            if (folder / Package.LIBRARY).is_file()
            else find_packages([word], extra)
        )  # fmt: skip
        for package in found:
            checks = Checks()
            with listen() as heard:
                for each in checks.variants(package):
                    checks.of(each)
            for files in _own_files(package):
                for name, data in files.texts:
                    file = files.place.folder / name
                    if only not in (None, file.resolve()):
                        continue
                    shown = f"{files.place.shown}/{name}"
                    text = data.decode("utf-8-sig", "replace")
                    is_text = "\ufffd" not in text
                    plain = Source.of(shown, text).text
                    new = heard.formatted(shown, plain) if is_text else None
                    yield Styled(file, shown, text, new)


def _own_files(package: Package) -> Iterator[Files]:
    """Yield the files of a game and of the expansions in its folder, or of one expansion alone."""
    whose = package.topmost()
    parts = [part for part in package.parts if part.id == whose]
    if not package.parts:
        inside = replace(package, shelves=()).installed().values()
        parts = [package, *(each for each in inside if package.folder in each.folder.parents)]
    for part in parts:
        yield Files.of(part.folder, part.shown)


MOST_ROUNDS = 8
"""A fix may show what it hid: how often all is looked through again."""


class Fixed(Record):
    """A mistake that is mended: where, what stood there, and what stands there now."""

    place: str
    before: str
    after: str


class Mended(Record):
    """A package after its fixes.

    Attributes:
        texts: The files that are others now.
        fixed: What was mended, in order.
        left: What is still found.
    """

    texts: Mapping[Path, str]
    fixed: tuple[Fixed, ...]
    left: tuple[Diagnostic, ...]


def mended(package: Package) -> Mended:
    """Return a package with every fix carried out that is sure and takes its finding away."""
    files = {f"{each.place.shown}/{name}": each.place.folder / name
             for each in package.files() for name, _ in each.contents}  # fmt: skip
    texts: dict[Path, str] = {}
    fixed: list[Fixed] = []
    refused: set[tuple[str, int, str]] = set()
    found = _findings(package, texts)
    for _ in range(MOST_ROUNDS):
        chosen = [each for each in _apart(found) if _key(each) not in refused]
        if not chosen:
            break
        again, texts_then = _tried(package, texts, chosen, files)
        if not _is_better(again, found):
            kept = []
            for one in chosen:
                alone, _ = _tried(package, texts, [one], files)
                if _is_better(alone, found):
                    kept.append(one)
                else:
                    refused.add(_key(one))
            chosen = kept
            again, texts_then = _tried(package, texts, chosen, files)
        for span, text in map(edit_of, chosen):
            fixed.append(Fixed(span.place, span.text.strip(), text.strip()))
        found, texts = again, texts_then
    return Mended(texts, tuple(fixed), found)


def _findings(package: Package, texts: Mapping[Path, str]) -> tuple[Diagnostic, ...]:
    """Return what is found in a package and its variants, some of whose texts are others."""
    checks = Checks(texts=texts)
    every = (checks.findings(each) for each in checks.variants(package))
    return in_order(each for found in every for each in found)


def _tried(
    package: Package, texts: Mapping[Path, str], chosen: list[Diagnostic], files: Mapping[str, Path]
) -> tuple[tuple[Diagnostic, ...], dict[Path, str]]:
    """Return what is found after some fixes, and the texts then."""
    changed = dict(texts)
    for path in {each.span.source.path for each in chosen} & files.keys():
        own = [each for each in chosen if each.span.source.path == path]
        changed[files[path]] = with_fixes(own[0].span.source.text, own)
    return _findings(package, changed), changed


def with_fixes(text: str, chosen: Iterable[Diagnostic]) -> str:
    """Return a text with fixes that do not overlap."""
    edits = sorted(((edit_of(each)) for each in chosen), key=lambda pair: -pair[0].start)
    for span, new in edits:
        text = text[: span.start] + new + text[span.end :]
    return text


def edit_of(diagnostic: Diagnostic) -> tuple[Span, str]:
    """Return what a fix puts where."""
    fix = diagnostic.fix
    assert fix is not None
    return fix.span or diagnostic.span, fix.text


def _apart(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the findings whose fix is sure, without those that overlap an earlier one."""
    end: dict[str, int] = {}
    for each in found:
        if each.fix is not None and each.fix.is_sure:
            span, _ = edit_of(each)
            if span.start >= end.get(span.source.path, 0):
                end[span.source.path] = span.end
                yield each


def _is_better(after: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> bool:
    """Return whether fewer errors are found, or as many and fewer other findings."""
    new, old = (Counter(each.severity for each in found) for found in (after, before))
    return (new["error"], new.total()) < (old["error"], old.total())


def _key(diagnostic: Diagnostic) -> tuple[str, int, str]:
    return diagnostic.span.source.path, diagnostic.span.start, diagnostic.name
