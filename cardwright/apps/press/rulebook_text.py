"""Write a game's rulebook as plain text, made of its rules as the pages of the site are: for a
terminal, and as Markdown for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardwright import prelude
from cardwright.apps.cards.card import attribute_words
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.console import INDENT, paragraph
from cardwright.apps.face.words import say
from cardwright.apps.press.site.rulebook import Rulebook
from cardwright.apps.press.site.shelf import Part
from cardwright.apps.text.course import Stage, action_title, scoring
from cardwright.apps.text.inflection import capital
from cardwright.apps.text.names import Names
from cardwright.apps.text.sentences import ended, full_stop
from dsl import Record
from dsl.model.game import Game

_MOST_NAMES: Final = 24
"""So many cards of a kind are named one by one."""


class Chapter(Record):
    """A part of the rules: its title, and its lines, each with how deep it stands."""

    title: str
    lines: tuple[tuple[int, str], ...]


def rulebook_text(model: Game, lang: str = "en") -> str:
    """Return the rules of a game as Markdown."""
    book = _book(model, lang)
    lines = [f"# {book.title}", *filter(None, ["", book.summary])]
    for chapter in chapters(book):
        lines += ["", f"## {chapter.title}", ""]
        lines += [f"{'  ' * depth}- {text}" for depth, text in chapter.lines]
    return "\n".join(lines)


def rules_lines(model: Game, lang: str, width: int) -> list[str]:
    """Return the rules of a game as lines for a terminal."""
    book = _book(model, lang)
    found = paragraph(book.title, width)
    found += paragraph(book.summary, width, INDENT) if book.summary else []
    for chapter in chapters(book):
        found += [f"── {chapter.title}"]
        for depth, text in chapter.lines:
            found += paragraph(text, width, INDENT * (depth + 1))
    return found


def rulebook(model: Game, lang: str) -> tuple[str, tuple[Chapter, ...]]:
    """Return what a game is about, "" where that is not told, and the chapters of its rules."""
    book = _book(model, lang)
    return book.summary, tuple(chapters(book))


def _book(model: Game, lang: str) -> Rulebook:
    return Rulebook(Part(model, model.manifest, ""), lang)


def chapters(book: Rulebook) -> Iterator[Chapter]:
    """Yield the parts of a rulebook that say something."""
    names, lang = book.names, book.lang
    happens = set()  # the texts of the prelude's events say all, and most games share them
    for id_, events in book.model.events.items():
        shared = {span.source.path for span in prelude().get(id_, ())}
        if any(each.text and each.span.source.path not in shared for each in events):
            happens.add(id_)
    terms = (each for each in book.events() if each.lines and each.id in happens)
    over, ranks = book.end()
    compared = [_listing("rules-compared", " › ".join(ranks), lang)] if ranks else []
    told = {
        "rules-zones": _plainly(_places(book)),
        "rules-things": _plainly(_on_the_table(book)),
        "rules-setup": tuple(_staged(book.setup(), names)),
        "rules-round": tuple(_staged(book.phases(), names)),
        "rules-actions": _plainly(
            _titled(each.title, each.lines, lang) for each in book.actions() if not each.is_of_card
        ),
        "rules-happens": _plainly(_titled(each.title, each.lines, lang) for each in terms),
        "rules-always": _plainly(book.general()),
        "rules-end": _plainly([*over, *compared]),
        "rules-scores": _plainly(_titled(title, lines, lang) for title, lines in scoring(names)),
        "rules-options": _plainly(
            say(book.lang, "rules-option", text=text, usual=usual)
            for _, text, _, usual in book.options()
        ),
        "rules-cards": _plainly(_cards(book)),
    }
    for key, lines in told.items():
        title = say(book.lang, key)
        lines = tuple((depth, text.removeprefix(_behind(title, "", lang))) for depth, text in lines)
        if lines:
            yield Chapter(title, lines)


def _plainly(texts: Iterator[str] | Sequence[str]) -> tuple[tuple[int, str], ...]:
    return tuple((0, text) for text in texts if text.strip(" -"))


def _titled(title: str, lines: Sequence[str], lang: str) -> str:
    said = _in_a_row(lines)
    title = capital(title) if lang == "en" else title
    if not said or _is_named(said, title):
        return title
    return _behind(title.removesuffix(full_stop(lang)), said, lang)


def _behind(title: str, said: str, lang: str) -> str:
    """Return a title and its text, with the sign that the language has between them."""
    return f"{title}：{said}" if lang == "ja" else f"{title}: {said}"


def _is_named(said: str, title: str) -> bool:
    """Return whether a sentence says what something is called, and no more."""
    return said.strip(".。 ").casefold() == title.casefold()


def _in_a_row(texts: Sequence[str]) -> str:
    """Return sentences in a row; behind a Japanese one stands no blank."""
    return " ".join(texts).replace("。 ", "。").replace("： ", "：")


def _places(book: Rulebook) -> Iterator[str]:
    for name, whose, kind, more in book.places():
        key = "rules-place-of" if whose else "rules-place"
        what = book.names.row([book.names.many(kind), *more])
        line = say(book.lang, key, name=name, whose=whose, what=what)
        yield capital(line) if book.lang == "en" else line


def _on_the_table(book: Rulebook) -> Iterator[str]:
    """Yield what the things do that everybody sees from the beginning: those that are there once
    and lie in no zone, and those that begin face up in a zone of the table."""
    model, plain, names = book.model, dict[str, list[str]](), dict[str, list[str]]()
    for definition in model.cards:
        start = definition.start
        is_there = model.kinds[definition.kind].is_unique
        if start is not None:
            audience = next(audience for _, audience in model.zones[start].audiences)
            is_there = start.owner is None and audience.cards == "everyone"
        if not is_there:
            continue
        card = Entry(model, definition, None, None)
        name = book.names.text(definition.name, definition.id)
        told = [each for each in _told_beside(card, book) if not _is_named(each, name)]
        said = card.text(book.lang).split()
        if said:
            yield _behind(name, _in_a_row([*told, *said]), book.lang)
        elif told:
            plain.setdefault(definition.kind, []).append(_behind(name, _in_a_row(told), book.lang))
            names.setdefault(definition.kind, []).append(name)
    for kind, lines in plain.items():
        if len(lines) <= _MOST_NAMES:
            yield from lines
        else:
            first, *_, last = names[kind]
            many = book.names.many(book.names.kind(kind))
            yield say(book.lang, "rules-many", n=len(lines), what=many, first=first, last=last)


def _cards(book: Rulebook) -> Iterator[str]:
    """Yield which cards there are, a kind a line, and where to read what each does."""
    model, found = book.model, dict[str, list[str]]()
    for definition in (each for each in model.cards if not each.face_of):
        if not model.kinds[definition.kind].is_unique:
            copies = f" ×{definition.copies}" if definition.copies > 1 else ""
            sides = (definition, *(e for e in model.cards if e.face_of == definition.id))
            name = " / ".join(book.names.text(each.name, each.id) for each in sides)
            found.setdefault(definition.kind, []).append(f"{name}{copies}")
    for kind, names in found.items():
        key = "rules-cards-of" if len(names) <= _MOST_NAMES else "rules-cards-many"
        what, all_ = capital(book.names.many(book.names.kind(kind))), book.names.row(names)
        yield say(book.lang, key, kind=what, names=all_, number=len(names))
    if found:
        yield say(book.lang, "rules-cards-more", game=model.manifest.id)


def _told_beside(card: Entry, book: Rulebook) -> Iterator[str]:
    """Yield the attributes with words of a card, as a sentence."""
    words = zip(card.attributes.values(), attribute_words(card, book.lang), strict=True)
    told = [said for attribute, said in words if said and attribute.text]
    if told:
        said = book.names.row(told)
        yield ended(capital(said) if book.lang == "en" else said, book.lang)


def _staged(found: Sequence[Stage], names: Names, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the texts of phases and those inside them, each with how deep it stands."""
    for stage in found:
        said = _in_a_row([*stage.frame, *stage.does, *_offers(stage, names)])
        both = stage.title and said
        yield depth, _behind(stage.title, said, names.lang) if both else stage.title or said
        yield from _staged(stage.stages, names, depth + 1)


def _listing(key: str, what: str, lang: str) -> str:
    """Return a label with a list behind it, and one end."""
    text = say(lang, key, what=what)
    return text if ended(what, lang) != what else text.removesuffix(full_stop(lang))


def _offers(stage: Stage, names: Names) -> Iterator[str]:
    """Yield what players may do in a phase: the actions that stand on no card, and that cards have
    some."""
    known = {action.id: action for action in names.game.actions}
    offered = [known[id_] for id_ in stage.offers if id_ in known]
    titles = (action_title(each, names) for each in offered if each.card is each.kind is None)
    own = [title.removesuffix(full_stop(names.lang)) for title in titles]
    if len(own) < len(offered):
        own.append(say(names.lang, "rules-of-cards"))
    if own:
        yield _listing("rules-offers", " · ".join(own), names.lang)
