"""List the words of an overview, and of one node with its neighbours, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dsl.languages import filled, worded

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
            "{number} {card|cards}, {bearing} with rules",
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
        # one node: what leads to it, and what it leads to
        "from-next": ("comes behind: {names}", "前に来るもの: {names}"),
        "from-branch": (
            "comes behind, under a condition: {names}",
            "条件付きの前: {names}",
        ),
        "from-loop": ("comes again behind: {names}", "くり返しの元: {names}"),
        "from-offers": ("can be chosen in: {names}", "選べる所: {names}"),
        "from-does": ("is made to happen by: {names}", "起こすもの: {names}"),
        "from-before": ("acts before: {names}", "この前に働く: {names}"),
        "from-after": ("acts after: {names}", "この後に働く: {names}"),
        "from-instead": ("happens instead of: {names}", "置き換えるもの: {names}"),
        "from-forbids": ("forbids: {names}", "禁じるもの: {names}"),
        "from-modifies": ("is changed by the rules: {names}", "値を変えるルール: {names}"),
        "from-reads": ("is looked at by: {names}", "見るもの: {names}"),
        "from-writes": ("is changed by: {names}", "変えるもの: {names}"),
        "from-bears": ("is said by: {names}", "書いてある所: {names}"),
        "to-next": ("comes next: {names}", "次に来るもの: {names}"),
        "to-branch": ("comes next, under a condition: {names}", "条件付きの次: {names}"),
        "to-loop": ("begins again with: {names}", "くり返しの先: {names}"),
        "to-offers": ("offers as a choice: {names}", "選べるようにする: {names}"),
        "to-does": ("makes happen: {names}", "起こす: {names}"),
        "to-before": ("before it act: {names}", "この前に働くルール: {names}"),
        "to-after": ("after it act: {names}", "この後に働くルール: {names}"),
        "to-instead": ("instead of it happens: {names}", "代わりに起こす: {names}"),
        "to-forbids": ("is forbidden by: {names}", "禁じるルール: {names}"),
        "to-modifies": ("changes the value of: {names}", "値を変える: {names}"),
        "to-reads": ("looks at: {names}", "見る: {names}"),
        "to-writes": ("changes: {names}", "変える: {names}"),
        "to-bears": ("says: {names}", "書いてあること: {names}"),
        "in-line": ("(line {line})", "({line}行)"),
    }
)


def word(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return filled(worded(WORDS[key], lang), slots)
