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
