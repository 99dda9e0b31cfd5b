"""Report what is wrong with a query for cards, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from dsl import Span, languages

_SLOT: Final = re.compile(r"\{(\w+)\}")
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "word": ("no card says `{word}`", "「{word}」と書かれたカードはありません"),
    "word-near": (
        "no card says `{word}`; did you mean `{guess}`?",
        "「{word}」と書かれたカードはありません。「{guess}」ですか？",
    ),
    "short": (
        "`{word}` alone is in too many texts; write it in quotes if you mean it",
        "「{word}」1文字では広すぎます。本当に探すなら引用符で囲んでください",
    ),
    "field": (
        "no field `{word}`; known: {all}",
        "「{word}」という項目はありません。使えるもの: {all}",
    ),
    "field-near": (
        "no field `{word}`; did you mean `{guess}`?",
        "「{word}」という項目はありません。「{guess}」ですか？",
    ),
    "value": (
        "`{word}` is no value of `{option}`; possible: {all}",
        "「{word}」は「{option}」の値ではありません。使える値: {all}",
    ),
    "value-near": (
        "`{word}` is no value of `{option}`; did you mean `{guess}`?",
        "「{word}」は「{option}」の値ではありません。「{guess}」ですか？",
    ),
    "number": (
        "`{option}` is a number, and `{word}` is none",
        "「{option}」は数ですが、「{word}」は数ではありません",
    ),
    "sign": (
        "`{option}` has no order, so `{word}` cannot stand here; use `:` or `!=`",
        "「{option}」に大小はないので「{word}」は使えません。`:` か `!=` を使ってください",
    ),
    "pattern-sign": (
        "a pattern fits or does not, so `{word}` cannot stand before it; use `:` or `!=`",
        "正規表現の前に「{word}」は使えません。`:` か `!=` を使ってください",
    ),
    "directive": (
        "`{option}:` says how cards are shown; it cannot stand inside `or`, `not` or parentheses",
        "「{option}:」は見せ方の指定なので、`or`・`not`・括弧の中には書けません",
    ),
    "directive-sign": (
        "`{option}` takes `:`, as in `{option}:name`",
        "「{option}」には `{option}:name` のように `:` を使ってください",
    ),
    "version": (
        "`{word}` is neither a folder with this game nor a git revision that has it without errors",
        "「{word}」は、このゲームの誤りのない版があるフォルダーでも git リビジョンでもありません",
    ),
    "too-long": ("a query has at most 2000 letters", "検索の式は2000文字までです"),
    "too-deep": ("nested too deep: at most 50 levels", "入れ子が深すぎます。50段までです"),
    "open-quote": ("this quote is not closed", "この引用符が閉じられていません"),
    "open-pattern": (
        "this `/` begins a pattern, and no `/` ends it; write a text with `/` in quotes",
        "この `/` から始まる正規表現が閉じられていません。`/` を含む語は引用符で囲んでください",
    ),
    "open-parenthesis": ("this parenthesis is not closed", "この括弧が閉じられていません"),
    "stray-parenthesis": ("no parenthesis is open here", "対応する開き括弧がありません"),
    "nothing-beside": (
        "something is missing beside `{word}`; write the word itself in quotes",
        "「{word}」の隣に何もありません。この語自体を探すなら引用符で囲んでください",
    ),
    "no-name": (
        "a field's name is missing before `{word}`, as in `kind:card`",
        "「{word}」の前に `kind:card` のような項目名がありません",
    ),
    "no-value": (
        "a value is missing right behind `{word}`, as in `kind:card`",
        "「{word}」のすぐ後に `kind:card` のような値がありません",
    ),
    "stray": ("`{word}` cannot stand here", "ここに「{word}」は書けません"),
    "pattern-end": ("this pattern ends too soon", "正規表現が途中で終わっています"),
    "pattern-letter": (
        "this part of the pattern is not known; a sign is taken as it is behind `\\`",
        "正規表現のこの部分は使えません。記号そのものは `\\` の後に書いてください",
    ),
    "pattern-repeat": (
        "nothing here can be repeated so; a sign is taken as it is behind `\\`",
        "ここでは繰り返しを指定できません。記号そのものは `\\` の後に書いてください",
    ),
    "pattern-large": ("this pattern is too large", "この正規表現は大きすぎます"),
    "pattern-slow": ("this pattern takes too long", "この正規表現は時間がかかりすぎます"),
}
NEAR: Final = frozenset(key.removesuffix("-near") for key in WORDS if key.endswith("-near"))
"""The messages that can name the nearest known word."""


def say_of_query(lang: str, key: str, **slots: str) -> str:
    """Return a message in a language."""
    text = languages.worded(WORDS[key], lang)
    return _SLOT.sub(lambda found: slots.get(found[1], found[0]), text)


MOST_SHOWN: Final = 16
LINE_COLUMNS: Final = 160
"""Letters that are shown of a longer query."""
LEAD_COLUMNS: Final = 60
"""Of these, the letters before what is wrong."""
MOST_COMPARED: Final = 500_000
"""Pairs of letters that a guess compares on a page, as many as `dsl.nearest` does."""


class QueryError(ValueError):
    """A query, or a word of it, that means nothing here.

    Attributes:
        key: The message's key.
        slots: What stands in the message; `guess` is "" where nothing is near.
        span: The letters at fault.
    """

    def __init__(self, key: str, span: Span, **slots: str) -> None:
        super().__init__(key)
        self.key = key
        self.span = span
        self.slots = slots

    def message(self, lang: str) -> str:
        """Return what is wrong in words, with the nearest known word where there is one."""
        guess = self.slots.get("guess", "")
        key = f"{self.key}-near" if guess and self.key in NEAR else self.key
        return say_of_query(lang, key, **self.slots)

    def shown(self, lang: str) -> str:
        """Return what is wrong in words, and below it the query with carets."""
        return "\n".join(
            (self.message(lang), *self.span.snippet("", 1, LINE_COLUMNS, LEAD_COLUMNS))
        )

    def __str__(self) -> str:
        """Return the message in English, with the query below it."""
        return self.shown("en")


def few(names: Iterable[str]) -> str:
    """Return names in a row, not too many."""
    listed = [*dict.fromkeys(names)]
    return ", ".join(listed[:MOST_SHOWN]) + (", …" if len(listed) > MOST_SHOWN else "")
