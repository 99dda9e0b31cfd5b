"""Hold the texts of the errors that loading and playing can end in, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
