"""Draw the pictures of the README and the guides: `make pictures`.

A table in a real browser, and cards as they are printed. Needs the extras `web` and `dev`, and
Chromium. Each picture is reduced to 256 colours, which keeps it under 200 kB.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pypdfium2
from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import sync_playwright

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.authors.graphs.page import graph_of
from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces import face, svg
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.printing.deck import Card, Paper, deck, write_pdf
from cardwright.apps.press.watching import Watch, server_of
from dsl.model.look import THEMES

HERE = Path(__file__).parent
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update")  # fmt: skip
WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 780}
SEED = "12"
PATIENCE = 120_000
"""So many milliseconds a policy may think on a busy machine."""
TABLES = {
    "table.png": ("hearts", "en", WIDE, 8),
    "table-wide.png": ("equilibrion", "en", WIDE, 7),
    "table-narrow.png": ("res-arcana", "ja", PHONE, 9),
}
"""Tables: the game, the language, the window, and how many answers are given before the picture."""
GAMES = tuple(game for game, *_ in TABLES.values())
CARDS = {
    "worldmonger": ("trading-ship", "war-elephants"),
    "res-arcana": ("dragon-egg", "athanor", "duelist"),
    "equilibrion": ("sogna-2-fire", "chaos"),
    "cerebria": ("adoration", "anger"),
    "hearts": ("hearts-queen", "spades-ace"),
}
EXAMPLES = {
    "old-mill.png": ("cards", "cards/old-mill.yaml", ("old-mill",)),
    "marks.png": ("cards", "harvest-feast", ("harvest-feast",)),
    "look.png": ("boards", "signs: {rank", ("red-1", "red-5", "green-3", "bakery")),
}
"""Pictures of examples of the language guide: the page, words in the example, the cards."""
PRINTED = {
    "worldmonger": ("aqueduct", "babylonia", "war-elephants"),
    "res-arcana": ("athanor", "duelist", "catacombs-of-the-dead"),
    "cerebria": ("adoration", "bleakness", "bliss-capping"),
}
"""The cards of a printed page."""
BLOCK = re.compile(r"^```yaml (?:base|part)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHEET = """<html><body style="margin:0;padding:18px;background:#f4efe4;width:1180px;display:flex;
flex-wrap:wrap;gap:18px;justify-content:center">%s</body></html>"""
LARGEST = 200_000
DPI = 110
"""Of the printed page, in pixels an inch."""


def main() -> None:
    """Draw all pictures."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        _write("cards.png", _cards(browser))
        _write("printed.png", _printed())
        _write("watch.png", _watch(browser))
        _write("themes.png", _themes(browser))
        _write("card.png", _card(browser, cardwright.load("worldmonger").model, "war-elephants"))
        _write("merchant.png", _merchant(browser))
        _write("graph.png", _graph(browser))
        for name, example in EXAMPLES.items():
            _write(name, _example(browser, *example))
        with _server() as url:
            for name, table in TABLES.items():
                _write(name, _table(browser, url, *table))
        browser.close()


def _write(name: str, data: bytes) -> None:
    """Reduce a picture to 256 colours and write it beside this file."""
    reduced = io.BytesIO()
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(reduced, "PNG", optimize=True)
    size = len(reduced.getvalue())
    if size > LARGEST:
        raise SystemExit(f"{name} has {size} bytes; at most {LARGEST} are wanted")
    (HERE / name).write_bytes(reduced.getvalue())
    print(f"{name}: {size:,} bytes")


def _cards(browser: Any) -> bytes:
    """Return a picture of cards of several games."""
    drawn = []
    for game, wanted in CARDS.items():
        model = cardwright.load(game).model
        cards = {card.id: card for card in model.definitions}
        drawn += [svg(face(Entry(model, cards[id_], None), "en")) for id_ in wanted if id_ in cards]
    page = browser.new_page(viewport={"width": 1216, "height": 400})
    page.set_content(SHEET % "".join(_sized(each, 180) for each in drawn))
    return bytes(page.locator("body").screenshot())


def _watch(browser: Any) -> bytes:
    """Return a picture of the page that shows cards while their files are edited."""
    watch = Watch(find_package(str(HERE.parents[1] / "examples/recipes/gardens")), "en")
    watch.look()
    server = server_of(watch, 0)
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page(viewport={"width": 1120, "height": 520})
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.fill("input", "flower")
    page.wait_for_timeout(1_000)
    found = bytes(page.screenshot())
    server.shutdown()
    return found


def _themes(browser: Any) -> bytes:
    """Return a picture of a card in each theme."""
    model = cardwright.load("res-arcana").model
    [card] = [each for each in model.definitions if each.id == "athanor"]
    looks, drawn = model.looks, []
    assert looks is not None
    for theme in THEMES:
        kinds = {name: replace(look, theme=theme) for name, look in looks.kinds.items()}
        themed = replace(model, looks=replace(looks, kinds=kinds))
        drawn.append(svg(face(Entry(themed, card, None), "en")))
    page = browser.new_page(viewport={"width": 1216, "height": 400})
    page.set_content(SHEET % "".join(_sized(each, 210) for each in drawn))
    return bytes(page.locator("body").screenshot())


def _printed() -> bytes:
    """Return a picture of a page of cards of three games, with the marks to cut along."""
    fonts, cards = Fonts(), list[Card]()
    for game, wanted in PRINTED.items():
        model = cardwright.load(game).model
        known = {card.id: Entry(model, card, None) for card in model.definitions}
        cards += deck((known[id_] for id_ in wanted), "en", fonts, lambda _: None)
    cards = [replace(card, copies=1) for card in cards]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "printed.pdf"
        write_pdf(
            cards, fonts, Paper(name="A4", bleed=0, has_backs=False), "", path, lambda _: None
        )
        page = pypdfium2.PdfDocument(path)[0].render(scale=DPI / 72).to_pil()
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()


def _card(browser: Any, model: Any, id_: str) -> bytes:
    """Return a picture of one card."""
    [card] = [each for each in model.definitions if each.id == id_]
    page = browser.new_page(viewport={"width": 360, "height": 504})
    drawn = svg(face(Entry(model, card, None), "en"))
    page.set_content(f'<body style="margin:0">{_sized(drawn, 360)}</body>')
    return bytes(page.screenshot())


def _merchant(browser: Any) -> bytes:
    """Return a picture of the card that the page of the first card lets the reader write."""
    page = (HERE.parent / "first-card.md").read_text("utf-8")
    text = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert text is not None
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "my-game"
        subprocess.run(
            [sys.executable, "-m", "cardwright", "new", "game", package, "--like", "deck-building"],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        (package / "cards").mkdir()
        right = text[1].replace("silvr", "silver")
        (package / "cards" / "merchant.yaml").write_text(right, "utf-8")
        return _card(browser, cardwright.load(package).model, "merchant")


def _example(browser: Any, page: str, words: str, ids: tuple[str, ...]) -> bytes:
    """Return a picture of cards in an example of the language guide."""
    [base] = _blocks("index")
    [part] = [each for each in _blocks(page) if words in each]
    file = re.match(r"# file: (\S+)", part)
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "fair"
        (package / "cards").mkdir(parents=True)
        (package / "game.yaml").write_text(base, "utf-8")
        (package / (file[1] if file else "part.yaml")).write_text(part, "utf-8")
        model = cardwright.load(package).model
    cards = {card.id: card for card in model.definitions}
    drawn = [svg(face(Entry(model, cards[id_], None), "en")) for id_ in ids]
    sheet = browser.new_page(viewport={"width": 1280, "height": 100})
    sheet.set_content(SHEET.replace("1180px", "max-content") % "".join(drawn))
    return bytes(sheet.locator("body").screenshot())


def _blocks(page: str) -> list[str]:
    """Return the packages and parts of packages in a page of the language guide."""
    text = (HERE.parent / "language" / f"{page}.md").read_text("utf-8")
    return BLOCK.findall(text)


def _graph(browser: Any) -> bytes:
    """Return a picture of the page of a graph with a card chosen."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.html"
        text = graph_of(find_package("res-arcana"), None, "html", of="turn")
        path.write_text(text, "utf-8")
        page = browser.new_page(viewport={"width": 1200, "height": 640}, color_scheme="light")
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        page.fill("#search", "cursed forge")
        page.keyboard.press("Enter")
        page.click("#fit")
        page.fill("#search", "")
        page.wait_for_timeout(300)
        return bytes(page.screenshot())


def _sized(drawn: str, width: int) -> str:
    """Return an SVG of another width."""
    return re.sub(r'width="[^"]+" height="[^"]+"', f'width="{width}"', drawn, count=1)


@contextmanager
def _server() -> Iterator[str]:
    """Serve the games on this machine; yield the address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-m", "cardwright", "serve", *GAMES, "--port", "0"]
        process = subprocess.Popen(
            [*command, "--file", f"{folder}/tables"], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        found = re.search(r"http://[\w.]+:\d+/", process.stdout.readline())
        try:
            assert found is not None
            yield found[0]
        finally:
            process.kill()
            process.wait()


def _table(browser: Any, url: str, game: str, lang: str, window: Any, answers: int) -> bytes:
    """Return a picture of a table in the midst of a match against policies."""
    page = browser.new_page(viewport=window)
    page.goto(f"{url}new/{game}?lang={lang}")
    for number, role in enumerate(page.locator("select[name^=role-]").all()):
        role.select_option("quick" if number else "person")
    opened = "all => all.map(each => each.open = true)"
    page.locator("form.setting details").evaluate_all(opened)
    page.fill("#seed", SEED)
    page.locator("form.setting button.button").click()
    page.locator(".links a.button").first.click()
    for _ in range(answers):
        page.wait_for_selector("#question", timeout=PATIENCE)
        page.evaluate("document.querySelector('#options button').click()")
        page.wait_for_timeout(300)
    page.wait_for_selector("#question", timeout=PATIENCE)
    page.wait_for_timeout(2_000)
    return bytes(page.screenshot())


if __name__ == "__main__":
    main()
