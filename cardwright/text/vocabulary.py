"""Hold the words that join phrases of rules text, in both languages.

A slot in braces takes a phrase. What a game itself calls its things stands in the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl.languages import worded

PHRASES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        # People and things by role
        "me": ("you", "自分"),
        "self": ("this", "これ"),
        "actor": ("that player", "その行為者"),
        "active": ("the active player", "手番プレイヤー"),
        "start-player": ("the start player", "スタートプレイヤー"),
        "round": ("the number of the round", "ラウンド数"),
        "card": ("card", "カード"),
        "player": ("player", "プレイヤー"),
        "player-number": ("player {number}", "プレイヤー{number}"),
        "opponent": ("opponent", "対戦相手"),
        "mate": ("teammate", "味方"),
        "number": ("number", "数"),
        "answer": ("answer", "答え"),
        "name": ("name", "カード名"),
        "place": ("place", "場所"),
        "thing": ("item", "選択"),
        "that": ("that {noun}", "その{noun}"),
        "those": ("those {noun}", "それらの{noun}"),
        "second": ("the second {noun}", "2つ目の{noun}"),
        "noted": ("the noted {noun}", "覚えた{noun}"),
        "any": ("any {noun}", "任意の{noun}"),
        "phase": ("the phase “{name}” begins", "「{name}」の開始"),
        "match": ("the game", "ゲーム"),
        "result": ("that", "それ"),
        # Literals
        "yes": ("yes", "はい"),
        "no": ("no", "いいえ"),
        "none": ("none", "なし"),
        "nobody": ("nobody", "なし"),
        "nothing": ("nothing", "なし"),
        "unit": ("{count} {key}", "{key}{count}"),
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
        "option": ("“{name}”", "「{name}」"),
        "definition": ("name", "カード名"),
        "kind": ("kind", "種類"),
        "zone": ("place", "置き場"),
        "position": ("position", "位置"),
        "holder": ("holder", "持ち主"),
        "owner": ("owner", "所有者"),
        "seat": ("seat", "席"),
        # Where cards are
        "in": ("in {zone}", "{zone}の"),
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
        "count": ("the number of {list}", "{list}の数"),
        "sum": ("the sum of the {what} of {list}", "{list}の{what}の合計"),
        "sum-plain": ("the sum of {list}", "{list}の合計"),
        "sum-over": ("the sum over {list} of {what}", "{list}についての{what}の合計"),
        "max": ("the highest {what} among {list}", "{list}の最大の{what}"),
        "min": ("the lowest {what} among {list}", "{list}の最小の{what}"),
        "or-if-none": ("{value} ({default} if there is none)", "{value}(なければ{default})"),
        "best": ("the one of {list} with the highest {what}", "{list}のうち{what}が最大のもの"),
        "worst": ("the one of {list} with the lowest {what}", "{list}のうち{what}が最小のもの"),
        "bests": (
            "those of {list} with the highest {what}",
            "{list}のうち{what}が最大のものすべて",
        ),
        "leader": (
            "the only one of {list} with the highest {what}",
            "{list}のうち{what}が単独で最大のもの",
        ),
        "each": ("the {what} of each of {list}", "{list}それぞれの{what}"),
        "sort": ("{list} by rising {what}", "{what}の小さい順の{list}"),
        "item-value": ("value", "値"),
        "first": ("the first of {list}", "{list}の最初の1つ"),
        "last": ("the last of {list}", "{list}の最後の1つ"),
        "only": ("the only one of {list}", "{list}の唯一の1つ"),
        "reverse": ("{list} in reverse order", "逆順の{list}"),
        "distinct": ("{list}, each once", "重複を除いた{list}"),
        "keys": ("the types of {list}", "{list}の種類"),
        "element": ("number {index} of {list}", "{list}の{index}番目"),
        "lookup": ("the number of {key} in {bag}", "{bag}の{key}の数"),
        "top": ("the top {noun} of {zone}", "{zone}の一番上の{noun}"),
        "top-many": ("the top {number} {noun} of {zone}", "{zone}の上{number}枚の{noun}"),
        "top-counted": (
            "the top {noun} of {zone} (as many as {number})",
            "{zone}の上({number})枚の{noun}",
        ),
        "bottom": ("the bottom {noun} of {zone}", "{zone}の一番下の{noun}"),
        "next": ("the player after {player}", "{player}の次のプレイヤー"),
        "previous": ("the player before {player}", "{player}の前のプレイヤー"),
        "seats": ("all seats", "すべての席"),
        "vacant": ("the number of free places in {zone}", "{zone}の空きの数"),
        "default": ("{value} (otherwise {default})", "{value}(なければ{default})"),
        # Numbers
        "+": ("{left} plus {right}", "{left}+{right}"),
        "-": ("{left} minus {right}", "{left}-{right}"),
        "*": ("{left} times {right}", "{left}×{right}"),
        "//": ("{left} divided by {right}, rounded down", "{left}÷{right}(切り捨て)"),
        "%": ("the rest of {left} divided by {right}", "{left}÷{right}の余り"),
        "neg": ("minus {left}", "-{left}"),
        "abs": ("the size of {left}", "{left}の絶対値"),
        "smaller": ("the smaller of {left} and {right}", "{left}と{right}の小さい方"),
        "larger": ("the larger of {left} and {right}", "{left}と{right}の大きい方"),
        "if-else": ("{then} if {condition}, otherwise {other}",
                    "{condition}なら{then}、そうでなければ{other}"),
        "whether": ("whether {condition}", "{condition}かどうか"),
    }
)  # fmt: skip
"""Key: (English, Japanese). The slots in braces are the same in both."""


def phrase(lang: str, key: str, /, **slots: str) -> str:
    """Return a phrase in a language, its slots filled."""
    return worded(PHRASES[key], lang).format(**slots)
