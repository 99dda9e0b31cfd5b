"""Read what the cards of a large pool are, and what they do, from a choice of them.

A search asks for names, printed texts, kinds and attributes. To check the rules of 30,000 cards
takes half a minute; these are read in a second. Most cards say each key on lines of its own. So the
game is checked with a choice of them that says together every attribute as each card says it, their
rules left out, and with all cards that are written otherwise. The other cards have the attributes
of those that say the same; their texts are read from the lines.

A search for what cards do takes the same way: the choice also says each rule that some card says,
letter by letter, and the other cards do what those do that say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from cardwright.api.card_changes import kept_of
from cardwright.api.pool_files import RULES, part_of, plain_in
from dsl.check.texts.texts import paragraphs_of, text_of, unmarked
from dsl.diagnostics.diagnostic import Report
from dsl.keys.nouns import CARD_KEYS, OfCardKeys
from dsl.model.documents import Node, child, entries_of, items_or_one
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import with_bases
from dsl.model.traits import HAS
from dsl.model.types import is_effect
from dsl.records import Record, Source, Span
from dsl.syntax.card_lines import Said, words_of
from dsl.syntax.cuts import WORD, CutText, Pool, Unit
from dsl.syntax.cuts import text_of as cut_text_of
from dsl.syntax.package_files import Files
from dsl.syntax.yaml_reader import read_documents

if TYPE_CHECKING:
    from dsl.model.nouns import Definition, Text

_OF_OTHERS: Final = frozenset({OfCardKeys.source.name, OfCardKeys.copies.name})
"""What may differ between cards that do the same."""
_NAME, _TEXT, _ABOUT = (key.name for key in (OfCardKeys.name, OfCardKeys.text, OfCardKeys.about))
_OF_FORM: Final = CARD_KEYS - RULES - {_NAME, _TEXT, _ABOUT, "id"}
"""What else every card may say."""
_WORD: Final = re.compile(r"-?[\w-]+")
"""What an attribute says that is the same in every match, if no value is called so."""
_MAKING: Final = re.compile(r"\b(?:wait|later)\b")
"""What makes a card of its own out of steps."""


@dataclass(eq=False)
class _Card:
    """A card that is written plainly.

    Attributes:
        number: Of its text.
        form: What it says of the keys that every card may have, but for its own texts.
        does: All that tells what it does, equal for cards that do the same.
    """

    number: int
    unit: Unit
    said: Mapping[str, Said]
    form: tuple[tuple[str, str], ...]
    does: tuple[object, ...] = ()

    def text(self, key: str) -> str:
        """Return what it says behind a key; "" without it."""
        found = self.said.get(key)
        return "" if found is None else found.text


class CardData(Record):
    """A checked game with all cards of its pool, most of them without their rules.

    Attributes:
        like: By card that has no rules there one that does the same; empty where nobody asked.
        kept: What to keep, to read less after a change; empty where it was asked what they do.
    """

    game: Game
    like: Mapping[str, str] = {}
    kept: bytes = b""


def data_of(
    files: Sequence[Files], check: Callable[[Sequence[Files]], Game | None], has_rules: bool = False
) -> CardData | None:
    """Return what the cards of the pool of a game are.

    None where it has no pool, or where the game does not stand without what its cards do.

    Args:
        check: Returns the game that some files make, None for one with errors.
        has_rules: Whether it is asked what they do, too.
    """
    reading = _Reading(files, has_rules)
    if not reading.plain:
        return None
    chosen = reading.chosen()
    small = reading.files_with(chosen)
    game = check(small)
    if game is None:
        return None
    known = {each.id for each in game.definitions}
    cards = reading.plain.items() if has_rules else ()
    like = {id_: chosen[card.does] for id_, card in cards if id_ not in known}
    filled = reading.filled(game, chosen)
    if like and not reading.are_told(filled, like):
        return None
    return CardData(filled, like, b"" if has_rules else reading.kept(small))


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

    def __init__(self, files: Sequence[Files], has_rules: bool) -> None:
        self._files = files
        self._has_rules = has_rules
        self._left = frozenset({OfCardKeys.examples.name}) if has_rules else RULES
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
            for unit, said in plain_in(text, rest):
                if unit.id in self.plain:
                    continue
                shape = (unit.kind, *said)
                if shape not in shapes:
                    shapes[shape] = [key for key in said if key in _OF_FORM]
                    own = {key: None for key in said if key not in CARD_KEYS}
                    self._attributes.setdefault(unit.kind, {}).update(own)
                form = tuple((key, said[key].text) for key in shapes[shape])
                does = _does(unit, said, form) if self._has_rules else ()
                self.plain[unit.id] = _Card(number, unit, said, form, does)

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
            if card.does:
                found.setdefault(card.does, id_)
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
        self._present = present
        gone = (self.plain.keys() | self._pool.decks) - present
        texts, cards = iter(self._texts), (self.plain[id_] for id_ in present & self.plain.keys())
        plain = {card.unit: card.said for card in cards}

        def part(name: str, data: bytes) -> tuple[str, bytes]:
            text = next(texts)
            return name, part_of(text, gone, plain, self._left).encode() if text.units else data

        return [replace(e, contents=tuple(part(*pair) for pair in e.contents)) for e in self._files]

    def _told(self, id_: str) -> str:
        """Return what is checked of a card."""
        if id_ not in self.plain:
            return self._pool.cards.get(id_, "")
        said = self.plain[id_].said
        return "\n".join(each.text for key, each in said.items() if key not in self._left)

    def kept(self, small: Sequence[Files]) -> bytes:
        """Return what to keep of these texts with the game that was checked."""
        plain = {id_: card.unit for id_, card in self.plain.items()}
        kinds = self._pool.kinds
        return kept_of(self._files, self._texts, plain, kinds, small, self._present)

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

    def are_told(self, game: Game, like: Mapping[str, str]) -> bool:
        """Return whether cards do the same as those that say the same: no word that they say
        otherwise depends on the match, or stands for an effect."""
        chosen = {*like.values()}
        if any(values[0].id.partition(".")[0] in chosen for values in game.values.values()):
            return False
        kinds = {name: [a.name for base in with_bases(game.kinds, name) for a in base.attributes
                        if is_effect(a.type)] for name in self._attributes}  # fmt: skip
        return all(
            isinstance(formula.expression, Constant) and name not in kinds[card.kind]
            for card in game.definitions
            if card.id in like
            for name, formula in card.attributes.items()
            if _WORD.fullmatch(self.plain[card.id].text(name))
        )

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
            name=_behind(card.text(_NAME), language, text_of),
            text=_behind(card.text(_TEXT), language, _paragraphs),
            about=_about(card.text(_ABOUT), language),
            attributes=attributes,
            attribute_spans={},
            marked={},
            text_spans={},
            digest="",
            span=Span(source, first, first + len(word)),
        )


def _does(
    unit: Unit, said: Mapping[str, Said], form: tuple[tuple[str, str], ...]
) -> tuple[object, ...]:
    """Return all that tells what a card does; of one that names itself, which it is."""
    rules = tuple((key, each.text) for key, each in said.items() if key in RULES)
    others = [(key, each.text) for key, each in said.items() if key not in CARD_KEYS
              and (key == HAS or not _WORD.fullmatch(each.text))]  # fmt: skip
    is_own = OfCardKeys.grants.name in said or any(
        unit.id in text or _MAKING.search(text) for _, text in rules
    )
    of_form = [pair for pair in form if pair[0] not in _OF_OTHERS]
    return (unit.kind, unit.id if is_own else "", rules, *of_form, *others)


def _behind(said: str, language: str, of_node: Callable[[Node | None, str], Text]) -> Text:
    """Return the name or text that stands behind a key; `of_node` reads what is not plain words."""
    found = words_of(said) if said else {}
    if found is None:
        return of_node(_node(said), language)
    return unmarked({language: found} if isinstance(found, str) else found)


def _paragraphs(node: Node | None, language: str) -> Text:
    return unmarked(paragraphs_of(node, language))


@lru_cache(maxsize=1024)
def _about(said: str, language: str) -> Mapping[str, tuple[Text, ...]]:
    """Return the texts that stand behind a key, by word."""
    return {
        each.key.text: tuple(_paragraphs(node, language) for node in items_or_one(each.value))
        for each in entries_of(_node(said) if said else None)
    }


def _node(said: str) -> Node | None:
    """Return what stands behind a key as YAML."""
    documents = read_documents(Source("", f"said: {said}\n"), Report())
    return child(documents[0].root, "said") if documents else None
