"""Answer in which forms an overview can be had."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cardwright.apps.authors.outline.gather import overview_of
from cardwright.apps.authors.overview.dot import as_dot
from cardwright.apps.authors.overview.mermaid import as_mermaid
from cardwright.apps.authors.overview.picture import Picture, picture_of
from cardwright.apps.authors.overview.plain import as_json, as_text
from cardwright.apps.authors.overview.titles import Titles
from dsl.model.game import Game
from interpreter.graph.export import laid_out

PICTURES: Final[Mapping[str, Callable[[Picture], str]]] = {
    "text": as_text,
    "dot": as_dot,
    "mermaid": as_mermaid,
    "svg": lambda picture: laid_out(as_dot(picture)),
}
FORMS: Final = (*PICTURES, "json")


def overview_in(game: Game, form: str, lang: str) -> str:
    """Return the overview of a game in one of the `FORMS`.

    Raises:
        NoGraphviz: SVG was asked for and `dot` is not there.
    """
    overview = overview_of(game)
    if form == "json":
        return as_json(overview)
    return PICTURES[form](picture_of(overview, Titles(game, lang)))
