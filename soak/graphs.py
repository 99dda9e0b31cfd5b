"""Draw every package in every form: no fault, and every part of a page leads to another."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random
from typing import Final

from cardwright import api
from cardwright.packages import Package, as_package
from cardwright.view.graphs.forms import graph_of, overview_of
from interpreter.graph.export import FORMS, PROGRAM
from soak.measure import Part, hold

ROOT: Final = Path(__file__).resolve().parents[1]
MOST_CARDS: Final = 3
DATA: Final = re.compile(r'<script id="data" type="application/json">(.*?)</script>')


def folders() -> list[Path]:
    """Return the folder of every game in the repository, the small ones of examples first."""
    return [path.parent for shelf in ("examples", "cards")
            for path in sorted((ROOT / shelf).rglob("game.yaml"))]  # fmt: skip


def check(chance: Random, number: int, part: Part) -> None:
    """Draw one package: all of it, a turn and some cards."""
    package = as_package(folders()[number])
    cards = [card.id for card in api.load_package(package).model.definitions]
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
