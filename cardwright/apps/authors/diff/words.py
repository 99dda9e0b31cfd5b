"""List the words of changes in both languages, and mark the differences between two texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import Final, TypeAlias

from cardwright.apps.face.author_words import SORTS
from dsl import languages

WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        # Sorts of things
        **SORTS,
        "game": ("the game", "ゲーム全体"),
        "event": ("event", "イベント"),
        "rule": ("rule", "ルール"),
        "layout": ("layout", "配置"),
        "look": ("look of", "見た目"),
        "example": ("example", "例"),
        "script": ("script", "スクリプト"),
        # Heads of groups
        "head-game": ("The game as a whole", "ゲーム全体"),
        "head-card": ("Cards", "カード"),
        "head-kind": ("Kinds", "種類"),
        "head-enum": ("Enums", "列挙"),
        "head-member": ("Members of enums", "列挙の語"),
        "head-zone": ("Zones", "置き場"),
        "head-state": ("State", "状態"),
        "head-option": ("Options", "設定"),
        "head-value": ("Values", "値"),
        "head-event": ("Events", "イベント"),
        "head-action": ("Actions", "アクション"),
        "head-group": ("Groups of actions", "アクションのグループ"),
        "head-phase": ("Phases", "フェイズ"),
        "head-layout": ("Boards", "盤"),
        "head-scenario": ("Scenarios", "シナリオ"),
        "head-wording": ("Only words", "言葉だけの変更"),
        "head-checks": ("Examples and scripts", "例とスクリプト"),
        # What became of a thing
        "added": ("new", "追加"),
        "gone": ("gone", "削除"),
        "renamed": ("renamed", "改名"),
        "changed": ("changed", "変更"),
        "formerly": ("was {name}", "旧: {name}"),
        "expansion": ("expansion {name}", "拡張 {name}"),
        # What is said of a thing
        "copies": ("copies", "枚数"),
        "start": ("begins in", "初期位置"),
        "only-if": ("only if", "条件"),
        "extends": ("extends", "継承元"),
        "unique": ("unique", "固有"),
        "active-in": ("active in", "有効な場所"),
        "zones-follow": ("moves with its zones", "置き場ごと動く"),
        "owner": ("owner", "所有者"),
        "controller": ("controller", "使用者"),
        "type": ("type", "型"),
        "type-of": ("type of {name}", "{name}の型"),
        "default": ("default", "初期値"),
        "default-of": ("default of {name}", "{name}の初期値"),
        "order": ("order", "順序"),
        "holds": ("holds", "置くもの"),
        "given": ("given", "引数"),
        "slots": ("places", "枠の数"),
        "in-turn": ("one after another", "修正の順"),
        "parameters": ("given", "引数"),
        "max": ("at most", "上限"),
        "seen-by": ("seen by", "見える人"),
        "until": ("until the end of", "期限"),
        "keep": ("kept out of play", "場を離れても残る"),
        "lowest": ("lowest", "最小"),
        "standing": ("places", "場所の並び"),
        "near": ("beside", "隣"),
        "paths": ("paths", "道"),
        "so-that": ("so that", "満たす条件"),
        "highest": ("highest", "最大"),
        "result": ("result", "結果"),
        "is": ("is", "内容"),
        "at-least": ("at least", "下限"),
        "at-most": ("at most", "上限"),
        "depth": ("within itself", "自分を呼ぶ深さ"),
        "when": ("when", "条件"),
        "affects": ("concerns", "関わる人"),
        "do": ("does", "効果"),
        "in": ("offered in", "行える所"),
        "choose": ("choose", "選択"),
        "limit": ("limit", "回数"),
        "cost": ("costs", "コスト"),
        "inside": ("inside", "属するフェイズ"),
        "goes": ("goes by", "進み方"),
        "through": ("through", "対象"),
        "repeat": ("again and again", "繰り返し"),
        "asks": ("asks in order, the turn stays", "手番を移さず尋ねる"),
        "while": ("as long as", "続く条件"),
        "offer": ("offers", "選べるアクション"),
        "phases": ("order of phases", "フェイズの順序"),
        "setup": ("order of set-up", "準備の順序"),
        "players": ("players", "人数"),
        "team": ("teams", "チーム"),
        "decider": ("decides for a player", "代わりに決める人"),
        "policy": ("policy", "処理方針"),
        "end-when": ("ends when", "終了条件"),
        "rank": ("rank", "順位"),
        "winners": ("winners", "勝者"),
        "keeps": ("in the next match", "次の対戦"),
        "in-words-of-package": ("{what} (as written)", "{what} (原文)"),
        # Single words
        "yes": ("yes", "はい"),
        "no": ("no", "いいえ"),
        "see-cards": ("cards", "各カード"),
        "see-top": ("top", "一番上"),
        "see-contents": ("contents", "中身"),
        "see-count": ("count", "枚数"),
        "everyone": ("everyone", "全員"),
        "others": ("others", "他の人"),
        "nobody": ("nobody", "なし"),
        "none": ("none", "なし"),
        "stack": ("stack", "山"),
        "row": ("row", "列"),
        "turns": ("turns", "手番"),
        "for": ("one after another", "順に1つずつ"),
        # Impact
        "reads": ("read by", "参照"),
        "writes": ("written by", "書き込み"),
        "does": ("done by", "実行"),
        "hears": ("heard by", "反応"),
        "replaces": ("replaced by", "置換"),
        "forbids": ("forbidden by", "禁止"),
        "modifies": ("modified by", "修正"),
        "names": ("named by", "名指し"),
        "lists": ("listed by", "列挙"),
        "orders": ("compared by", "比較"),
        "offers": ("offered by", "選択肢"),
        "takes": ("taken by", "選ぶ例"),
        "shows": ("shown by", "例示"),
        "begins": ("begun with by", "開始"),
        "inherits": ("inherited by", "引き継ぎ"),
        "by-way-of": ("through {name}", "{name}を通じて"),
        # Only words
        "name": ("name", "名前"),
        "text": ("text", "文"),
        "text-in": ("{what} ({lang})", "{what} ({lang})"),
        "source": ("source", "出典"),
        "origins": ("source", "出典"),
        "sources": ("source", "出典"),
        "title": ("title", "題名"),
        "summary": ("summary", "要約"),
        "authors": ("authors", "作者"),
        "published": ("published", "公表"),
        "reconstructed": ("reconstructed", "復元"),
        "licence": ("licence", "ライセンス"),
        "show": ("shown", "表示"),
        "question": ("question", "質問"),
        "genre": ("genre", "分野"),
        "sentence": ("sentence", "条文"),
        "decision": ("decision", "裁定"),
        "colours": ("colours", "色"),
        "symbols": ("symbols", "記号"),
        "looks": ("looks", "見た目"),
        "form-only": (
            "only comments, order or layout: {files}",
            "コメント・並び・書式だけの変更: {files}",
        ),
        "same": ("nothing differs", "違いはありません"),
        "same-meaning": ("nothing differs in meaning", "意味の違いはありません"),
        "more": ("and {number} more", "ほか{number}件"),
    }
)
"""Key: (English, Japanese)."""


def word(lang: str, key: str, /, **slots: object) -> str:
    """Return a phrase in a language."""
    return languages.filled(languages.worded(WORDS[key], lang), slots)


def word_or(lang: str, key: str) -> str:
    """Return a phrase, or the key itself where it has no words."""
    return word(lang, key) if key in WORDS else key


Piece: TypeAlias = tuple[str, bool]
"""A stretch of text, and whether it differs."""
_TOKEN: Final = re.compile(r"\s+|[A-Za-z0-9À-ɏ'’-]+|.", re.DOTALL)
_LONGEST: Final = 90
_KEPT: Final = 30
_SHORT: Final = 3


def marked_pair(before: str, after: str) -> tuple[list[Piece], list[Piece]]:
    """Return both texts in stretches, those that differ marked."""
    one, other = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    blocks = matcher.get_opcodes()
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    for tag, a, b, c, d in blocks:
        # a short stretch between two that differ is not told apart
        is_short = len(blocks) > _SHORT and not "".join(one[a:b]).strip(" ,.、。")
        is_same = tag == "equal" and not is_short
        sides[0].append(("".join(one[a:b]), not is_same))
        sides[1].append(("".join(other[c:d]), not is_same))
    return _shortened(_merged(sides[0])), _shortened(_merged(sides[1]))


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    """Return stretches with neighbours of one sort put together."""
    found: list[Piece] = []
    for text, differs in pieces:
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        elif text:
            found.append((text, differs))
    return found


def _shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """Return stretches; of long ones that are alike only their ends."""
    return [(_cut(text, i == 0, i == len(pieces) - 1), differs) if not differs else (text, differs)
            for i, (text, differs) in enumerate(pieces)]  # fmt: skip


def _cut(text: str, is_first: bool, is_last: bool) -> str:
    """Return a text without its middle, or its far end where it is the first or the last."""
    if len(text) <= _LONGEST or (is_first and is_last):
        return text
    head, tail = "" if is_first else text[:_KEPT], "" if is_last else text[-_KEPT:]
    if " " in head:
        head = head.rpartition(" ")[0] + " "
    if " " in tail:
        tail = " " + tail.partition(" ")[2]
    return f"{head}…{tail}"


def other_lines(before: Iterable[str], after: Iterable[str]) -> tuple[str, str]:
    """Return the lines of two texts that the other does not have, comments left out."""
    one, other = [*map(_bare, before)], [*map(_bare, after)]
    return " / ".join(_beyond(one, other)), " / ".join(_beyond(other, one))


def _bare(line: str) -> str:
    """Return a line without a comment and blanks around it."""
    return re.sub(r"(^|\s)#.*$", "", line).strip().removeprefix("- ")


def _beyond(lines: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    known = set(others)
    yield from (line for line in lines if line and line not in known)
