"""Say what people read at the table, in each language."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

TABLE_WORDS: Final = MappingProxyType(
    {
        "waits-for": ("{name} decides", "{name}が決めています"),
        "waits-for-you": ("You decide", "あなたの番です"),
        "waits-in-secret": ("others choose in secret", "ほかの人が秘密に選んでいます"),
        "start-mark": ("(start)", "(親)"),
        "end-win": ("{names} won", "{names}の勝ち"),
        "end-all": ("everybody won", "全員の勝ち"),
        "end-loss": ("nobody won", "勝者なし"),
        "end-solo": ("the match is lost", "負け"),
        "end-draw": ("a draw", "引き分け"),
        "end-fault": ("stopped by a fault", "障害で止まりました"),
    }
)
