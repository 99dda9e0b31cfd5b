"""Write a game's rulebook as plain text, made of its rules as the pages of the site are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.game import Game
from cardwright.site.rulebook import Rulebook
from cardwright.site.shelf import Part
from cardwright.text.course import Stage
from cardwright.text.scoring import scoring


def rulebook_text(game: Game, lang: str = "en") -> str:
    """Return the rules of a game as text with headings."""
    return "\n".join(_lines(Rulebook(Part(game.model, game.model.manifest, ""), lang)))


def _lines(book: Rulebook) -> Iterator[str]:
    yield f"# {book.title}"
    yield from filter(None, ["", book.summary])
    yield from _part("Zones", _places(book))
    yield from _part("Set-up", _stages(book, book.setup()))
    yield from _part("Course", _stages(book, book.phases()))
    actions = [
        f"{each.title}: {' '.join(each.lines)}" for each in book.actions() if each.card is None
    ]
    yield from _part("Actions", actions)
    yield from _part("Rules that always hold", book.general())
    over, ranks = book.end()
    yield from _part("End", (*over, *ranks))
    scores = (f"{title}: {' '.join(lines)}" for title, lines in scoring(book.names))
    yield from _part("Words and counts", scores)
    options = (f"{id_}: {text} (usually {usual})" for id_, text, _, usual in book.options())
    yield from _part("Options", options)


def _places(book: Rulebook) -> Iterator[str]:
    for name, owner, what in book.places():
        yield ": ".join(filter(None, (owner, f"{name}, {what}")))


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = [line for line in lines if line.strip(" -")]
    if found:
        yield from ("", f"## {title}", "", *(f"- {line}" for line in found))


def _stages(book: Rulebook, stages: Iterable[Stage], depth: int = 0) -> Iterator[str]:
    """Yield phases with what is done in them; inner phases are set in."""
    for each in stages:
        said = " ".join((*each.frame, *each.does))
        titles = [title for title, _, card in book.action_names(each.offers) if card is None]
        offers = f" Actions: {', '.join(titles)}." if titles else ""
        yield f"{'  ' * depth}{each.title}: {said}{offers}"
        yield from _stages(book, each.stages, depth + 1)
