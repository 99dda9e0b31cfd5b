"""Hold what the command line says of sites, in both languages."""

from __future__ import annotations

from typing import Final

SITE_WORDS: Final[dict[str, tuple[str, str]]] = {
    "site-written": (
        "{number} {page|pages}; open {path}",
        "{number}ページ。{path} を開いてください",
    ),
    "site-folder": (
        "`{path}` holds other things than a site; name a new or an empty folder",
        ""
        ""
        ""
        "「{path}」にはサイト以外のものがあります。新しいフォルダーか空のフォルダーを指定してください",
    ),
    "site-twice": (
        "two games are called `{word}`; a site has one of each name",
        "「{word}」という名前のゲームが2つあります。サイトには1つしか置けません",
    ),
    "site-face": (
        "{place}: the text of `{card}` does not fit on its face; its page has no picture",
        "{place}: 「{card}」の文がカードの表に入りません。ページに絵がありません",
    ),
}
"""A text by key: (English, Japanese)."""
