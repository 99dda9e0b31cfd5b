"""Pictures, drawings and fonts of a package: drawn where they are sound, refused where not."""

from __future__ import annotations

import io
import os
import re
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces import files
from cardwright.apps.press.faces.primitives import Picture

image = pytest.importorskip("PIL.Image")
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
SCRIPT = """\
import re, sys
from cardwright.apps.commands.main import group
try:
    group(["print", sys.argv[1], "-O", sys.argv[2]])
finally:
    [most] = re.findall(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())
    print(f"memory {most}", file=sys.stderr)
"""
MOST_MEMORY = 300_000
"""In KiB, as much as a hostile file may take."""


def package(folder: Path, look: str, **data: bytes) -> Path:
    """Write a package with files in its folder `art`."""
    at = folder / "art-game"
    (at / "art").mkdir(parents=True)
    (at / "game.yaml").write_text(GAME + look, encoding="utf-8")
    for name, each in data.items():
        (at / "art" / name.replace("__", "-").replace("_", ".")).write_bytes(each)
    return at


def front(at: Path) -> faces.Face:
    """Return the face of the card of a package."""
    return faces.face(cardwright.cards(at, cache=False)[0], "en")


def picture(sort: str, size: tuple[int, int] = (80, 40), mode: str = "RGB") -> bytes:
    """Return a picture that is red on its left and blue on its right half."""
    made = image.new(mode, size, "red")
    made.paste("blue", (size[0] // 2, 0, *size))
    out = io.BytesIO()
    made.save(out, sort)
    return out.getvalue()


@pytest.mark.parametrize("sort", ["png", "jpeg", "webp"])
def test_pictures_are_drawn_and_lie_inside_the_file(tmp_path: Path, sort: str) -> None:
    data = {f"pearl_{sort}": picture(sort)}
    at = package(tmp_path, f'  thing: {{art: "art/{{sort}}.{sort}", focus: 0% 50%}}', **data)
    face = front(at)
    [drawn] = [mark for mark in face.marks if isinstance(mark, faces.Picture)]
    written = faces.svg(face)

    assert not face.problems and drawn.focus == (0, 0.5)
    assert drawn.whole[0] == drawn.x and drawn.whole[2] >= drawn.width
    assert re.findall(r'href="([^,]+),', written) == ["data:image/jpeg;base64"]
    assert written.count("http") == 1


def test_a_picture_with_holes_stays_one(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/a.png}", a_png=picture("png", mode="RGBA"))
    assert 'href="data:image/png;base64' in faces.svg(front(at))


def test_what_lies_far_from_the_focus_is_cut_off(tmp_path: Path) -> None:
    from cardwright.apps.press.faces.fonts import Fonts
    from cardwright.apps.press.printing.pixels import Painter

    colors = []
    for focus in ("0% 50%", "100% 50%"):
        look = f"  thing: {{art: art/a.png, frame: none, focus: {focus}}}"
        face = front(package(tmp_path / focus[0], look, a_png=picture("png", (200, 40))))
        drawn = Painter(Fonts(), [face]).picture(face, 63)
        colors.append(drawn.getpixel((31, 44)))
    red, blue = colors
    assert red[0] > 200 > 50 > red[2] and blue[2] > 200 > 50 > blue[0]


def test_drawings_are_paths_in_their_colours(tmp_path: Path) -> None:
    shapes = (
        '<g transform="translate(1 2) scale(2)" fill="#ABC"><rect width="2" height="1"/></g>'
        '<circle cx="4" cy="4" r="1" style="fill: rgb(1, 2, 3); stroke:none"/>'
        '<polygon points="0,0 1,0 1,1" fill="none" stroke="red" stroke-width="0.5"/>'
        '<defs><linearGradient id="x"/></defs><metadata>x</metadata>'
    )
    at = package(tmp_path, "  thing: {icon: art/a.svg}", a_svg=SVG.format(shapes).encode())
    drawn = [mark for mark in front(at).marks if isinstance(mark, faces.Path)][-3:]

    assert [mark.fill for mark in drawn] == ["#aabbcc", "#010203", ""]
    assert drawn[0].d == "M 1 2 L 5 2 L 5 4 L 1 4 Z"
    assert (drawn[2].stroke, drawn[2].line) == ("#ff0000", 0.5)


def test_art_does_not_change_the_digest_of_rules(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/a.png}", a_png=picture("png"))
    before = cardwright.load(at, cache=False).model.digest
    (at / "art" / "a.png").write_bytes(picture("png", (10, 10)))
    assert cardwright.load(at, cache=False).model.digest == before


def test_what_is_not_there_has_its_usual_face(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/a.png, icon: art/b.svg, font: {name: art/c.ttf}}")
    face, usual = front(at), front(package(tmp_path / "b", "  thing: {}"))

    assert {problem.key for problem in face.problems} == {"file-missing"}
    assert len(face.problems) == 3
    assert face.marks == usual.marks


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
FONTS: dict[str, Callable[[], bytes]] = {
    "text": lambda: b"no font",
    "empty": lambda: b"",
    "head": lambda: b"\0\1\0\0" + b"\xff" * 2_000,
    "zip": zipped,
}


def refused(at: Path) -> str:
    """Return what is said of the files of a package."""
    return "\n".join(str(problem) for problem in front(at).problems)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_of_more_than_shapes_is_refused_in_words(tmp_path: Path, name: str) -> None:
    text, said = DRAWINGS[name]
    at = package(tmp_path, "  thing: {icon: art/a.svg}", a_svg=text.encode())
    assert said in refused(at)
    assert re.search(r"a\.svg:\d+`", refused(at))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_is_none_is_refused_in_words(tmp_path: Path, name: str) -> None:
    make, said = PICTURES[name]
    at = package(tmp_path, "  thing: {art: art/a.png}", a_png=make())
    assert said in refused(at)
    assert faces.svg(front(at)).startswith("<svg")


@pytest.mark.parametrize("name", FONTS)
def test_a_font_that_is_none_is_refused_in_words(tmp_path: Path, name: str) -> None:
    at = package(tmp_path, "  thing: {font: {name: art/a.ttf}}", a_ttf=FONTS[name]())
    assert "is no font" in refused(at)


@pytest.mark.parametrize(("word", "is_drawn"), [("a.png", True), ("../../a.png", False)])
def test_a_table_names_the_picture_of_each_card(tmp_path: Path, word: str, is_drawn: bool) -> None:
    at = package(tmp_path, '  thing: {art: "art/{about.art}"}\n', a_png=picture("png"))
    (tmp_path / "a.png").write_bytes(picture("png"))
    (at / "cards").mkdir()
    table = f"id,name,kind,sort,worth,picture\nb,Bee,thing,ruby,1,{word}\n"
    (at / "cards" / "t.csv").write_text(table, "utf-8")
    face = faces.face(cardwright.cards(str(at), "id:b")[0], "en")

    assert any(isinstance(each, Picture) for each in face.marks) is is_drawn
    assert bool(face.problems) is not is_drawn


def test_a_path_never_leaves_its_package(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/out.png, icon: art/pipe.svg}")
    (tmp_path / "out.png").write_bytes(picture("png"))
    (at / "art" / "out.png").symlink_to(tmp_path / "out.png")
    os.mkfifo(at / "art" / "pipe.svg")
    assert "outside the package" in refused(at) and "no plain file" in refused(at)


@pytest.mark.parametrize(
    ("look", "data"),
    [
        ("  thing: {icon: art/a.svg}", {"a_svg": DRAWINGS["entities"][0].encode()}),
        ("  thing: {art: art/a.png}", {"a_png": PICTURES["wide"][0]()}),
        ("  thing: {font: {text: art/a.ttf}}", {"a_ttf": FONTS["head"]()}),
    ],
)
def test_the_command_names_card_and_file_and_takes_little_memory(
    tmp_path: Path, look: str, data: dict[str, bytes]
) -> None:
    at = package(tmp_path, look, **data)
    words = [sys.executable, "-c", SCRIPT, str(at), str(tmp_path / "a.pdf")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert re.search(r"game\.yaml:13:\d+: the face of `thing-a`", done.stderr)
    assert not (tmp_path / "a.pdf").exists()
    [memory] = re.findall(r"memory (\d+)", done.stderr)
    assert int(memory) < MOST_MEMORY


def test_pictures_have_no_more_pixels_than_their_room(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/a.png}", a_png=picture("png", (1600, 1600)))
    card = cardwright.cards(at, cache=False)[0]
    sizes = []
    for dots in (2, 12):
        marks = faces.face(card, "en", dots=dots).marks
        [drawn] = [mark for mark in marks if isinstance(mark, faces.Picture)]
        sizes.append(drawn.pixels)
    assert sizes == [(176, 176), (1056, 1056)]
    assert files.MOST_PIXELS == 4_096
