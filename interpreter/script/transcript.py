"""Write what happened in a script: a header, then the tree of events."""

from __future__ import annotations

from dsl.languages import in_language
from interpreter.state.values import Value
from interpreter.walk.match import listed

HEADINGS: dict[str, dict[str, str]] = {
    "script": {"en": "script", "ja": "スクリプト"},
    "game": {"en": "game", "ja": "ゲーム"},
    "seed": {"en": "seed", "ja": "シード"},
    "players": {"en": "players", "ja": "プレイヤー"},
    "options": {"en": "options", "ja": "オプション"},
    "chosen": {"en": "chosen at random", "ja": "無作為の選択"},
    "alone": {"en": "not asked, with one answer", "ja": "答えがひとつで尋ねられなかったもの"},
    "pending": {"en": "pending", "ja": "未処理"},
    "nothing": {"en": "nothing", "ja": "なし"},
}


def word(key: str, language: str) -> str:
    """Return a heading in a language, else in English."""
    return in_language(HEADINGS[key], language)


def transcript_of(result: Value, language: str, seat: int | None) -> str:
    """Return the transcript of a result."""
    lines = [f"{word(key, language)}: {text}" for key, text in result.header]
    lines.append("")
    lines.extend(_events(result, language, seat))
    if result.chosen:
        taken = ", ".join(f"{who}: {label}" for who, label in result.chosen)
        lines += ["", f"{word('chosen', language)}: {taken}"]
    alone = [f"{who}: {label}" for player, who, label in result.alone if seat in (None, player)]
    if alone:
        lines += ["", f"{word('alone', language)}: {listed(alone)}"]
    pending = result.pending or word("nothing", language)
    lines += ["", f"{word('pending', language)}: {pending}"]
    return "\n".join(lines) + "\n"


def _events(result: Value, language: str, seat: int | None) -> list[str]:
    if result.match is None or result.services.transcript is None:
        return []
    marks = result.acted_alone if seat is None else ()
    return list(result.services.transcript(result.match, language, seat, marks))
