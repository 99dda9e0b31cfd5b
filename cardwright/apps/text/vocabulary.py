"""List the words that join phrases of rules text, in both languages.

A slot in braces takes a phrase. What a game itself calls its things stands in the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from dsl import VOCABULARY, languages
from dsl.model.words import Both


def _of_words() -> Iterator[tuple[str, Both]]:
    """Yield the phrases of the language's own words."""
    for row in (*VOCABULARY.folds.values(), *VOCABULARY.functions.values()):
        if row.phrase is not None:
            yield row.name, row.phrase
    for fold in VOCABULARY.folds.values():
        if fold.plain_phrase is not None:
            yield f"{fold.name}-plain", fold.plain_phrase
        if fold.over_phrase is not None:
            yield f"{fold.name}-over", fold.over_phrase


PHRASES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        **dict(_of_words()),
        # People and things by role
        "me": ("you", "自分"),
        "self": ("this", "これ"),
        "actor": ("that player", "そのプレイヤー"),
        "active": ("the active player", "手番プレイヤー"),
        "start-player": ("the start player", "スタートプレイヤー"),
        "round": ("the number of the round", "ラウンド数"),
        "card": ("card", "カード"),
        "player": ("player", "プレイヤー"),
        "any-player": ("a player", "プレイヤー"),
        "player-number": ("player {number}", "プレイヤー{number}"),
        "opponent": ("opponent", "対戦相手"),
        "mate": ("teammate", "味方"),
        "number": ("number", "数"),
        "answer": ("answer", "答え"),
        "the-answer": ("the answer", "答え"),
        "name": ("name", "カード名"),
        "place": ("place", "場所"),
        "amount": ("amount", "量"),
        "falling": ("{list} by falling {what}", "{what}の大きい順の{list}"),
        "things-if": ("if {condition}", "{condition}場合の"),
        "thing": ("item", "選択"),
        "that": ("that {noun}", "その{noun}"),
        "those": ("those {noun}", "それらの{noun}"),
        "second": ("the second {noun}", "2つ目の{noun}"),
        "noted": ("the noted {noun}", "覚えた{noun}"),
        "any": ("any {noun}", "任意の{noun}"),
        "phase": ("the phase “{name}” begins", "「{name}」の開始"),
        "setup": ("Set-up", "準備"),
        "match": ("the game", "ゲーム"),
        "so": ("that", "そう"),
        "result": ("that", "それ"),
        # Literals
        "yes": ("yes", "はい"),
        "no": ("no", "いいえ"),
        "none": ("none", "なし"),
        "nobody": ("nobody", "なし"),
        "nothing": ("nothing", "なし"),
        "unit-counted": ("{count} {key}", "{key}{count}個"),
        "unit-of": ("{count} of {key}", "{key}{count}個"),
        "unit-known": ("{count} {key}", "{count}の{key}"),
        "unit-equal": ("{key} equal to {count}", "{count}と同じ数の{key}"),
        "units-equal": ("{key}, as many as {count}", "{count}と同じ数の{key}"),
        "unit-either": ("1 {key}", "{key}1個"),
        "unit-one-among": ("1 {key}", "{key}のどれか1個"),
        "unit-among": ("{count} of {key}", "{key}のうち{count}個"),
        "among": ("{count} of {list}", "{list}のうち{count}個"),
        "of-any": ("{noun} of any type", "好きな{noun}"),
        "all-except": ("{noun} except {besides}", "{besides}以外の{noun}"),
        "reduced": ("{left} less {right}", "{left}から{right}を引いた分"),
        "per": ("{number} per {counted}", "{counted}につき{number}"),
        "never-paid": ("what nobody can pay", "誰も支払えないもの"),
        "that-many": ("that many", "その数"),
        "anything": ("thing", "もの"),
        "type": ("type", "種類"),
        "of-type": ("of {bag}", "{bag}の"),
        "and": ("{left} and {right}", "{left}と{right}"),
        "or": ("{left} or {right}", "{left}か{right}"),
        # What belongs to whom
        "of": ("the {name} of {owner}", "{owner}の{name}"),
        "of-me": ("your {name}", "自分の{name}"),
        "of-self": ("the {name} of {owner}", "{owner}の{name}"),
        "of-it": ("{whose} {name}", "{whose}{name}"),
        "the": ("the {name}", "{name}"),
        "this-one": ("this one", "これ"),
        "option-value": ("the value of “{name}”", "「{name}」の値"),
        "option": ("“{name}”", "「{name}」"),
        "definition": ("name", "カード名"),
        "kind": ("kind", "種類"),
        "zone": ("place", "置き場"),
        "position": ("position", "位置"),
        "holder": ("holder", "持ち主"),
        "owner": ("owner", "所有者"),
        "controller": ("controller", "使用者"),
        "seat": ("seat", "席"),
        # Where cards are
        "in": ("in {zone}", "{zone}の"),
        "on": ("on {zone}", "{zone}の"),
        "at-table": ("at the table", "席に着いた"),
        "in-any": ("in the {name} of any {owner}", "いずれかの{owner}の{name}の"),
        "in-any-players": ("in any player’s {name}", "いずれかのプレイヤーの{name}の"),
        "in-all": ("in the {name} of every {owner}", "すべての{owner}の{name}の"),
        "in-all-players": ("in every player’s {name}", "全プレイヤーの{name}の"),
        "of-place": ("of {zone}", "{zone}の"),
        # Lists
        "all": ("all {noun}", "すべての{noun}"),
        "any-number": ("any number of", "いくつかの"),
        "opponents-of": ("of {player}", "{player}の"),
        "range": ("from {low} to {high}", "{low}から{high}までの"),
        "together": ("{left} and {right}", "{left}と{right}"),
        "without": ("{left} except {right}", "{left}から{right}を除いたもの"),
        "less": ("{left} less {right}", "{left}から{right}を引いたもの"),
        "or-if-none": ("{value} ({default} if there is none)", "{value}(なければ{default})"),
        "item-value": ("value", "値"),
        "element": ("the {noun} at position {index} of {list}", "{list}の{index}番目"),
        "first-so-many": ("the first {number} of {list}", "{list}の初めの{number}つ"),
        "first-as-many": (
            "the first of {list} (as many as {number})",
            "{list}の初めから({number})つ",
        ),
        "highest-itself": ("the highest of {list}", "{list}のうち最大のもの"),
        "lowest-itself": ("the lowest of {list}", "{list}のうち最小のもの"),
        "same-place": ("the {noun} at the same place as {like}", "{like}と同じ順番の{noun}"),
        "by-number": (
            "one of {list}, in order of {what} from {low} on",
            "{what}が{low}から順に{list}",
        ),
        "by-seat": ("one of {list}, in order of {what}", "{what}の順に{list}"),
        "nth-seat": ("the player in seat {index}", "{index}番目の席のプレイヤー"),
        "lookup": ("the number of {key} in {bag}", "{bag}の{key}の数"),
        "first-card": ("the first {noun} of {zone}", "{zone}の最初の{noun}"),
        "last-card": ("the last {noun} of {zone}", "{zone}の最後の{noun}"),
        "lookup-among": ("the {key} among {bag}", "{bag}のうちの{key}"),
        "top-that-many": (
            "the top {noun} of {zone} ({number})",
            "{zone}の上から{number}だけの{noun}",
        ),
        "top-many": ("the top {number} {noun} of {zone}", "{zone}の上{number}枚の{noun}"),
        "top-counted": (
            "the top {noun} of {zone} (as many as {number})",
            "{zone}の上({number})枚の{noun}",
        ),
        # Numbers
        "+": ("{left} plus {right}", "{left}+{right}"),
        "-": ("{left} minus {right}", "{left}-{right}"),
        "*": ("{left} times {right}", "{left}×{right}"),
        "//": ("{left} divided by {right} (rounded down)", "{left}÷{right}(切り捨て)"),
        "%": ("the remainder of {left} divided by {right}", "{left}÷{right}の余り"),
        "neg": ("minus {left}", "-{left}"),
        "smaller": ("the smaller of {left} and {right}", "{left}と{right}の小さい方"),
        "larger": ("the larger of {left} and {right}", "{left}と{right}の大きい方"),
        "if-else": ("{then} if {condition}, otherwise {other}",
                    "{condition}なら{then}、そうでなければ{other}"),
        "same-truth": (
            "either {left} and {right}, or neither",
            "{left}かどうかと{right}かどうかが同じ",
        ),
        "other-truth": (
            "either {left} or {right}, but not both",
            "{left}かどうかと{right}かどうかが異なる",
        ),
        "whether": ("whether {condition}", "{condition}かどうか"),
    }
)  # fmt: skip
"""Key: (English, Japanese). The slots in braces are the same in both."""


def phrase(lang: str, key: str, /, **slots: str) -> str:
    """Return a phrase in a language, its slots filled."""
    return languages.worded(PHRASES[key], lang).format(**slots)
