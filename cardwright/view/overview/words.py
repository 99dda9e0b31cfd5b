"""Hold the words of an overview, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dsl.languages import worded

# Key: (English, Japanese). The slots in braces are the same in both.
WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # frames and boxes
        "course": ("the course of a match", "対戦の流れ"),
        "actions": ("actions", "アクション"),
        "cards": ("cards and the rules on them", "カードとそのルール"),
        "events": ("events", "イベント"),
        "values": ("values that rules change", "ルールが変える値"),
        "setup": ("set-up", "準備"),
        "end": ("end", "終了"),
        "rules": ("rules on no card", "カード以外のルール"),
        "rest": ("others", "そのほか"),
        "legend": ("legend", "凡例"),
        # under titles
        "each-turns": ("for each player, who decides", "プレイヤーごとの手番"),
        "each-for": ("for each", "1つずつ"),
        "each-while": ("again while it holds", "条件の間くり返す"),
        "cards-with-rules": (
            "{number} cards, {bearing} with rules",
            "{number}種、ルールがあるのは{bearing}種",
        ),
        "names-and-more": ("{names}, {number} more", "{names}、ほか{number}"),
        "readers": ("places that read it: {number}", "{number}か所が見る"),
        # numbers of a sort
        "of-phase": ("phases: {number}", "フェイズ{number}"),
        "of-action": ("actions: {number}", "アクション{number}"),
        "of-event": ("events: {number}", "イベント{number}"),
        "of-value": ("values: {number}", "値{number}"),
        "of-attribute": ("attributes: {number}", "属性{number}"),
        "of-kind": ("kinds: {number}", "種類{number}"),
        "of-rules": ("rules: {number}", "ルール{number}"),
        "of-effect": ("effects: {number}", "効果{number}"),
        "of-trigger": ("triggers: {number}", "誘発{number}"),
        "of-replacement": ("replacements: {number}", "置換{number}"),
        "of-forbid": ("forbids: {number}", "禁止{number}"),
        "of-modifier": ("modifiers: {number}", "修正{number}"),
        "of-always": ("always: {number}", "常時{number}"),
        # what the rules in a box wait for and change
        "before": ("before: {names}", "前: {names}"),
        "after": ("after: {names}", "後: {names}"),
        "instead": ("instead of: {names}", "代わり: {names}"),
        "forbids": ("forbid: {names}", "禁止: {names}"),
        "modifies": ("change: {names}", "変更: {names}"),
        "ends": ("can end the game", "ゲームを終わらせ得る"),
        # legend
        "means-next": ("what comes next", "次に来るもの"),
        "means-loop": ("and again", "くり返し"),
        "means-offers": ("offers as a choice", "選べるようにする"),
        "means-does": ("makes happen", "起こす"),
        "means-before": ("a rule waits for it: before", "待つルール: その前"),
        "means-after": ("a rule waits for it: after", "待つルール: その後"),
        "means-instead": ("a rule replaces it", "置き換えるルール"),
        "means-forbids": ("a rule forbids it", "禁じるルール"),
        "means-modifies": ("a rule changes the value", "値を変えるルール"),
        "means-ends": ("can end the game", "ゲームを終わらせ得る"),
        "note-numbers": ("× and a number: that many cards", "×と数字: カードの種類数"),
        "note-left-out": ("joined to nothing, not shown: {names}", "つながりがなく省略: {names}"),
        "note-folded": (
            "what does not fit is folded; the whole: --format json without --overview",
            "入りきらないものはまとめた。全体は --overview なしの --format json",
        ),
    }
)


def word(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return worded(WORDS[key], lang).format(**slots)
