"""Hold the words of pictures of the event graph, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl.languages import filled, worded
from interpreter.graph.drawing import EDGES, NODES

# Key: (English, Japanese). The slots in braces are the same in both.
WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "legend": ("Legend", "凡例"),
        "setup": ("set-up", "準備"),
        "end": ("the end", "終了"),
        "start-player": ("start player", "スタートプレイヤー"),
        "each-turns": ("for each player", "プレイヤーごと"),
        "each-for": ("for each", "1つずつ"),
        "each-while": ("again and again", "くり返し"),
        # rules by what they wait for or change
        "rule-before": ("before: {names}", "前: {names}"),
        "rule-after": ("after: {names}", "後: {names}"),
        "rule-instead": ("instead of: {names}", "代わり: {names}"),
        "rule-forbids": ("forbids: {names}", "禁止: {names}"),
        "rule-becomes": ("as soon as: {names}", "成り立ったとき: {names}"),
        "rule-modifies": ("changes: {names}", "変更: {names}"),
        "rule-sets": ("sets: {names}", "決定: {names}"),
        # piles of like things on cards
        "pile": ("{kind}: {what}", "{kind}: {what}"),
        "many-phase": ("{number} {phase|phases}", "フェイズ{number}"),
        "many-action": ("{number} {action|actions}", "アクション{number}"),
        "many-effect": ("{number} {effect|effects}", "効果{number}"),
        "many-trigger": ("{number} {trigger|triggers}", "誘発{number}"),
        "many-replacement": ("{number} {replacement|replacements}", "置換{number}"),
        "many-forbid": ("{number} {rule that forbids|rules that forbid}", "禁じるルール{number}"),
        "many-modifier": ("{number} {modifier|modifiers}", "修正{number}"),
        "many-always": (
            "{number} {rule that always holds|rules that always hold}",
            "常時のルール{number}",
        ),
        "many-event": ("{number} {event|events}", "イベント{number}"),
        "many-value": ("{number} {value|values}", "値{number}"),
        "many-kind": ("{number} {kind of card|kinds of card}", "カードの種類{number}"),
        "course": ("the round", "ラウンドの流れ"),
        "rules-there": ("rules that act there: {names}", "ここで働くルール: {names}"),
        # the page
        "page-search": ("Search: a name or an id", "検索: 名前かid"),
        "page-start": ("Start view", "最初の表示"),
        "page-fit": ("Show all", "全体を表示"),
        "page-closer": ("Closer", "拡大"),
        "page-farther": ("Farther", "縮小"),
        "page-theme": ("Dark or light", "明るさ"),
        "page-hint": (
            "Click a box to see its neighbours. Search finds everything, also in the other "
            "language. The wheel zooms.",
            "箱をクリックすると隣が見えます。検索ではもう一方の言語の名前も見つかります。ホイールで拡大・縮小します。",
        ),
        "say-all": ("Show all neighbours ({number} more)", "隣をすべて表示 (あと{number})"),
        "say-members": ("Members", "含まれるもの"),
        "say-steps": ("Steps, with their lines", "手順と行"),
        "say-none": ("Nothing is called so.", "見つかりません。"),
        # sorts of nodes
        "sort-phase": ("phase", "フェイズ"),
        "sort-action": ("action", "アクション"),
        "sort-event": ("event", "イベント"),
        "sort-effect": ("effect", "効果"),
        "sort-decision": ("decision", "決定"),
        "sort-step": ("step", "手順"),
        "sort-trigger": ("trigger", "誘発"),
        "sort-replacement": ("replacement", "置換"),
        "sort-forbid": ("rule that forbids", "禁じるルール"),
        "sort-modifier": ("modifier", "修正"),
        "sort-always": ("rule that always holds", "常時のルール"),
        "sort-value": ("value", "値"),
        "sort-attribute": ("attribute", "属性"),
        "sort-state": ("state", "状態"),
        "sort-zone": ("zone", "領域"),
        "sort-card": ("card", "カード"),
        "sort-kind": ("kind of card", "カードの種類"),
        "sort-end": ("end of the game", "ゲームの終了"),
        # kinds of edges
        "edge-next": ("comes next", "次に来る"),
        "edge-branch": ("comes next, under a condition", "条件付きで次に来る"),
        "edge-loop": ("begins again", "くり返す"),
        "edge-offers": ("offers as a choice", "選べるようにする"),
        "edge-does": ("makes happen", "起こす"),
        "edge-before": ("a rule acts before it", "その前に働くルール"),
        "edge-after": ("a rule acts after it", "その後に働くルール"),
        "edge-instead": ("a rule replaces it", "置き換えるルール"),
        "edge-forbids": ("a rule forbids it", "禁じるルール"),
        "edge-modifies": ("changes the value of", "値を変える"),
        "edge-reads": ("looks at", "見る"),
        "edge-writes": ("changes", "変える"),
        "edge-bears": ("has the rule", "ルールを持つ"),
        # on lines
        "on-loop": ("again", "くり返し"),
        "on-before": ("before", "前"),
        "on-after": ("after", "後"),
        "on-instead": ("instead", "代わり"),
        "on-forbids": ("forbidden by", "禁止"),
        "on-modifies": ("changes", "変更"),
        "on-reads": ("looks at", "見る"),
        "on-writes": ("changes", "変える"),
    }
)


def word(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return filled(worded(WORDS[key], lang), slots)


def legend_words(lang: str) -> dict[str, str]:
    """Return the words of a legend: its title, sorts, kinds of edges, and words on lines."""
    found = {"legend": word(lang, "legend")}
    found.update((sort, word(lang, f"sort-{sort}")) for sort in NODES)
    found.update((kind, word(lang, f"edge-{kind}")) for kind in EDGES)
    found.update((key, word(lang, key)) for key in WORDS if key.startswith("on-"))
    return found
