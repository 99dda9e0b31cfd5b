"""Say what can go wrong at the front door."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import in_order, severity_of


class PackageError(Exception):
    """A package that cannot be played. `diagnostics` are its errors, in order."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        errors = [each for each in in_order(diagnostics) if severity_of(each) == "error"]
        first = f"{errors[0].span.place}: {errors[0].message}" if errors else "it cannot be read"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first}{more}")
        self.diagnostics = tuple(errors)


class DamagedFileError(ValueError):
    """A save or trajectory that cannot be read, or that belongs to another game."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class UnknownNodeError(LookupError):
    """The event graph has no node of this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__(word)
        self.word = word
        self.guess = guess


class NoGraphvizError(RuntimeError):
    """The program `dot` is not installed."""


class NotBuilt(RuntimeError):
    """A compiled build was asked for and cannot be had.

    Attributes:
        reason: `no-mypyc`, `no-c-compiler`, `build-needs-cache`, `build-not-own` or `build-failed`;
            the command line has a text of that key.
        detail: The compiler that is missing, the folder that is not the user's own, or the file
            that says what went wrong.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(_NOT_BUILT[reason].format(detail=detail))
        self.reason = reason
        self.detail = detail


_NOT_BUILT = {
    "no-mypyc": "the compiled build needs mypyc: pip install 'cardwright[compiled]'",
    "no-c-compiler": (
        "the compiled build needs a C compiler, and `{detail}` is not there: install one "
        "(Debian, Ubuntu: apt install gcc; macOS: xcode-select --install)"
    ),
    "build-needs-cache": "the compiled build lies in the cache folder, and the cache is off",
    "build-not-own": (
        "the compiled build lies in the cache folder, and others own or may write {detail}"
    ),
    "build-failed": "the compiled build failed; the compilers' own words are in {detail}",
}


class UnknownBuild(ValueError):
    """There is no build of this name: `word`. `builds` are those that there are."""

    def __init__(self, word: str, builds: tuple[str, ...]) -> None:
        super().__init__(f"there is no build `{word}`; there are: {', '.join(builds)}")
        self.word = word
        self.builds = builds
