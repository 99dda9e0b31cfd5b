"""Return the names of the things of a game, in one language; without a text, ids in plain words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from cardwright.apps.face.words import in_language
from cardwright.apps.text.inflection import phrase, plural
from dsl import Language, Phrase
from dsl.model import types as t
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import Keyword

_MOST_MEMBERS = 6
_WHEN = ("when", "whenever", "after", "before", "if", "while", "as", "at", "each", "once", "during")
_JA_WHEN = ("とき", "時", "後", "前", "たび", "たら", "なら", "間")
VALUE = "{value}"
OWNER = "{owner}"
"""What stands in a text of an attribute for its value, and in one of state for whose it is."""
START_PLAYER = "start-player"
"""State that every game has."""
Collections = t.ListOf | t.SetOf | t.BagOf | t.AmountOf


def element_of(type_: t.Type) -> t.Type:
    """Return the type of the elements of a collection, or the type itself."""
    plain = t.plain_type(type_)
    return t.plain_type(plain.of) if isinstance(plain, Collections) else plain


def in_words(name: str) -> str:
    """Return an id as words: `end-worth`, end worth."""
    return name.replace("-", " ").replace("_", " ")


def is_heading(text: str, lang: str) -> bool:
    """Return whether what an attribute is called is no noun but says when: `when found`."""
    if lang == "ja":
        return text.endswith(_JA_WHEN)
    return text.partition(" ")[0].lower() in _WHEN


_FORMS: deque[tuple[Game, str, Mapping[str, str]]] = deque(maxlen=8)
"""What names have found of games in a language, the latest last (see `Names.many`)."""


class Names:
    """The names of one game in one language, and the language of the sentences around them.

    `players` are what players are called where that is known, the reader first.

    Attributes:
        granted: What rules say that a card grants to others; `rules.py` enters it.
    """

    granted: ClassVar[Callable[[Names, Keyword], str] | None] = None

    def __init__(self, game: Game, lang: str, players: Sequence[str] = ()) -> None:
        self.game = game
        self.tag = lang
        self.lang = Language(lang).own
        self.players = tuple(players)

    def text(self, text: Mapping[str, str], fallback: str) -> str:
        """Return a text in the language, or an id in words."""
        return Phrase(Phrase(self.as_written(text, fallback)).whole).in_number()

    def as_written(self, text: Mapping[str, str], fallback: str) -> str:
        """Return it with the marks of the parts that are left out where they show nothing."""
        others = (self.game.manifest.default_language, *Language.OWN[:1])
        return Language(self.tag).as_written(text, others) or in_words(fallback)

    def kind(self, name: str) -> str:
        """Return what a kind is called; kinds without a text as what they extend."""
        current: str | None = name
        while current is not None and current in self.game.kinds:
            kind = self.game.kinds[current]
            if kind.text:
                return self.text(kind.text, name)
            current = kind.extends
        return in_words(name) if name else phrase(self.lang, "card")

    def zone(self, key: ZoneKey) -> str:
        """Return what a zone is called."""
        zone = self.game.zones.get(key)
        return self.text(zone.text if zone else {}, key.name)

    def state(self, key: StateKey) -> str:
        """Return what a field of state is called."""
        field = self.game.state.get(key)
        if field is None and key.name == START_PLAYER:
            return phrase(self.lang, START_PLAYER).removeprefix("the ")
        return self.text(field.text if field else {}, key.name)

    def attribute(self, kind: str, name: str) -> str:
        """Return what an attribute is called; one that is only its value is called as its enum is,
        else by its id."""
        text = self._attribute(kind, name).replace(VALUE, "").strip()
        return text or self._sort_of(kind, name) or in_words(name)

    def _sort_of(self, kind: str, name: str) -> str:
        """Return what the members of an enum are called that an attribute holds, "" of another."""
        known = self.game.kinds[kind].attributes if kind in self.game.kinds else ()
        type_ = next((t.plain_type(each.type) for each in known if each.name == name), None)
        enum = self.game.enums.get(type_.name) if isinstance(type_, t.EnumType) else None
        return self.text(enum.text, "") if enum is not None and enum.text else ""

    def attribute_with(self, kind: str, name: str, value: str) -> str:
        """Return an attribute with its value: `worth 2`, or as its text puts it."""
        text = self._attribute(kind, name)
        return text.replace(VALUE, value) if VALUE in text else f"{text} {value}"

    def says_what(self, kind: str, name: str) -> bool:
        """Return whether an attribute says what a card is: its text is its value alone."""
        return self._attribute(kind, name) == VALUE

    def _attribute(self, kind: str, name: str) -> str:
        known = self.game.kinds[kind].attributes if kind in self.game.kinds else ()
        text = next((each.text for each in known if each.name == name), {})
        return self.text(text, name)

    def definition(self, number: int) -> str:
        """Return what a card is called."""
        found = self.game.definitions[number]
        name = in_language(found.name, self.tag, self.game.manifest.default_language)
        return name or found.id

    def member(self, enum: str, number: int) -> str:
        """Return what a member of an enum is called."""
        found = self.game.enums[enum]
        return self.text(found.texts[number], found.members[number])

    def keyword(self, number: int, count: str) -> str:
        """Return a keyword with its number: `ward 2`; one without a number alone; of a grant its
        rules."""
        found = list(self.game.keywords.values())[number]
        if found.grant and Names.granted is not None:
            return Names.granted(self, found)
        return self.text(found.text, found.name).replace(f"{{{found.parameter}}}", count)

    def option(self, name: str) -> str:
        """Return what an option is called."""
        option = self.game.options.get(name)
        return self.text(option.text if option else {}, name)

    def seat(self, number: int) -> str:
        """Return what the player of a seat is called."""
        if number < len(self.players):
            return phrase(self.lang, "me") if number == 0 else self.players[number]
        return phrase(self.lang, "player-number", number=str(number + 1))

    def members(self, enum: str) -> str | None:
        """Return all members of a short enum in a row, or None."""
        found = self.game.enums[enum]
        if len(found.members) > _MOST_MEMBERS:
            return None
        return self.row(self.member(enum, i) for i in range(len(found.members)))

    def row(self, parts: Iterable[str]) -> str:
        """Return names in a row."""
        return Language(self.lang).row(parts)

    def noun(self, type_: t.Type) -> str:
        """Return what one thing of a type is called."""
        if isinstance(t.plain_type(type_), t.AmountOf):
            return phrase(self.lang, "amount")
        match element_of(type_):
            case t.EntityType(kind) | t.DefinitionType(kind):
                return self.kind(kind)
            case t.TargetType(kind):
                return phrase(self.lang, "target", kind=self.kind(kind))
            case t.ZoneType():
                return phrase(self.lang, "place")
            case t.EnumType(name):
                return self._enum(name)
            case one if one == t.PLAYER:
                return phrase(self.lang, "player")
            case _:
                return phrase(self.lang, "number")

    def _enum(self, name: str) -> str:
        """Return what a member of an enum is called where it is not known which: by what the enum
        is called, or the attribute of cards that is one."""
        text = self.game.enums[name].text if name in self.game.enums else {}
        if not text:
            every = (each for kind in self.game.kinds.values() for each in kind.attributes)
            said = (a.text for a in every if t.plain_type(a.type) == t.EnumType(name) and a.text)
            text = next(said, {})
        if text:
            return self.text(text, name)
        return in_words(name) if self.lang == "en" else phrase(self.lang, "thing")

    def many(self, one: str) -> str:
        """Return a noun for many of them: what its text says, else as English forms it."""
        return one if self.lang == "ja" else self._behind_number.get(one) or plural(one)

    def written(self, one: str) -> str:
        """Return what something is called with what its text has behind a number."""
        behind = self._behind_number.get(one)
        return f"{{{one}|{behind}}}" if behind else one

    @cached_property
    def _behind_number(self) -> Mapping[str, str]:
        """What texts with two forms have behind a number, by what they say of one thing; found once
        for a game, since each of thousands of cards may have names of its own."""
        for game, tag, found in _FORMS:
            if game is self.game and tag == self.tag:
                return found
        _FORMS.append((self.game, self.tag, forms := self._forms()))
        return forms

    def _forms(self) -> Mapping[str, str]:
        game = self.game
        texts = [each.text for each in game.kinds.values()]
        texts += [text for each in game.enums.values() for text in (each.text, *each.texts)]
        texts += [each.name for each in game.definitions]
        written = {self.as_written(text, "") for text in texts if text}
        forms = {Phrase(text).noun: Phrase(text).behind_number for text in written if "|" in text}
        kinds = {self.kind(name) for name in ("", *game.kinds)}
        targets = {
            phrase(self.lang, "target", kind=one): phrase(
                self.lang, "targets", kinds=forms.get(one) or plural(one)
            )
            for one in kinds
        }
        return targets | forms if self.lang == "en" else forms

    def counter(self, type_: t.Type) -> str:
        """Return the Japanese word behind a number of such things."""
        match element_of(type_):
            case t.EntityType(kind):
                found = self.game.kinds.get(kind)
                if behind := self._behind_number.get(self.kind(kind)):
                    return behind
                key = "one" if found is not None and found.is_unique else "card"
            case one if one == t.PLAYER:
                key = "player"
            case _:
                key = "one"
        return phrase("ja", f"counter.{key}")
