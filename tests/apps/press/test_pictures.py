"""Pictures, drawings and fonts of a package: drawn where they are sound, refused where not."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.press import faces
from cardwright.apps.press.faces import files
from cardwright.apps.press.faces.primitives import Picture
from tests.apps.press.strangers import DRAWINGS, FONTS, PICTURES, SVG, package, picture

pytest.importorskip("PIL")
pytest.importorskip("fontTools")


def front(at: Path) -> faces.Face:
    """Return the face of the card of a package."""
    return faces.face(cardwright.cards(at, cache=False)[0], "en")


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
    from cardwright.apps.press.printing.drawer import Painter

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


def test_what_is_not_there_yet_is_named_and_the_rest_is_printed(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/a.png, icon: art/b.svg}")
    done = CliRunner().invoke(group, ["print", str(at), "-O", str(tmp_path / "a.pdf")])

    assert done.exit_code == 0, done.output
    assert (tmp_path / "a.pdf").exists()
    assert "2 files" in done.output and "a.png" in done.output and "b.svg" in done.output


def test_a_file_that_is_no_picture_is_an_error_with_its_card(tmp_path: Path) -> None:
    at = package(tmp_path, "  thing: {art: art/a.png}", a_png=b"none")
    done = CliRunner().invoke(group, ["print", str(at), "-O", str(tmp_path / "a.pdf")])

    assert done.exit_code == 1, done.output
    assert re.search(r"game\.yaml:13:\d+: the face of `thing-a`", done.output)
    assert not (tmp_path / "a.pdf").exists()


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
