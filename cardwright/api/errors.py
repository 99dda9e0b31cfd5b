"""Define the errors that loading and playing can end in; their texts stand in `messages/`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.languages import OWN, Catalogue
from dsl.syntax.deck_lists import WORDS as DECKS

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic


class Mistake(Exception):
    """What a person asked for and cannot have: a text of the command line says why, which ends the
    command.

    Attributes:
        WORDS: Where its text stands; an application has a catalogue of its own.
        key: The text's, in `WORDS`.
        slots: What stands in it.
    """

    WORDS = Catalogue(__file__, DECKS)

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots

    def __str__(self) -> str:
        """Return the message in English."""
        return self.WORDS.say(OWN[0], self.key, **self.slots)


class PackageError(Exception):
    """A package that cannot be played. `diagnostics` are its errors, in order."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        from dsl.diagnostics.diagnostic import in_order

        errors = [each for each in in_order(diagnostics) if each.severity == "error"]
        first = f"{errors[0].span.place}: {errors[0].message}" if errors else "it cannot be read"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first}{more}")
        self.diagnostics = tuple(errors)


class DamagedFileError(Mistake, ValueError):
    """A save or trajectory that cannot be read, or that belongs to another game."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__("bad-file", path=path, reason=reason)
