"""Say what can go wrong at the front door."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.languages import OWN

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic


class Mistake(Exception):
    """What a person asked for and cannot have: a text of the command line says why, which ends the
    command.

    Attributes:
        key: The text's, in `view/words.py`.
        slots: What stands in it.
    """

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots

    def __str__(self) -> str:
        """Return the message in words."""
        from cardwright.view.words import say

        return say(OWN[0], self.key, **self.slots)


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


class UnknownNodeError(Mistake, LookupError):
    """The event graph has no node of this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__("unknown-node", word=word, guess=guess or "-")


class UnclearCardError(Mistake, LookupError):
    """No card, or several, are called so. `others` are those that may be meant."""

    def __init__(self, key: str, word: str, others: str) -> None:
        super().__init__(key, word=word, others=others)


class NoGraphvizError(Mistake, RuntimeError):
    """The program `dot` is not installed."""

    def __init__(self) -> None:
        super().__init__("no-graphviz")


class NotDrawnError(Mistake, RuntimeError):
    """The program `dot` could not draw something."""

    def __init__(self, reason: str) -> None:
        super().__init__("dot-failed", reason=reason)
