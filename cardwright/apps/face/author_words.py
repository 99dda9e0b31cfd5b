"""Define how sorts of things are called, in both languages."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

SORTS: Final = MappingProxyType(
    {
        "option": ("option", "設定"),
        "enum": ("enum", "列挙"),
        "member": ("member", "列挙の語"),
        "kind": ("kind", "種類"),
        "attribute": ("attribute", "属性"),
        "state": ("state", "状態"),
        "zone": ("zone", "置き場"),
        "value": ("value", "値"),
        "action": ("action", "アクション"),
        "group": ("group of actions", "アクションのグループ"),
        "event": ("event", "出来事"),
        "card": ("card", "カード"),
        "phase": ("phase", "フェイズ"),
        "scenario": ("scenario", "シナリオ"),
        "ruling": ("ruling", "裁定"),
    }
)
