"""Return the graph of a package in a form; what cannot be had is a mistake in plain words."""

from __future__ import annotations

from cardwright.api.loading import load_package
from cardwright.api.packages import Package
from cardwright.apps.authors.graphs.drawing import drawn
from cardwright.apps.authors.graphs.errors import NoGraphvizError, NotDrawnError, UnknownNodeError
from cardwright.apps.authors.overview.forms import overview_in
from interpreter.graph.export import NoGraphviz, NotDrawn
from interpreter.graph.picture import UnknownNode


def graph_of(
    package: Package,
    node: str | None,
    form: str,
    cache: bool = True,
    lang: str = "en",
    of: str | None = None,
) -> str:
    """Return the event graph of a game, or the part around a node, in a format; what is near a node
    in the words of a language.

    Args:
        of: A question in the place of a node: `turn`, or the id or name of a card.

    Raises:
        UnknownNodeError: There is no such node.
        UnclearCardError: No card, or several, are called so.
        NoGraphvizError: SVG was asked for and `dot` is not there.
        NotDrawnError: It is there and failed.
    """
    try:
        return drawn(load_package(package, cache=cache).model, node, of, form, lang)
    except UnknownNode as error:
        raise UnknownNodeError(error.word, error.guess) from None
    except NoGraphviz:
        raise NoGraphvizError from None
    except NotDrawn as error:
        raise NotDrawnError(str(error)) from None


def overview_of(package: Package, form: str, lang: str, cache: bool = True) -> str:
    """Return the event graph of a game on one page, in a format and language.

    Raises:
        NoGraphvizError: SVG was asked for and `dot` is not there.
        NotDrawnError: It is there and failed.
    """
    try:
        return overview_in(load_package(package, cache=cache).model, form, lang)
    except NoGraphviz:
        raise NoGraphvizError from None
    except NotDrawn as error:
        raise NotDrawnError(str(error)) from None
