"""Hold what is said to authors at work, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

AUTHOR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "shrinking": ("making it shorter", "短くしています"),
        "shrink-none": ("this does not fail", "これは失敗しません"),
        "shrink-did": (
            "it fails: {way}; {before} {answer|answers} and entries before, {after} now",
            "失敗: {way}。答えと項目は{before}個から{after}個になりました",
        ),
        "shrink-offer": ("make it short: {command}", "短くするには: {command}"),
        "fmt-did": ("written anew: {path}", "書き直しました: {path}"),
        "fmt-would": ("would change: {path}", "変わります: {path}"),
        "fmt-unread": (
            "left alone, since it cannot be read (`cardwright lint` says why): {path}",
            "読めないので変えません(理由は `cardwright lint`): {path}",
        ),
        "lint-fixed": (
            "fixed: {place}: `{before}` → `{after}`",
            "直しました: {place}: `{before}` → `{after}`",
        ),
        "lint-removed": ("removed: {place}: `{before}`", "消しました: {place}: `{before}`"),
        "lint-fix-what": (
            "say what to mend: cardwright lint PATH --fix",
            "直すものを書いてください: cardwright lint パス --fix",
        ),
        "lint-noted": (
            "noted as known: {number} {finding|findings} in {path}",
            "既知として記録しました: {number}件({path})",
        ),
        "lint-no-baseline": (
            "{path} is no baseline; remove it, and the next run writes it anew",
            "{path} はベースラインではありません。消せば次の実行で作り直します",
        ),
        "skipped-hidden": (
            "not read, it is hidden: {path}",
            "隠しファイルなので読みません: {path}",
        ),
        "skipped-ending": (
            "not read, its name does not end with .yaml: {path}",
            "名前が .yaml で終わらないので読みません: {path}",
        ),
        "skipped-expansion": (
            "not read with the game, it belongs to an expansion: {path}",
            "拡張のファイルなのでゲームとは別に読みます: {path}",
        ),
        "skipped-unreadable": (
            "not read, see the finding about it: {path}",
            "読めません(指摘を見てください): {path}",
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
        "new-not-here": (
            "`{game}` comes with the program and is not written into; begin an expansion: "
            "cardwright new expansion {game} ID",
            "「{game}」はプログラム付属なので書き足せません。拡張から始めてください: "
            "cardwright new expansion {game} ID",
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
