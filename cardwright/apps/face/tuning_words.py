"""Hold what `cardwright tune` says, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Key: (English, Japanese). The slots in braces are the same in both.
TUNING_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "tuning": ("searching", "探索中"),
        "tune-last": ("playing what was found", "見つけた値で対戦中"),
        "tune-found": ("with the new numbers", "新しい数値"),
        "tune-title": (
            "{game}: {tries} {version|versions} tried, on the same seeds",
            "{game}: {tries}通りを同じシードで試しました",
        ),
        "tune-number": ("number", "数値"),
        "tune-before": ("before", "前"),
        "tune-after": ("after", "後"),
        "tune-goal-head": ("goal", "目標"),
        "tune-met": ("met", "達成"),
        "tune-yes": ("yes", "はい"),
        "tune-no": ("no", "いいえ"),
        "tune-good": (
            "All goals are met, on seeds that the search has not seen.",
            "探索に使っていないシードで、すべての目標を達成しました。",
        ),
        "tune-bad": (
            "Not all goals are met. Give the numbers wider bounds, name further ones, or allow "
            "more tries.",
            "達成できない目標があります。範囲を広げるか、ほかの数値も加えるか、"
            "--tries を増やしてください。",
        ),
        "tune-same": (
            "Nothing is to be changed: no other numbers come nearer.",
            "変えるところはありません。ほかの数値では目標に近づきません。",
        ),
        "tune-unwritten": (
            "no patch is written to {path}: not all goals are met",
            "目標をすべては達成していないので、{path} にパッチは書きません",
        ),
        "tune-apply": (
            "to take it over: git apply {path}, or patch -p1{where} < {path}",
            "取り込むには: git apply {path} または patch -p1{where} < {path}",
        ),
        "tune-nothing": (
            "say which numbers may change: --vary PATH=LOW..HIGH, such as "
            "cards.anvil.price=1..6, or write the comment `# tune 1..6` behind them",
            "変えてよい数値を示してください: --vary パス=下限..上限（例: cards.anvil.price=1..6）、"
            "または数値の行末にコメント「# tune 1..6」",
        ),
        "tune-vary": (
            "`{word}` is not of the form PATH=LOW..HIGH, such as cards.anvil.price=1..6",
            "「{word}」は「パス=下限..上限」の形ではありません。例: cards.anvil.price=1..6",
        ),
        "tune-bounds": (
            "`{what}`: the bounds {low}..{high} must hold the {now} that stands there, and more",
            "「{what}」: 範囲 {low}..{high} は、いまの値 {now} とほかの値を含む必要があります",
        ),
        "tune-twice": (
            "the same number is named twice",
            "同じ数値が2回指定されています",
        ),
        "tune-numbers": (
            "`{what}`: `{text}` holds {number} {number|numbers} that may be meant, not one; of "
            "several, say "
            "which: PATH#2=LOW..HIGH",
            "「{what}」: 「{text}」に当てはまる数が {number} 個あります。複数あるときは"
            "「パス#2=下限..上限」で何番目かを示してください",
        ),
        "tune-goal": (
            "`{word}` is no goal; goals are like `seat 1 wins 50%`, `median length 60`, "
            "`anvil wins 45%..55%`, `no mage above 30%`",
            "「{word}」は目標ではありません。例: `seat 1 wins 50%`、`median length 60`、"
            "`anvil wins 45%..55%`、`no mage above 30%`",
        ),
        "tune-seat": (
            "`{word}`: there are seats from 1 to {players}",
            "「{word}」: 席は 1〜{players} です",
        ),
        "tune-kind": (
            "no card of a kind `{word}` is there; kinds: {all}",
            "種類「{word}」のカードはありません。種類: {all}",
        ),
    }
)
