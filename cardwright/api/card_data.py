"""Read what the cards of a large pool are, without what they do.

A search asks for names, printed texts, kinds and attributes. To check the rules of 30,000 cards
takes half a minute; these are read in a second. Most cards say each key on lines of its own. So the
game is checked with a choice of them that says together every attribute as each card says it, their
rules left out, and with all cards that are written otherwise. The other cards have the attributes
of those that say the same; their texts are read from the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from dsl.check.texts.texts import paragraphs_of, text_of, unmarked
from dsl.diagnostics.diagnostic import Report
from dsl.keys.nouns import CARD_KEYS, OfCardKeys
from dsl.model.documents import Node, child, entries_of, items_or_one
from dsl.source import Source, Span
from dsl.syntax.card_lines import Said, keys_of, words_of
from dsl.syntax.cuts import WORD, CutText, Pool, Unit
from dsl.syntax.cuts import text_of as cut_text_of
from dsl.syntax.package_files import Files
from dsl.syntax.yaml_reader import read_documents

if TYPE_CHECKING:
    from dsl.model.game import Game
    from dsl.model.nouns import Definition, Text

_RULES: Final = frozenset(
    key.name
    for key in (
        *(OfCardKeys.actions, OfCardKeys.triggers, OfCardKeys.replacements, OfCardKeys.modifiers),
        *(OfCardKeys.forbids, OfCardKeys.always, OfCardKeys.examples),
    )
)
"""What a card does: left out."""
_NAME, _TEXT, _ABOUT = (key.name for key in (OfCardKeys.name, OfCardKeys.text, OfCardKeys.about))
_OF_FORM: Final = CARD_KEYS - _RULES - {_NAME, _TEXT, _ABOUT, "id"}
"""What else every card may say."""
_OTHERWISE: Final = ("{actions}", "every ", "..", "face-of:")
"""What makes several cards of one, or joins it with others."""


@dataclass(eq=False)
class _Card:
    """A card that is written plainly.

    Attributes:
        number: Of its text.
        form: What it says of the keys that every card may have, but for its own texts.
    """

    number: int
    unit: Unit
    said: Mapping[str, Said]
    form: tuple[tuple[str, str], ...]

    def text(self, key: str) -> str:
        """Return what it says behind a key; "" without it."""
        found = self.said.get(key)
        return "" if found is None else found.text


def data_of(files: Sequence[Files], check: Callable[[Sequence[Files]], Game | None]) -> Game | None:
    """Return a checked game with all cards of its pool, these without rules.

    None where it has no pool, or where the game does not stand without what its cards do.

    Args:
        check: Returns the game that some files make, None for one with errors.
    """
    reading = _Reading(files)
    if not reading.plain:
        return None
    chosen = reading.chosen()
    game = check(reading.files_with(chosen))
    return None if game is None else reading.filled(game, chosen)


def naming(parts: Sequence[Files], ids: Iterable[str]) -> frozenset[str]:
    """Return the cards of files whose lines name some others, or these."""
    wanted, found = {*ids}, set[str]()
    for name, data in (pair for each in parts for pair in each.contents):
        if any(id_.encode() in data for id_ in wanted):
            text = cut_text_of(name, data)
            for unit in text.units:
                words = WORD.findall(text.text[unit.start : unit.end]) if unit.kind else ()
                found.update((unit.id,) if not wanted.isdisjoint(words) else ())
    return frozenset(found)


class _Reading:
    """The texts of a game with a pool.

    Attributes:
        plain: The cards of the pool that are written plainly, by id.
    """

    def __init__(self, files: Sequence[Files]) -> None:
        self._files = files
        self._texts = [cut_text_of(name, data) for each in files for name, data in each.contents]
        self.plain: dict[str, _Card] = {}
        self._attributes: dict[str, dict[str, None]] = {}
        bare = [each.without({unit.id for unit in each.units}) for each in self._texts]
        self._pool = Pool(bare, self._texts)
        self._ids = self._pool.cards.keys() - self._pool.decks
        wanted = self._pool.wanted([*bare, *self._pool.kept_texts()], ()) if self._ids else None
        if wanted is not None:
            self._wanted = wanted
            self._read()

    def _read(self) -> None:
        """Find the cards that are written plainly, and by kind the attributes that some say."""
        rest = self._ids - self._pool.about.keys()
        shapes: dict[tuple[str, ...], list[str]] = {}
        for number, text in enumerate(self._texts):
            doubtful = [word for word in _OTHERWISE if word in text.text]
            for unit in text.units:
                if unit.id not in rest or not unit.kind or unit.items:
                    continue
                if any(text.text.find(word, unit.start, unit.end) >= 0 for word in doubtful):
                    continue
                said = keys_of(text, unit)
                if said is None or next(iter(said)) in _RULES or unit.id in self.plain:
                    continue  # a rule in its first line has the dash before it
                shape = (unit.kind, *said)
                if shape not in shapes:
                    shapes[shape] = [key for key in said if key in _OF_FORM]
                    own = {key: None for key in said if key not in CARD_KEYS}
                    self._attributes.setdefault(unit.kind, {}).update(own)
                form = tuple((key, said[key].text) for key in shapes[shape])
                self.plain[unit.id] = _Card(number, unit, said, form)

    def _parts(self, card: _Card) -> Iterator[tuple[object, ...]]:
        """Yield what is to be checked of a card, equal where cards say the same."""
        kind = card.unit.kind
        yield kind, card.form
        for name in self._attributes[kind]:
            yield kind, name, card.text(name)

    def chosen(self) -> dict[object, str]:
        """Return by each thing that is to be checked a card that says it."""
        found: dict[object, str] = {}
        for id_, card in self.plain.items():
            for part in self._parts(card):
                found.setdefault(part, id_)
        return found

    # --- the game to be checked -----------------------------------------------------------------

    def files_with(self, chosen: Mapping[object, str]) -> list[Files]:
        """Return the files with chosen cards, those that they name, and all that are not plain."""
        present = {*self._wanted, *chosen.values(), *(self._ids - self.plain.keys())}
        waiting = [*present]
        while waiting:
            new = {*WORD.findall(self._told(waiting.pop()))} & self._ids
            new -= present
            present |= new
            waiting += new
        gone = (self.plain.keys() | self._pool.decks) - present
        texts = iter(enumerate(self._texts))
        return [
            replace(
                each,
                contents=tuple(
                    (name, self._part(*next(texts), gone, data)) for name, data in each.contents
                ),
            )
            for each in self._files
        ]

    def _told(self, id_: str) -> str:
        """Return what is checked of a card."""
        if id_ not in self.plain:
            return self._pool.cards.get(id_, "")
        said = self.plain[id_].said
        return "\n".join(each.text for key, each in said.items() if key not in _RULES)

    def _part(self, number: int, text: CutText, gone: set[str], data: bytes) -> bytes:
        """Return a file without some cards, and without the rules of those that are plain."""
        units = list[Unit]()
        for unit in text.units:
            units.append(unit)
            card = self.plain.get(unit.id)
            if card is not None and card.unit is unit and unit.id not in gone:
                rules = (each for key, each in card.said.items() if key in _RULES)
                units += (Unit(_RULE, _RULE, each.start, each.end) for each in rules)
        return CutText(text.text, tuple(units)).without({_RULE, *gone}).encode() if units else data

    # --- all cards ------------------------------------------------------------------------------

    def filled(self, game: Game, chosen: Mapping[object, str]) -> Game:
        """Return the game with the cards that it was checked without."""
        known = {each.id: each for each in game.definitions}
        language = game.manifest.default_language
        sources = [
            Source(f"{each.place.shown}/{name}", text.text, each.place.expansion)
            for each, name, text in self._named()
        ]
        made = (
            self._card(id_, card, known, chosen, sources[card.number], language)
            for id_, card in self.plain.items()
            if id_ not in known
        )
        return replace(game, definitions=(*game.definitions, *made))

    def _named(self) -> Iterator[tuple[Files, str, CutText]]:
        texts = iter(self._texts)
        for each in self._files:
            yield from ((each, name, next(texts)) for name, _ in each.contents)

    def _card(
        self, id_: str, card: _Card, known: Mapping[str, Definition],
        chosen: Mapping[object, str], source: Source, language: str,
    ) -> Definition:  # fmt: skip
        """Return a card with what those have that say the same."""
        of_form, *parts = self._parts(card)
        like = known[chosen[of_form]]
        attributes = dict(like.attributes)
        for part in parts:
            name, other = str(part[1]), known[chosen[part]].attributes
            if name in other:
                attributes[name] = other[name]
        key, word = ("id", id_) if "id" in card.said else ("kind", "kind")
        first = source.text.index(word, card.said[key].start)
        return replace(
            like,
            id=id_,
            name=_one_line(card.text(_NAME), language),
            text=_text(card.text(_TEXT), language),
            about=_about(card.text(_ABOUT), language),
            attributes=attributes,
            attribute_spans={},
            marked={},
            text_spans={},
            digest="",
            span=Span(source, first, first + len(word)),
        )


_RULE: Final = "*rule"
"""Instead of a kind: the lines say a rule of the card before."""


def _one_line(said: str, language: str) -> Text:
    """Return the name that stands behind a key."""
    found = words_of(said) if said else {}
    if found is None:
        return text_of(_node(said), language)
    return unmarked({language: found} if isinstance(found, str) else found)


def _text(said: str, language: str) -> Text:
    """Return the text that stands behind a key."""
    found = words_of(said) if said else {}
    if found is None:
        return unmarked(paragraphs_of(_node(said), language))
    return unmarked({language: found} if isinstance(found, str) else found)


@lru_cache(maxsize=1024)
def _about(said: str, language: str) -> Mapping[str, tuple[Text, ...]]:
    """Return the texts that stand behind a key, by word."""
    return {
        each.key.text: tuple(
            unmarked(paragraphs_of(node, language)) for node in items_or_one(each.value)
        )
        for each in entries_of(_node(said) if said else None)
    }


def _node(said: str) -> Node | None:
    """Return what stands behind a key as YAML."""
    documents = read_documents(Source("", f"said: {said}\n"), Report())
    return child(documents[0].root, "said") if documents else None
