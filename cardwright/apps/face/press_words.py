"""Define the texts of prints and sites, in both languages, and the words on cards themselves."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

PRINT_WORDS: Final = MappingProxyType(
    {
        "face-reconstructed": ("reconstructed", "再構成"),
        "face-partly-reconstructed": ("partly reconstructed", "一部再構成"),
        "print-where": (
            "say where to print to: -O FILE.pdf or --sheets DIR",
            "書き出す先を指定してください: -O FILE.pdf または --sheets DIR",
        ),
        "print-none": ("no card to print", "印刷するカードがありません"),
        "print-bad-font": (
            "`{path}` is no font; .ttf, .otf and .ttc can be used",
            "「{path}」はフォントではありません。使えるもの: .ttf .otf .ttc",
        ),
        "print-drawing": ("drawing", "描画中"),
        "print-writing": ("writing", "書き出し中"),
        "print-more": ("… and {number} more", "… ほか{number}件"),
        "print-too-long": (
            "{place}: the text of `{card}` does not fit on its face, however small: shorten it, "
            "or give the kind a larger `size` under `look:`",
            "{place}: 「{card}」の文は、小さくしてもカードに収まりません。"
            "短くするか、`look:` で種類の `size` を大きくしてください",
        ),
        "print-no-japanese": (
            "{place}: no font here has “{char}” ({code}) of `{card}`: install a Japanese font "
            "(Debian: fonts-noto-cjk or fonts-ipaexfont-gothic), or name one with --font FILE",
            "{place}: 「{card}」の「{char}」({code})を持つフォントがありません。"
            "日本語フォント(Debian では fonts-noto-cjk か fonts-ipaexfont-gothic)を入れるか、"
            "--font FILE で指定してください",
        ),
        "print-no-glyph": (
            "{place}: no font here has “{char}” ({code}) of `{card}`: name one that has it with "
            "--font FILE",
            "{place}: 「{card}」の「{char}」({code})を持つフォントがありません。持っているものを "
            "--font FILE で指定してください",
        ),
        "print-too-large": (
            "a card is larger than {paper}; `size` under `look:` is in mm",
            "{paper} より大きいカードがあります。`look:` の `size` は mm です",
        ),
        "print-done": (
            "cards: {number} ({different} different), pages: {pages}",
            "カード: {number}枚({different}種)、ページ: {pages}",
        ),
        "print-sheets": (
            "different cards: {number}, sheets: {sheets}",
            "カード: {number}種、シート: {sheets}",
        ),
    }
)


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
