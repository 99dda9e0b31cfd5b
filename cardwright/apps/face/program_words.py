"""Say in two languages what commands for programs at the table show."""

from __future__ import annotations

from collections.abc import Mapping

PROGRAM_WORDS: Mapping[str, tuple[str, str]] = {
    "ids-id": ("id", "番号"),
    "ids-name": ("what it means", "意味"),
    "ids-start": ("from", "始まり"),
    "ids-size": ("size", "長さ"),
    "agent-match": ("match of seed {seed}: {outcome}", "シード {seed} の対戦: {outcome}"),
    "agent-win": ("won", "勝敗がついた"),
    "agent-loss": ("nobody won", "勝者なし"),
    "agent-draw": ("drawn", "引き分け"),
    "agent-fault": ("a fault", "障害"),
    "agent-won": ("won", "勝ち"),
    "league-bot": ("bot", "ボット"),
    "league-wins": ("wins", "勝ち"),
    "league-rating": ("rating", "レーティング"),
    "league-interval": ("95 % interval", "95 % 区間"),
    "league-conduct": ("misconduct", "不始末"),
    "league-bots": (
        "a league needs two bots or more, each named once",
        "リーグには2つ以上の異なるボットが必要です",
    ),
    "bad-league": ("{reason}", "リーグの記録が読めません: {reason}"),
}
