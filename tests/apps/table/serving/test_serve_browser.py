"""A robot plays whole matches in a real browser, by clicking and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path
from random import Random
from urllib.request import Request, urlopen

import pytest

from cardwright.apps.table.serving.drawing import HERE
from tests.apps.table.serving.conftest import MARK, SMALL
from tests.apps.table.serving.test_kill import Server

SIZES = {"wide": {"width": 1280, "height": 800}, "narrow": {"width": 390, "height": 844}}
GAMES = ("dream-tricks", "equilibrion", "worldmonger", "res-arcana", "cerebria")
MOST_CLICKS = 3_000
LARGEST_PAGE = 70_000
"""Bytes of the first page with its styles and scripts, as they are sent."""
SETTLED = "mark => document.getElementById('part')?.dataset.mark !== mark"
INSIDE = """() => { const box = document.querySelector('.ask').getBoundingClientRect();
return box.top >= -1 && box.top < innerHeight && box.left >= -1 && box.right <= innerWidth + 1 }"""
ANSWERED = """document.body.addEventListener('htmx:afterRequest',
() => setTimeout(() => { window.isAnswered = true; }, 0))"""
FACE_TEXTS = """async () => { const found = []; for (const img of document.querySelectorAll(
'.face img')) { if (!img.checkVisibility()) continue;
const text = await (await fetch(img.src)).text();
const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
const scale = img.getBoundingClientRect().width / svg.getAttribute('viewBox').split(' ')[2];
for (const each of svg.querySelectorAll('text')) found.push(each.getAttribute('font-size') * scale);
} return found; }"""
"""Returns how large each text on a face is, in pixels."""
CELLS = """() => [...document.querySelectorAll('.grid .cell')].map(cell => {
const box = cell.getBoundingClientRect(), {row, column} = cell.dataset;
return [+row, +column, Math.round(box.top), Math.round(box.left)]; })"""
"""Returns of each place of a board its row and column, and where it is drawn."""
PICTURES = Path(__file__).resolve().parents[4] / "docs" / "pictures"


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """Return a server of the small game and of all shipped ones."""
    found = Server(tmp_path_factory.mktemp("tables") / "tables", SMALL, "hearts", *GAMES)
    yield found
    found.kill()


@pytest.fixture(params=["narrow", pytest.param("wide", marks=pytest.mark.soak)])
def page(browser, request, server) -> Iterator:
    """Return a page that fails on any error, and on any request to another place."""
    wrong: list[str] = []
    context = browser.new_context(viewport=SIZES[request.param], reduced_motion="reduce")
    found = context.new_page()
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    found.on(
        "request",
        lambda asked: wrong.append(asked.url) if not asked.url.startswith(server.url) else None,
    )
    yield found
    context.close()
    assert wrong == []


def reduce_colours(path: Path) -> None:
    """Write a picture with 256 colours, which keeps it small."""
    image = pytest.importorskip("PIL.Image")
    picture = image.open(path).convert("RGB")
    picture.quantize(256, dither=image.Dither.NONE).save(path, "PNG", optimize=True)


def sit_down(page, server: Server, game: str, lang: str, roles: str) -> None:
    """Set a table through the lobby and sit down at its first link."""
    page.goto(f"{server.url}/?lang={lang}")
    page.locator(f'a[href^="/new/{game}?"]').click()
    players = str(len(roles.split()))
    count = page.locator(".counts a", has_text=re.compile(f"^{players}$"))
    if count.count():
        count.click()
    for number, role in enumerate(roles.split()):
        page.select_option(f"[name=role-{number}]", role)
    page.locator("form.setting details").evaluate_all("all => all.map(each => each.open = true)")
    page.fill("#seed", "4")
    page.locator("form.setting button.button").click()
    page.locator(".links a.button").first.click()
    page.wait_for_selector("#part")
    page.wait_for_load_state("load")  # deferred scripts have run: they hear clicks and keys


def mark_of(page) -> str:
    """Return what tells the state that is shown from others."""
    return page.get_attribute("#part", "data-mark") or ""


def clickable(page):
    """Return all that answers the question at once: entries of the list, cards and places; where
    nothing on the table does, or not yet, the list is unfolded."""
    found = page.locator("[name=option]:visible")
    if not found.count():
        page.evaluate("document.getElementById('list')?.setAttribute('open', '')")
    return found


def take_first(page) -> None:
    """Take the first option of the list, which may be folded."""
    page.wait_for_selector("#options button", state="attached", timeout=20_000)
    page.evaluate("document.querySelector('#options button').click()")


def is_settled(page, mark: str) -> bool:
    """Return whether another state comes soon."""
    for _ in range(40):
        if mark_of(page) != mark:
            return True
        page.wait_for_timeout(50)
    return False


def play(page, chance: Random, most: int = MOST_CLICKS) -> int:
    """Click something that is open until the match is over; return how often."""
    for clicks in range(most):
        page.wait_for_selector("#question, .end, .hand-over")
        if page.locator(".end").count():
            return clicks
        if page.locator(".hand-over").count():
            page.locator(".hand-over a").click()
            page.wait_for_selector("#part h2")
            continue
        assert page.locator("#question").is_visible()
        mark, open_ = mark_of(page), clickable(page)
        if not (count := open_.count()):  # the next picture has come meanwhile
            continue
        number = chance.randrange(count)
        for _ in range(5):  # while moves are played a click only skips them
            open_.nth(number % max(1, open_.count())).click()
            if is_settled(page, mark):
                break
    return most


def look_over(page) -> None:
    """Hold that a page fits its window, and says what it asks."""
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(INSIDE), "the question is out of sight"


def serious(page) -> list[str]:
    """Return what axe finds on a page: all of it is taken to be serious."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
    found = axe.Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.soak)])
def test_a_robot_plays_a_whole_match(page, server, lang):
    sit_down(page, server, "high-card", lang, "person random random")

    assert play(page, Random(3)) >= 3

    look_over(page)
    assert page.locator(".end th[scope=row]").count() == 3
    page.locator(".again button").first.click()
    page.wait_for_selector("#question")


def test_a_ring_is_drawn_as_a_ring(page, server):
    sit_down(page, server, "cerebria", "en", "person person")

    cells = page.evaluate(CELLS)

    assert len(cells) > 4
    for at, drawn_at in ((0, 2), (1, 3)):  # rows from the top, columns from the left
        lines = {number: {cell[drawn_at] for cell in cells if cell[at] == number}
                 for number in range(max(cell[at] for cell in cells) + 1)}  # fmt: skip
        assert all(len(each) == 1 for each in lines.values())
        places = [each.pop() for _, each in sorted(lines.items())]
        assert places == sorted(set(places))
    look_over(page)


@pytest.mark.parametrize("game", ["high-card", pytest.param("equilibrion", marks=pytest.mark.soak)])
def test_nothing_serious_for_screen_readers(page, server, game):
    for before in ("/", f"/new/{game}"):
        page.goto(f"{server.url}{before}")
        assert serious(page) == []
    sit_down(page, server, game, "en", "person random")
    play(page, Random(1), most=2)
    assert serious(page) == []
    look_over(page)


@pytest.mark.parametrize(
    "game", ["hearts", *(pytest.param(g, marks=pytest.mark.soak) for g in GAMES[2:4])]
)
def test_every_text_of_a_face_can_be_read(page, server, game):
    sit_down(page, server, game, "en", "person person person" + " person" * (game == "hearts"))
    page.wait_for_load_state("networkidle")

    sizes = page.evaluate(FACE_TEXTS)

    assert min(sizes, default=8) >= 8


def test_the_whole_face_of_a_card_is_shown_large(page, server):
    sit_down(page, server, "high-card", "en", "person random")

    page.locator("button.face img").first.click(button="right")
    shown = page.locator("#zoom[open] img").get_attribute("src")
    small = page.locator("button.face img").first.get_attribute("src")
    assert shown == small.replace("/small/", "/face/")


def test_one_plays_by_keyboard_alone(page, server):
    sit_down(page, server, "high-card", "en", "person random")

    for key in ("1", "ArrowDown Enter"):
        page.wait_for_selector("#question")
        mark = mark_of(page)
        for each in key.split():
            page.keyboard.press(each)
        page.wait_for_function(SETTLED, arg=mark)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_what_a_script_has_moved_is_swapped_without_a_word(page, server):
    """The page forbids styles that stand in attributes, those of the part before too."""
    sit_down(page, server, "high-card", "en", "person random")
    page.evaluate("document.getElementById('menu').style.top = '3px'")
    mark = mark_of(page)

    take_first(page)

    page.wait_for_function(SETTLED, arg=mark)
    page.wait_for_timeout(100)
    assert page.evaluate("document.getElementById('menu').style.top") == ""


def test_the_language_is_switched_in_mid_match(page, server):
    sit_down(page, server, "high-card", "en", "person random")
    asked = page.locator("#options li").count()
    page.get_by_role("link", name="日本語").click()

    page.wait_for_selector("html[lang=ja]")
    assert page.locator("#options li").count() == asked
    assert "手札" in page.locator(".cloth").inner_text()


def test_what_is_pressed_stays_under_the_pointer(page, server):
    """What an option does is told in full where the keyboard is; that option is another one."""
    sit_down(page, server, "worldmonger", "en", "person random")
    long = page.locator("#options li:has(.does)")
    for _ in range(20):
        if long.count() > 1:
            break
        play(page, Random(2), most=1)
    page.keyboard.press("ArrowDown")
    pressed = long.last.locator("button")
    pressed.scroll_into_view_if_needed()
    page.wait_for_function("() => document.getAnimations().length === 0")
    before, mark = pressed.bounding_box(), mark_of(page)

    pressed.hover(position={"x": 5, "y": before["height"] - 5})
    page.mouse.down()
    held = pressed.bounding_box()
    page.mouse.up()

    assert held == before
    page.wait_for_function(SETTLED, arg=mark)


def test_two_people_see_each_others_moves_at_once(browser, server):
    seats = server.set_up()
    pages = [browser.new_page() for _ in seats]
    for page, seat in zip(pages, seats, strict=True):
        page.goto(server.url + seat)
    first, second = pages
    second.wait_for_timeout(300)
    mark = mark_of(second)

    take_first(first)

    second.wait_for_function(SETTLED, arg=mark)
    second.wait_for_selector("#question")
    for page in pages:
        page.close()


def test_what_an_answer_led_to_does_not_hide_what_came_after_it(browser, server):
    """The answer of the first is slow to come back; the second has answered in the meantime."""
    first, second = server.set_up()
    page, other = browser.new_page(), browser.new_page()
    page.goto(server.url + first)
    other.goto(server.url + second)

    def slowly(route) -> None:
        answer = route.fetch()
        other.wait_for_selector("#question")
        mark = mark_of(other)
        take_first(other)
        other.wait_for_function(SETTLED, arg=mark)
        page.wait_for_timeout(300)
        route.fulfill(response=answer)

    page.route("**/answer?*", slowly)
    page.evaluate(ANSWERED)
    take_first(page)

    page.wait_for_function("() => window.isAnswered")
    page.wait_for_selector("#question")
    for each in (page, other):
        each.close()


def test_without_scripts_the_table_is_played_at_by_forms(browser, server):
    seats = server.set_up()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + seats[0])

    page.locator("#list > summary").click()
    page.locator("#options button").first.click()

    page.wait_for_load_state("load")
    assert page.locator("#options button").count() == 0
    context.close()


def test_the_first_page_is_small(server):
    from tests.apps.table.serving.test_kill import ask

    form = {"players": "4", "seed": "1"} | {f"role-{number}": "person" for number in range(4)}
    host = ask(f"{server.url}/new/cerebria", form)[1]
    seat = re.findall(r'href="(/seat/[\w-]{22})', ask(server.url + host)[2])[0]
    page = ask(server.url + seat)[2]
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)

    asked = [Request(server.url + each, headers={"accept-encoding": "gzip"})
             for each in (seat, *files)]  # fmt: skip
    sent = [urlopen(each).read() for each in asked]
    assert len(files) == 11
    assert MARK.findall(decompress(sent[0]).decode()) == MARK.findall(page)
    assert sum(map(len, sent)) < LARGEST_PAGE


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "game", "lang"), [("wide", "equilibrion", "en"), ("narrow", "res-arcana", "ja")]
)
def test_pictures_of_the_guide(browser, server, size, game, lang):
    page = browser.new_page(viewport=SIZES[size], reduced_motion="reduce")
    sit_down(page, server, game, lang, "person random")
    play(page, Random(5), most=8)
    page.wait_for_timeout(2_000)

    page.screenshot(path=PICTURES / f"table-{size}.png")
    reduce_colours(PICTURES / f"table-{size}.png")
    page.close()


@pytest.mark.soak
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_a_robot_plays_whole_matches_of_every_game(page, server, game, lang):
    sit_down(page, server, game, lang, "person random")

    clicks = play(page, Random(f"{game} {lang}"))

    assert clicks < MOST_CLICKS
    look_over(page)


def test_a_card_is_touched_through_the_values_that_lie_on_it(page):
    style = HERE / "static" / "table.css"
    page.set_content(
        '<ul class="cards"><li class="card"><button style="width:40px;height:60px"></button>'
        '<span class="badges" style="position:absolute;inset:0">4</span></li></ul>'
    )
    page.add_style_tag(path=style)

    page.locator("button").click(timeout=2_000)
