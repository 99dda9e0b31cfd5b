"""Pictures of single cards, and what a press needs: boxes, bleed, gutters, backs that meet."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.printing.deck import PAPERS, grid
from cardwright.apps.press.printing.drawer import Painter
from tests.apps.press.test_print import cuts, printed, run, size, small
from tests.browsing import opened

image = pytest.importorskip("PIL.Image")
stat = pytest.importorskip("PIL.ImageStat")
chops = pytest.importorskip("PIL.ImageChops")
MM = 72 / 25.4


def test_each_card_is_a_png_of_its_size(tmp_path: Path) -> None:
    more = "look: {thing: {size: 50x70, color: '#204060'}, sign: {size: token}}"
    result = run(small(tmp_path, more=more), "--png", tmp_path / "out", "--dpi", 254, "--backs")
    assert result.exit_code == 0, result.output
    files = {path.stem: path for path in (tmp_path / "out").iterdir()}

    assert set(files) == {"first-thing", "wide-sign", "back-thing", "back-sign"}
    with image.open(files["first-thing"]) as found:
        assert found.size == (500, 700)
        assert round(found.info["dpi"][0]) == 254
        assert found.getpixel((2, 2)) == (0x20, 0x40, 0x60)
    with image.open(files["wide-sign"]) as found:
        assert found.size == (250, 250)


def test_a_png_has_its_bleed(tmp_path: Path) -> None:
    game = small(tmp_path, more="look: {thing: {color: '#204060'}}")
    assert run(game, "--png", tmp_path / "out", "--dpi", 254, "--bleed", 3).exit_code == 0
    with image.open(tmp_path / "out" / "first-thing.png") as found:
        assert found.size == (690, 940)
        assert {found.getpixel((x, y)) for x in (0, 689) for y in (0, 939)} == {(32, 64, 96)}


def test_a_jpeg_is_as_large_and_looks_the_same(tmp_path: Path) -> None:
    words = "--png", tmp_path / "png", "--jpeg", tmp_path / "jpeg", "--dpi", 254
    assert run(small(tmp_path), *words).exit_code == 0
    png = image.open(tmp_path / "png" / "first-thing.png").convert("RGB")
    with image.open(tmp_path / "jpeg" / "first-thing.jpg") as jpeg:
        assert (jpeg.format, jpeg.size, jpeg.info["dpi"]) == ("JPEG", png.size, (254, 254))
        difference = stat.Stat(chops.difference(png, jpeg))
    assert max(difference.mean) < 2


def test_each_card_is_an_svg_and_all_are_on_one_picture(tmp_path: Path) -> None:
    words = "--svg", tmp_path / "svg", "--contact", tmp_path / "all.png"
    assert run(small(tmp_path), *words).exit_code == 0
    for path in (tmp_path / "svg").iterdir():
        assert path.read_text("utf-8").startswith("<svg")
    with image.open(tmp_path / "all.png") as found:
        assert found.width == 2 * 160 + 3 * 12


def test_a_page_for_each_card_says_where_it_is_cut(tmp_path: Path) -> None:
    words = "--paper", "card", "--bleed", "3", "--backs"
    reader = printed(tmp_path / "c.pdf", small(tmp_path), *words)

    assert len(reader.pages) == 2 * (3 + 1)
    for page in reader.pages:
        assert size(page) == (69, 94)
        trim = [round(float(each) / MM, 2) for each in page.trimbox]
        assert trim == [3, 3, 66, 91]
        assert [round(float(each) / MM, 2) for each in page.bleedbox] == [0, 0, 69, 94]


@pytest.mark.parametrize("flip", ["left", "top"])
@pytest.mark.parametrize("bleed", [0, 3])
def test_backs_lie_behind_their_fronts(tmp_path: Path, flip: str, bleed: int) -> None:
    words = "--backs", "--flip", flip, "--bleed", str(bleed), "--gutter", "2.5"
    reader = printed(tmp_path / "c.pdf", "dream-tricks", *words)
    for front, back in zip(reader.pages[::2], reader.pages[1::2], strict=True):
        wide, high = size(front)
        for (x, y, width, height), behind in zip(cuts(front), cuts(back), strict=True):
            seen = (wide - x - width, y) if flip == "left" else (x, high - y - height)
            assert behind[:2] == pytest.approx(seen, abs=0.1)
            assert behind[2:] == (width, height)


@pytest.mark.parametrize("gutter", [0.0, 2.0, 7.5])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_gutter_lies_between_cards(paper: str, gutter: float) -> None:
    found = grid(paper, (63.5, 88.9), 3, gutter)
    places = [found.place(number, is_back=False) for number in range(found.size)]
    for axis in (0, 1):
        values = sorted({place[axis] for place in places})
        step = found.card[axis] + 6 + gutter
        assert [b - a for a, b in itertools.pairwise(values)] == pytest.approx(
            [step] * (len(values) - 1)
        )
        assert values[0] - 3 >= 5 - 1e-6
        assert values[-1] + found.card[axis] + 3 <= found.page[axis] - 5 + 1e-6


def test_as_many_copies_as_are_asked_for(tmp_path: Path) -> None:
    reader = printed(tmp_path / "c.pdf", small(tmp_path), "--copies", "4")
    assert sum(len(cuts(page)) for page in reader.pages) == 8


def test_only_what_has_changed_is_printed_again(tmp_path: Path) -> None:
    game, out = Path(small(tmp_path)), tmp_path / "out"
    assert run(game, "--png", out, "--changed").exit_code == 0
    assert sorted(path.stem for path in out.glob("*.png")) == ["first-thing", "wide-sign"]
    shutil.move(out / "faces.json", tmp_path / "faces.json")
    shutil.rmtree(out)
    out.mkdir()
    shutil.move(tmp_path / "faces.json", out / "faces.json")

    assert "no card has changed" in run(game, "--png", out, "--changed").output
    file = game / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("Wide", "Broad"), encoding="utf-8")
    assert run(game, "--png", out, "--changed").exit_code == 0
    assert [path.stem for path in out.glob("*.png")] == ["wide-sign"]
    assert set(json.loads((out / "faces.json").read_text("utf-8"))) == {"first-thing", "wide-sign"}


CARDS = {"hearts": "spades-queen", "res-arcana": "mermaid", "worldmonger": "aqueduct",
         "dominoes": "tile-5-3", "cerebria": "anger", "briscola": "swords-7"}  # fmt: skip
MOST_APART = 6.0
"""How far the pixels of two writers may be apart, of 255: letters are of another font."""


@pytest.fixture(scope="module")
def browser():
    """Yield a browser; skip without one."""
    yield from opened("faces are not drawn in a browser: no chromium here")


def test_a_face_on_a_screen_and_on_paper_is_the_same_picture(browser, tmp_path: Path) -> None:
    for game, id_ in CARDS.items():
        card = next(each for each in cardwright.cards(game) if each.id == id_)
        fonts = Fonts()
        face = faces.face(card, "en", fonts)
        wide, high = round(face.width * 5), round(face.height * 5)
        page = browser.new_page(viewport={"width": wide, "height": high})
        written = faces.svg(face).replace("<svg ", '<svg style="width:100%;height:100%" ', 1)
        page.set_content(f'<body style="margin:0">{written}</body>')
        file = tmp_path / f"{id_}.png"
        page.screenshot(path=file)
        page.close()
        with image.open(file) as shown:
            painted = Painter(fonts, [face]).picture(face, wide).resize((wide, high))
            apart = stat.Stat(chops.difference(shown.convert("RGB"), painted)).mean
        assert max(apart) < MOST_APART, (id_, apart)
