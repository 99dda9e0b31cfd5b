"""Files as a stranger may put into a package: pictures, drawings and fonts that are none."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

GAME = """\
id: art-game
version: "1"
language: 1
title: {en: Art, ja: 絵}
enums:
  sort: {ruby: {en: ruby, ja: 紅}, pearl: {en: pearl, ja: 真}}
kinds:
  thing: {attributes: {sort: sort, worth: int}, text: {en: Thing, ja: 物}}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
cards:
- {kind: thing, id: thing-a, sort: pearl, worth: 7, name: {en: Thing, ja: 物}, text: {en: Text}}
look:
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{}</svg>'
SQUARE = SVG.format('<path d="M1 1h6v6h-6z"/>')


def package(folder: Path, look: str, **data: bytes) -> Path:
    """Write a package with files in its folder `art`."""
    at = folder / "art-game"
    (at / "art").mkdir(parents=True)
    (at / "game.yaml").write_text(GAME + look, encoding="utf-8")
    for name, each in data.items():
        (at / "art" / name.replace("__", "-").replace("_", ".")).write_bytes(each)
    return at


def picture(sort: str, size: tuple[int, int] = (80, 40), mode: str = "RGB") -> bytes:
    """Return a picture that is red on its left and blue on its right half."""
    from PIL import Image

    made = Image.new(mode, size, "red")
    made.paste("blue", (size[0] // 2, 0, *size))
    out = io.BytesIO()
    made.save(out, sort)
    return out.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    """Return a part of a PNG."""
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


def png(width: int, height: int, data: bytes, *more: bytes) -> bytes:
    """Return a PNG in shades of grey whose header says a size."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    end = chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + end


def zipped() -> bytes:
    """Return an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.png", b"\0" * 10_000_000)
    return out.getvalue()


BURSTING = b"a\0\0" + zlib.compress(b"\0" * 200_000_000)
BOMB = (
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
    + SVG.format("<title>&i;</title>")
)
DRAWINGS: dict[str, tuple[str, str]] = {
    "script": (SVG.format("<script>alert(1)</script>"), "`script`"),
    "handler": (SVG.format('<path d="M0 0h1" onclick="x()"/>'), "`onclick`"),
    "image": (SVG.format('<image href="http://example.com/a.png"/>'), "`image`"),
    "link": (SVG.format('<a href="http://example.com"><path d="M0 0h1"/></a>'), "`a`"),
    "use": (SVG.format('<use href="other.svg#x"/>'), "`use`"),
    "foreign": (SVG.format("<foreignObject/>"), "`foreignObject`"),
    "style": (SVG.format("<style>@import 'http://example.com/a.css'</style>"), "`style`"),
    "url": (SVG.format('<path d="M0 0h1" fill="url(http://example.com/x)"/>'), "`fill`"),
    "style-url": (SVG.format('<path d="M0 0h1" style="fill:url(#x)"/>'), "`style`"),
    "text": (SVG.format("<text>abc</text>"), "`text`"),
    "entities": (BOMB, "`DOCTYPE`"),
    "external": (
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG.format("<desc>&x;</desc>"),
        "`DOCTYPE`",
    ),
    "deep": (SVG.format("<g>" * 20_000), "no SVG that can be read"),
    "many": (SVG.format(f'<path d="M0 0{"h1" * 30_000}"/>'), "20000 lines and curves"),
    "far": (SVG.format('<path d="M0 0h1e300"/>'), "`d`"),
    "large": (SVG.format(" " * 2_000_000), "larger than"),
    "no-size": ('<svg xmlns="http://www.w3.org/2000/svg"/>', "says no size"),
    "html": ("<html><svg/></html>", "`html`"),
    "no-xml": ("\x00\x01 <svg", "no SVG"),
    "steps": (SVG.format(f'<path transform="{"rotate(1 " * 80_000}" d="M0 0h1"/>'), "`transform`"),
    "line": (SVG.format('<path stroke="red" stroke-width="1e400" d="M0 0h1"/>'), "`stroke-width`"),
    "small": (SVG.replace("8 8", "1e-300 1").format('<path d="M0 0h1"/>'), "says no size"),
    "color": (SVG.format('<path d="M0 0h1" fill="blurple"/>'), "`blurple`"),
}
PICTURES: dict[str, tuple[Callable[[], bytes], str]] = {
    "wide": (lambda: png(60_000, 60_000, b"\0" * 1_000_000), "178,956,970"),
    "short": (lambda: png(4_000, 4_000, b"\0" * 100), "no PNG, JPEG or WebP"),
    "text-bomb": (
        lambda: png(
            9, 9, b"\0" * 90, chunk(b"zTXt", b"a\0\0" + zlib.compress(b"\0" * 200_000_000))
        ),
        "",
    ),
    "profile-bomb": (
        lambda: png(
            9, 9, b"\0" * 90, chunk(b"iCCP", b"a\0\0" + zlib.compress(b"\0" * 200_000_000))
        ),
        "",
    ),
    "zip": (zipped, "no PNG, JPEG or WebP"),
    "gif": (lambda: picture("gif"), "no PNG, JPEG or WebP"),
    "empty": (lambda: b"", "no PNG, JPEG or WebP"),
    "large": (lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 17_000_000, "larger than 16000000 bytes"),
    "svg": (lambda: SQUARE.encode(), "no PNG, JPEG or WebP"),
}


def woff(size: int) -> bytes:
    """Return a packed font each of whose tables unpacks to as many bytes as that."""
    packed = zlib.compress(b"\0" * size, 9)
    tags = (b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp")
    start = 44 + 20 * len(tags)
    rows = [struct.pack(">4s4L", tag, start, len(packed), size, 0) for tag in tags]
    head = (b"wOFF", b"\0\1\0\0", start + len(packed), len(tags), 0, 200 + size * len(tags))
    return struct.pack(">4s4sLHHL24x", *head) + b"".join(rows) + packed


def font(inside: Callable[[int], int] | None = None, cmap: bytes | None = None) -> bytes:
    """Return a font of 60 glyphs.

    Args:
        inside: Which glyph a glyph is made of, twice.
        cmap: The table of its characters.
    """
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", *(f"g{number}" for number in range(60))]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict.fromkeys(range(0x20, 0x7F), names[-1]))
    made = {}
    for number, name in enumerate(names):
        pen = TTGlyphPen(dict.fromkeys(names))
        if number < 2 or inside is None:
            pen.moveTo((0, 0))
            pen.lineTo((500, 500))
            pen.closePath()
        else:
            pen.addComponent(names[inside(number)], (1, 0, 0, 1, 0, 0))
            pen.addComponent(names[inside(number)], (1, 0, 0, 1, 9, 0))
        made[name] = glyph = pen.glyph()
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    builder.setupGlyf(made, calcGlyphBounds=False)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    builder.font.recalcBBoxes = False
    builder.font["maxp"].recalc = lambda _: None
    if cmap is not None:
        builder.font["cmap"] = DefaultTable("cmap")
        builder.font["cmap"].data = cmap
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def every_character() -> bytes:
    """Return the table of a font that has all characters there can be."""
    groups = struct.pack(">3L", 0, 0x10FFFF, 1)
    table = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, 1) + groups
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + table


FONTS: dict[str, Callable[[], bytes]] = {
    "text": lambda: b"no font",
    "empty": lambda: b"",
    "head": lambda: b"\0\1\0\0" + b"\xff" * 2_000,
    "zip": zipped,
    "packed": lambda: woff(200_000_000),
    "nested": lambda: font(lambda number: number - 1),
    "inside itself": lambda: font(lambda number: number),
    "all characters": lambda: font(cmap=every_character()),
}
