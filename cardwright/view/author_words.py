"""Hold what is said to authors at work, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

AUTHOR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "fmt-did": ("written anew: {path}", "書き直しました: {path}"),
        "fmt-would": ("would change: {path}", "変わります: {path}"),
        "fmt-unread": (
            "left alone, since it cannot be read (`cardwright lint` says why): {path}",
            "読めないので変えません(理由は `cardwright lint`): {path}",
        ),
        "fmt-summary": (
            "in another style: {changed}, in style: {same}",
            "書式の違うファイル: {changed}、正しい書式: {same}",
        ),
    }
)
