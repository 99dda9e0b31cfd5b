"""Print and play: the PDF is measured, sheets are looked at, and nothing is cut off in silence."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from click.testing import CliRunner, Result

from cardwright.apps.commands.main import group
from cardwright.apps.press.faces import fonts
from cardwright.apps.press.printing import images
from cardwright.apps.press.printing.deck import PAPERS, TooLarge, grid
from tests.apps.press.fonts import needs_japanese_font

pypdf = pytest.importorskip("pypdf")
image = pytest.importorskip("PIL.Image")
reportlab = pytest.importorskip("reportlab")
MM = 72 / 25.4
SMALL = """\
id: small-game
version: "1"
language: 1
title: {{en: Small, ja: 小品}}
kinds:
  thing: {{attributes: {{worth: int}}, text: {{en: Thing, ja: 物}}}}
  sign: {{text: {{en: Sign, ja: 札}}}}
players: {{count: 1}}
phases: [{{id: all, do: end game}}]
end: {{rank: [0]}}
cards:
- {{kind: thing, id: first-thing, copies: 3, worth: 2, name: {name}, text: {text}}}
- {{kind: sign, id: wide-sign, name: {{en: Wide, ja: 広い}}}}
{more}
"""
SCRIPT = "from cardwright.apps.commands.main import group; group()"


def small(folder: Path, name: str = "Thing", text: str = "Text", more: str = "") -> str:
    """Write a package with two cards, and return its path."""
    package = folder / "small-game"
    package.mkdir()
    written = SMALL.format(name=quoted(name), text=quoted(text), more=more)
    (package / "game.yaml").write_text(written, encoding="utf-8")
    return str(package)


def quoted(text: str) -> str:
    """Return a text in quotes of YAML."""
    return "'" + text.replace("'", "''") + "'"


def run(*words: object) -> Result:
    """Run `cardwright print`."""
    return CliRunner().invoke(group, ["print", *map(str, words)])


def printed(output: Path, *words: object) -> pypdf.PdfReader:
    """Return what is printed into a file."""
    result = run(*words, "-O", output)
    assert result.exit_code == 0, result.output
    return pypdf.PdfReader(output)


def cuts(page: pypdf.PageObject) -> list[tuple[float, float, float, float]]:
    """Return where the cards of a page lie, in mm from the lower left corner, with their edge."""
    number = r"(-?[\d.]+)"
    found = re.findall(rf"{number} {number} {number} {number} re W", flat(page))
    return [tuple(round(float(each) / MM, 2) for each in one) for one in found]


def flat(page: pypdf.PageObject) -> str:
    """Return what is drawn on a page."""
    return " ".join(page.get_contents().get_data().decode("latin-1").split())


def size(page: pypdf.PageObject) -> tuple[float, float]:
    """Return the size of a page in mm."""
    return round(float(page.mediabox.width) / MM, 1), round(float(page.mediabox.height) / MM, 1)


def embedded(reader: pypdf.PdfReader) -> list[bool]:
    """Return for each font of a file whether it is inside."""
    used = {id_: font for page in reader.pages for id_, font in page["/Resources"]["/Font"].items()}
    fonts_ = [each.get_object() for each in used.values()]
    return ["/FontFile2" in each["/FontDescriptor"] for each in fonts_ if "/FontDescriptor" in each]


@pytest.mark.parametrize(("paper", "page"), [("A4", (210.0, 297.0)), ("letter", (215.9, 279.4))])
def test_cards_have_their_size_and_number(tmp_path, paper, page):
    reader = printed(tmp_path / "cards.pdf", "dream-tricks", "--paper", paper)

    assert [size(each) for each in reader.pages] == [page] * 4  # 36 cards, nine a page
    for each in reader.pages:
        places = cuts(each)
        assert len(places) == len(set(places)) == 9
        assert all(place[2:] == (63, 88) for place in places)
        assert all(x >= 5 and x + 63 <= page[0] - 5 for x, *_ in places)
        assert all(y >= 5 and y + 88 <= page[1] - 5 for _, y, *_ in places)


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", "Aqueduct Villager"),
        pytest.param("ja", "水道橋 村人", marks=needs_japanese_font),
    ],
)
def test_fonts_are_inside_and_texts_can_be_read(tmp_path, lang, names):
    query = "aqueduct or id:villager"
    reader = printed(tmp_path / "c.pdf", "worldmonger", "--cards", query, "--language", lang)
    text = "".join(page.extract_text() for page in reader.pages)

    assert embedded(reader) and all(embedded(reader))
    assert all(name in text for name in names.split())


def test_there_are_as_many_cards_as_copies(tmp_path):
    reader = printed(tmp_path / "c.pdf", small(tmp_path))

    assert sum(len(cuts(page)) for page in reader.pages) == 4
    assert len(re.findall("Thing", reader.pages[0].extract_text())) == 3  # no kind of the same name


def test_backs_follow_their_page_turned_over_at_the_left(tmp_path):
    reader = printed(tmp_path / "c.pdf", small(tmp_path), "--backs")
    front, back = map(cuts, reader.pages)

    assert len(reader.pages) == 2
    assert [(round(210 - x - w, 1), y) for x, y, w, _ in back] == [
        (round(x, 1), y) for x, y, *_ in front
    ]
    words = reader.pages[1].extract_text()
    assert words.count("Small") == 4
    assert (words.count("Thing"), words.count("Sign")) == (3, 1)


def test_the_edge_goes_on_beyond_the_cut(tmp_path):
    reader = printed(tmp_path / "c.pdf", small(tmp_path), "--bleed", "3")

    assert {place[2:] for place in cuts(reader.pages[0])} == {(69, 94)}


def test_a_look_gives_cards_their_size_and_leaves_out_what_is_no_card(tmp_path):
    more = "look: {every: {size: 44x63}, sign: {size: 120x80}}"
    reader = printed(tmp_path / "c.pdf", small(tmp_path, more=more))

    found = [{place[2:] for place in cuts(page)} for page in reader.pages]
    assert sorted(found, key=max) == [{(44, 63)}, {(120, 80)}]


def test_what_is_no_card_is_printed_only_when_it_is_asked_for(tmp_path):
    game = small(tmp_path, more="look: {sign: {print: false}}")

    assert len(cuts(printed(tmp_path / "a.pdf", game).pages[0])) == 3
    assert len(cuts(printed(tmp_path / "b.pdf", game, "--cards", "kind:sign").pages[0])) == 1


@needs_japanese_font
def test_the_same_cards_give_the_same_bytes(tmp_path):
    found = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        words = ["print", small(tmp_path) if seed == "1" else str(tmp_path / "small-game")]
        words += ["-O", str(folder / "c.pdf"), "--backs", "--language", "ja"]
        words += ["--sheets", str(tmp_path / "sheets")]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", SCRIPT, *words], check=True, env=env)
        sheets = sorted((tmp_path / "sheets").iterdir())
        found.append([(folder / "c.pdf").read_bytes(), *(each.read_bytes() for each in sheets)])

    assert found[0] == found[1]


def test_what_does_not_fit_is_an_error_with_the_line_of_the_card(tmp_path):
    game = small(tmp_path, text="This is said again and again. " * 80)
    result = run(game, "-O", tmp_path / "c.pdf")

    assert result.exit_code == 1
    assert "the text of `first-thing` has no room on its face in `en`" in result.output
    assert re.search(r"game\.yaml:12:\d\d+\n", result.output)
    assert not (tmp_path / "c.pdf").exists()


def test_without_a_japanese_font_it_is_said_which_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "font_files", dict)
    result = run(small(tmp_path), "-O", tmp_path / "c.pdf", "--language", "ja")

    assert result.exit_code == 1
    assert "fonts-noto-cjk" in result.output and "--font" in result.output
    game = tmp_path / "small-game"
    assert run(game, "-O", tmp_path / "c.pdf", "--language", "en").exit_code == 0


def test_a_character_that_no_font_has_is_named(tmp_path):
    result = run(small(tmp_path, name="Thing \U0001f9ff"), "-O", tmp_path / "c.pdf")

    assert result.exit_code == 1
    assert "U+1F9FF" in result.output


def test_a_file_that_is_no_font(tmp_path):
    (tmp_path / "font.ttf").write_text("no font")
    result = run(small(tmp_path), "-O", tmp_path / "c.pdf", "--font", tmp_path / "font.ttf")

    assert result.exit_code == 2
    assert "is no font" in result.output


def test_a_font_that_is_named_is_used(tmp_path):
    path = Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf"
    plain = printed(tmp_path / "a.pdf", small(tmp_path))
    named = printed(tmp_path / "b.pdf", tmp_path / "small-game", "--font", path)

    assert plain.pages[0].extract_text() == named.pages[0].extract_text()
    assert (tmp_path / "a.pdf").read_bytes() != (tmp_path / "b.pdf").read_bytes()


def test_letters_are_thickened_only_where_they_are_bold(tmp_path):
    path = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    reader = printed(tmp_path / "a.pdf", small(tmp_path), "--font", path)
    texts = re.findall(r"BT .*? ET", flat(reader.pages[0]))
    thick = [" 2 Tr " in text for text in texts]

    assert all(text.index(" 0 Tr") > text.index(" 2 Tr") for text in texts if " 2 Tr" in text)
    assert thick[:4] == [True, True, False, False]  # worth, name, game, kind


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "-O FILE.pdf"),
        (("-O", "x.pdf", "--cards", "kind:culter"), "did you mean `culture`"),
        (("-O", "x.pdf", "--language", "xx"), "`xx`"),
        (("-O", "x.pdf", "--cards", "worth>99"), "no card to print"),
        (("-O", "x.pdf", "--bleed", "99"), "bleed"),
        (("-O", "x.pdf", "--paper", "B5"), "letter"),
    ],
)
def test_wrong_usage(words, said):
    result = run("worldmonger", *words)

    assert result.exit_code == 2
    assert said in result.output


def test_hostile_names_stay_texts(tmp_path):
    name = "../../etc ) /Type /Catalog >> endobj \\) <script>"
    sheets = tmp_path / "sheets"
    game = small(tmp_path, name=name, text="%PDF stream endstream")
    reader = printed(tmp_path / "c.pdf", game, "--sheets", sheets)

    text = "".join(reader.pages[0].extract_text().split())
    assert "".join(name.split()) in text
    assert reader.trailer["/Root"]["/Type"] == "/Catalog"
    assert sorted(path.name for path in sheets.iterdir()) == [
        "back-1.png", "back-2.png", "deck.json", "faces-1.png", "faces-2.png",
    ]  # fmt: skip
    saved = json.loads((sheets / "deck.json").read_text(encoding="utf-8"))
    assert saved["ObjectStates"][0]["ContainedObjects"][0]["Nickname"] == name


def test_sheets_for_tabletop_simulator(tmp_path):
    folder = tmp_path / "sheets with blanks"
    result = run("worldmonger", "--sheets", folder, "--cards", "kind:culture or kind:civilization")
    assert result.exit_code == 0, result.output
    saved = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
    decks = saved["ObjectStates"]

    assert sorted(len(deck["DeckIDs"]) for deck in decks) == [15, 200]
    for deck in decks:
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert {str(id_ // 100) for id_ in deck["DeckIDs"]} == set(deck["CustomDeck"])
        for sheet in deck["CustomDeck"].values():
            assert (sheet["NumWidth"], sheet["NumHeight"]) == (10, 7)
            for key in ("FaceURL", "BackURL"):
                path = Path(unquote(urlparse(sheet[key]).path))
                with image.open(path) as picture:
                    assert picture.size == ((4080, 3990) if key == "FaceURL" else (408, 570))
    names = {c["CardID"]: c["Nickname"] for deck in decks for c in deck["ContainedObjects"]}
    assert len(names) == 36 and "Aqueduct" in names.values()


def test_a_room_of_playingcards_io_has_each_card_as_often_as_the_game(tmp_path):
    game = small(tmp_path, name="=Thing")
    result = run(game, "--sheets", tmp_path / "room", "--for", "playingcards.io")
    assert result.exit_code == 0, result.output
    with zipfile.ZipFile(tmp_path / "room/room.pcio") as archive:
        widgets = json.loads(archive.read("widgets.json"))
        assets = {f"package://{name}": archive.read(name) for name in archive.namelist()}
    by_id = {each["id"]: each for each in widgets}
    cards = [each for each in widgets if each["type"] == "card"]

    assert len(by_id) == len(widgets)  # no two are called the same
    assert [each["type"] for each in widgets if each["type"] != "card"] == [
        "hand", "cardPile", "cardDeck", "cardPile", "cardDeck",
    ]  # fmt: skip
    assert sorted(each["cardType"] for each in cards) == ["first-thing"] * 3 + ["wide-sign"]
    for each in cards:
        deck, pile = by_id[each["deck"]], by_id[each["parent"]]
        look = deck["cardTypes"][each["cardType"]]
        assert deck["parent"] == each["parent"] and (each["x"], each["y"]) > (pile["x"], pile["y"])
        for side in ("face", "back"):
            [drawn] = deck[f"{side}Template"]["objects"]
            assert (drawn["type"], drawn["valueType"], drawn["value"]) == ("image", "dynamic", side)
            with image.open(io.BytesIO(assets[look[side]])) as picture:
                assert picture.format == "JPEG"
                shown = deck["cardWidth"] / deck["cardHeight"]
                assert picture.width / picture.height == pytest.approx(shown, rel=0.01)
    assert {"=Thing", "Wide"} == {
        t["label"] for d in widgets for t in d.get("cardTypes", {}).values()
    }


def test_tabletopia_has_a_folder_a_back_and_ten_pixels_a_millimetre(tmp_path):
    game = small(tmp_path, name="=Thing")
    folder = tmp_path / "pieces"
    result = run(game, "--sheets", folder, "--for", "tabletopia")
    assert result.exit_code == 0, result.output
    with (folder / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]

    assert [(row["id"], row["name"], row["copies"]) for row in rows] == [
        ("first-thing", "'=Thing", "3"), ("wide-sign", "Wide", "1"),
    ]  # fmt: skip
    for row in rows:
        for side in ("front", "back"):
            with image.open(folder / row[side]) as picture:
                assert (picture.format, picture.size) == ("PNG", (630, 880))


def test_more_cards_than_a_sheet_has_places(tmp_path, monkeypatch):
    monkeypatch.setattr(images, "WIDTH", 51)  # places are looked at here, not pictures
    assert run("res-arcana", "--sheets", tmp_path, "--cards", "kind:component").exit_code == 0
    saved = json.loads((tmp_path / "deck.json").read_text(encoding="utf-8"))
    ids = [id_ for deck in saved["ObjectStates"] for id_ in deck["DeckIDs"]]

    assert len(ids) == len(set(ids)) == 104
    assert all(id_ % 100 < 69 for id_ in ids)


@pytest.mark.parametrize("blank", [" ", "\n", "\t", "\n\n", " \n ", "\u00a0", "\u2003", "\u3000"])
def test_every_blank_in_a_name_or_text_is_printed_as_one(blank: str, tmp_path: Path) -> None:
    package = small(tmp_path, "NAME", "TEXT")
    file = Path(package) / "game.yaml"
    written = file.read_text("utf-8").replace("'NAME'", json.dumps(f"The old{blank}fox"))
    file.write_text(written.replace("'TEXT'", json.dumps(f"It{blank}runs.")), "utf-8")

    assert run(package, "-O", tmp_path / "a.pdf").exit_code == 0
    assert run(package, "--sheets", tmp_path / "sheets").exit_code == 0
    page = pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    assert "The old fox" in " ".join(page.split())
    assert "It runs." in " ".join(page.split())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("card", [(63, 88), (88, 63), (44, 63), (70, 120), (100, 70), (190, 280)])
@pytest.mark.parametrize("bleed", [0, 3])
def test_cards_on_a_page_do_not_touch_and_stay_on_it(paper, card, bleed):
    try:
        found = grid(paper, card, bleed)
    except TooLarge:
        assert min(PAPERS[paper]) - 10 < min(card) + 2 * bleed or max(card) > 250
        return
    for is_back in (False, True):
        places = [found.place(number, is_back) for number in range(found.size)]
        for axis in (0, 1):
            values = sorted({place[axis] for place in places})
            step = card[axis] + 2 * bleed
            assert all(b - a >= step - 1e-6 for a, b in pairwise(values))
            assert values[0] - bleed >= 5 - 1e-6
            assert values[-1] + card[axis] + bleed <= found.page[axis] - 5 + 1e-6
    for x1, y1, x2, y2 in found.marks():
        assert min(x1, y1) >= 0 and max(x1, x2) <= found.page[0] and max(y1, y2) <= found.page[1]
