"""Say what sort of thing a name of a game is, in each language."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

THING_WORDS: Final = MappingProxyType(
    {
        "thing-option": ("option", "設定"),
        "thing-enum": ("enum", "列挙"),
        "thing-member": ("member", "列挙の語"),
        "thing-kind": ("kind", "種類"),
        "thing-attribute": ("attribute", "属性"),
        "thing-state": ("state", "状態"),
        "thing-zone": ("zone", "置き場"),
        "thing-value": ("value", "値"),
        "thing-action": ("action", "アクション"),
        "thing-group": ("group of actions", "アクションのグループ"),
        "thing-event": ("event", "出来事"),
        "thing-card": ("card", "カード"),
        "thing-phase": ("phase", "フェイズ"),
        "thing-scenario": ("scenario", "シナリオ"),
        "thing-ruling": ("ruling", "裁定"),
    }
)
