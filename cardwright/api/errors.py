"""Say what can go wrong at the front door."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.api.error_words import ERROR_WORDS
from dsl.languages import OWN, filled, worded

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic


class Mistake(Exception):
    """What a person asked for and cannot have: a text of the command line says why, which ends the
    command.

    Attributes:
        key: The text's, in `cardwright/api/error_words.py`; an application's own in its table.
        slots: What stands in it.
    """

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots

    def __str__(self) -> str:
        """Return the message in words."""
        return filled(worded(ERROR_WORDS[self.key], OWN[0]), self.slots)


class PackageError(Exception):
    """A package that cannot be played. `diagnostics` are its errors, in order."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        from dsl.diagnostics.order import in_order, severity_of

        errors = [each for each in in_order(diagnostics) if severity_of(each) == "error"]
        first = f"{errors[0].span.place}: {errors[0].message}" if errors else "it cannot be read"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first}{more}")
        self.diagnostics = tuple(errors)


class DamagedFileError(Mistake, ValueError):
    """A save or trajectory that cannot be read, or that belongs to another game."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__("bad-file", path=path, reason=reason)
