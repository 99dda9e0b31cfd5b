"""Hold what is drawn: graphs in every form, and screens of 80 by 24 with what decides a question.

Every part of a graph's page leads to another. What decides a question is on the screen by name: its
options, the cards and places that they touch, what the table and the players show, one's own hand.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from rich.cells import cell_len, chop_cells

import cardwright
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.package import Package
from cardwright.apps.authors.graphs.page import graph_of, overview_of
from cardwright.apps.pictures.parts import FORMS, PROGRAM
from cardwright.apps.screen import View, Viewer
from cardwright.apps.table.terminal.drawing import Drawing
from dsl.languages import OWN
from soak.course import SEEDS, noted
from soak.expectations import setting_of
from soak.measure import Part, hold

ROOT = Path(__file__).resolve().parents[1]
MOST_CARDS = 3
DATA = re.compile(r'<script id="data" type="application/json">(.*?)</script>')

WIDTH, HEIGHT = 80, 24
KEYS = 2
"""Lines for what can be typed, and for the answer."""

BEGINNING = 14
"""Columns of an option that are there even where many long ones leave room for no more: the name
of a card and what it begins with, as `?` tells it in full."""

LOOK_EVERY = 25
"""Decisions from one look to the next; the first of each match is another one."""


# --- graphs ---------------------------------------------------------------------------------------


def folders() -> list[Path]:
    """Return the folder of every game in the repository, the small ones of examples first."""
    return [path.parent for shelf in ("examples", "cards")
            for path in sorted((ROOT / shelf).rglob("game.yaml"))]  # fmt: skip


def check_graphs(chance: Random, number: int, part: Part) -> None:
    """Draw one package: all of it, a turn and some cards."""
    package = Package.at(folders()[number])
    cards = [card.id for card in cardwright.load(package).model.definitions]
    asked = chance.sample(cards, min(MOST_CARDS, len(cards)))
    for question in (None, "turn", *asked):
        for lang in ("en", "ja"):
            _draw(package, question, lang, part)
    for form in ("text", "dot", "mermaid", "json"):
        hold(bool(overview_of(package, form, "ja")), f"an empty overview: {form}")


def _draw(package: Package, question: str | None, lang: str, part: Part) -> None:
    """Draw one answer in every form."""
    for form in FORMS:
        if form == "svg" and shutil.which(PROGRAM) is None:
            part.tally["no program dot"] += 1
            continue
        text = graph_of(package, None, form, True, lang, of=question)
        hold(bool(text) or question == "turn", f"nothing: {form} of {question}")
    page = DATA.search(graph_of(package, None, "html", True, lang, of=question))
    assert page is not None
    data = json.loads(page[1])
    known = {node["id"] for node in data["nodes"]}
    ends = {end for one, other, _ in data["edges"] for end in (one, other)}
    hold(ends | set(data["start"]) <= known, f"ends that lead nowhere: {ends - known}")


# --- screens --------------------------------------------------------------------------------------


def check_screens(game: str, chance: Random, number: int, part: Part) -> None:
    """Play a match at random and look at the screens of those who are asked."""
    setting, turn = setting_of(game, number), count(number)

    def note(match: Match, index: int) -> None:
        if next(turn) % LOOK_EVERY == 0:
            for lang in OWN:
                part.tally["looks"] += 1
                _look(setting.play, match, match.state.ask.decider, lang)

    noted(setting.start(chance.randrange(SEEDS)), chance, note)


@cache
def _viewer(play: Game, lang: str) -> Viewer:
    return Viewer(play, lang)


def _look(play: Game, match: Match, seat: int, lang: str) -> None:
    """Draw what a seat sees, and hold that all of it is there."""
    view = _viewer(play, lang).view(match, seat)
    drawing = Drawing(view, WIDTH, HEIGHT)
    lines = [line for block in drawing.screen() for line in block.lengths[0]]
    hold(len(lines) + KEYS <= HEIGHT, f"{lang}: {len(lines)} lines: {lines}")
    hold(max(map(cell_len, lines)) <= WIDTH, f"{lang}: too wide: {lines}")
    text = "".join("".join(lines).split())
    for word in dict.fromkeys(_deciding(view, drawing)):
        hold("".join(word.split()) in text, f"{lang}: {word} is not there: {lines}")


def _deciding(view: View, drawing: Drawing) -> Iterator[str]:
    """Yield what must be on the screen."""
    assert view.question is not None
    yield view.question.text
    for option, _ in drawing.choices():
        yield chop_cells(option.text.partition(" (")[0], BEGINNING)[0]
    for shown in view.shown:
        yield shown.text
    for player in view.players:
        yield player.name
        yield from (each.text for each in player.shown if isinstance(each.value, int))
    for card in drawing.cards():
        if card.options and card.name:
            yield card.name
    for area in view.areas:
        if any(p.is_you and area.key == f"{p.key}.hand" for p in view.players):
            yield from (card.name for card in area.cards if card.name)
