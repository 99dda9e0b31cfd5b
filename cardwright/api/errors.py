"""Define the errors that loading and playing can end in, with their texts in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from dsl.languages import OWN, filled, worded

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic


# Key: (English, Japanese). The slots in braces are the same in both.
ERROR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "unknown-game": (
            "no game or path `{word}`; `cardwright games` lists the games",
            "「{word}」というゲームもパスもありません。`cardwright games` で一覧できます",
        ),
        "unknown-game-near": (
            "no game or path `{word}`; did you mean `{guess}`?",
            "「{word}」というゲームもパスもありません。「{guess}」ですか？",
        ),
        "option-form": (
            "`{word}` is not of the form option=value",
            "「{word}」は「オプション=値」の形ではありません",
        ),
        "unknown-option": (
            "no option `{word}`; known: {guess}",
            "オプション「{word}」はありません。あるもの: {guess}",
        ),
        "option-of-players": (
            "`{word}` follows from --players",
            "「{word}」は --players で決まります",
        ),
        "bad-option": (
            "`{word}` is no value of the option `{option}` ({type}); possible: {all}",
            "「{word}」はオプション「{option}」({type}) の値ではありません。使える値: {all}",
        ),
        "options-clash": (
            "`{option}` cannot be `{word}` with the other options: {condition}",
            "オプション「{option}」は他のオプションと合わせて「{word}」にできません: {condition}",
        ),
        "bad-file": ("`{path}`: {reason}", "「{path}」: {reason}"),
    }
)


class Mistake(Exception):
    """What a person asked for and cannot have: a text of the command line says why, which ends the
    command.

    Attributes:
        key: The text's, in `WORDS`; an application's own in its table.
        slots: What stands in it.
    """

    WORDS = ERROR_WORDS

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots

    def __str__(self) -> str:
        """Return the message in words."""
        return filled(worded(Mistake.WORDS[self.key], OWN[0]), self.slots)


class PackageError(Exception):
    """A package that cannot be played. `diagnostics` are its errors, in order."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        from dsl.diagnostics.order import in_order

        errors = [each for each in in_order(diagnostics) if each.severity == "error"]
        first = f"{errors[0].span.place}: {errors[0].message}" if errors else "it cannot be read"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first}{more}")
        self.diagnostics = tuple(errors)


class DamagedFileError(Mistake, ValueError):
    """A save or trajectory that cannot be read, or that belongs to another game."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__("bad-file", path=path, reason=reason)
