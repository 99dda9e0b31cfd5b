"""Hold what is said to authors at work, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

AUTHOR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "fmt-did": ("written anew: {path}", "書き直しました: {path}"),
        "fmt-would": ("would change: {path}", "変わります: {path}"),
        "fmt-unread": (
            "left alone, since it cannot be read (`cardwright lint` says why): {path}",
            "読めないので変えません(理由は `cardwright lint`): {path}",
        ),
        "new-written": ("written: {path}", "書きました: {path}"),
        "new-next-game": (
            "next: cardwright lint {path}; cardwright test {path}; cardwright play {path}",
            "次は: cardwright lint {path}; cardwright test {path}; cardwright play {path}",
        ),
        "new-ask-name": ("Name in English", "英語の名前"),
        "new-ask-ja": ("Name in Japanese", "日本語の名前"),
        "new-ask-kind": ("Kind of the card", "カードの種類"),
        "new-ask-like": (
            "Like which recipe (tricks, deck-building, auction, board)",
            "どのひな形にするか(tricks、deck-building、auction、board)",
        ),
        "new-ask-title": ("What the script shows", "スクリプトで示すこと"),
        "new-no-recipe": (
            "no recipe `{word}`; there are {all}",
            "「{word}」というひな形はありません。あるもの: {all}",
        ),
        "new-no-kind": (
            "no kind `{word}`; there are {all}",
            "「{word}」という種類はありません。あるもの: {all}",
        ),
        "new-no-value": (
            "a card of this kind must say `{word}`, and nothing simple can stand there; write its "
            "file by hand",
            "この種類のカードには `{word}` が要り、簡単な値がありません。"
            "ファイルを手で書いてください",
        ),
        "new-card-there": ("there is a card `{word}` already", "カード「{word}」はもうあります"),
        "new-bad-id": (
            "`{word}` is no id: write lower case letters, digits and single hyphens",
            "「{word}」はidになりません。小文字、数字、ハイフン1つずつで書いてください",
        ),
        "new-there": ("it is there already: {path}", "もうあります: {path}"),
        "fmt-summary": (
            "in another style: {changed}, in style: {same}",
            "書式の違うファイル: {changed}、正しい書式: {same}",
        ),
    }
)
