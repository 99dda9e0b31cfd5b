"""Answer what the files of packages are in one style.

Which texts are effects, the checker says: those that it reads while it checks a package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.api.checks import Checks, lint_variants
from cardwright.api.expansions import installed, topmost
from cardwright.api.folders import LIBRARY, as_package
from cardwright.api.packages import Package, chosen_packages
from dsl.records import record
from dsl.syntax.file_style import file_in_style
from dsl.syntax.package_files import Files, Place, files_in
from dsl.syntax.parser import texts_read
from dsl.syntax.source_reader import plain_line_ends

Effects = Mapping[str, frozenset[int]]
"""The offsets at which the effect texts of a file begin, by the file's shown path."""


@record
class Styled:
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
            [as_package(folder)]
            if (folder / LIBRARY).is_file()
            else chosen_packages([word], extra)
        )  # fmt: skip
        for package in found:
            effects = effects_of(package)
            for files in _own_files(package):
                yield from _styled(files, effects, only)


def effects_of(package: Package) -> Effects:
    """Return where the effect texts of a package and its variants begin."""
    with texts_read() as read:
        lint_variants(package, Checks())
    found: dict[str, set[int]] = {}
    for scalar in read:
        found.setdefault(scalar.span.source.path, set()).add(scalar.span.start)
    return {path: frozenset(starts) for path, starts in found.items()}


def _own_files(package: Package) -> Iterator[Files]:
    """Yield the files of a game and of the expansions in its folder, or of one expansion alone."""
    whose = topmost(package)
    parts = [part for part in package.parts if part.id == whose]
    if not package.parts:
        inside = installed(replace(package, shelves=())).values()
        parts = [package, *(each for each in inside if package.folder in each.folder.parents)]
    for part in parts:
        yield files_in(Place(part.folder, part.shown))


def _styled(files: Files, effects: Effects, only: Path | None) -> Iterator[Styled]:
    """Yield the files of a folder, or one of them."""
    for name, data in files.contents:
        file = files.place.folder / name
        if only not in (None, file.resolve()):
            continue
        shown = f"{files.place.shown}/{name}"
        text = data.decode("utf-8-sig", "replace")
        is_text = "\ufffd" not in text
        plain = plain_line_ends(text)
        new = file_in_style(plain, effects.get(shown, frozenset())) if is_text else None
        yield Styled(file, shown, text, new)
