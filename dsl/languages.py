"""Speak to people: the languages of the program, phrases in texts, the sentences of rooms.

A package may be in any language: its texts carry their tags. The program's own sentences are there
in `SPOKEN`; in any other language they are English. It makes rules texts in `OWN`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from pathlib import Path
from typing import Any, ClassVar, Final

MESSAGES: Final = "messages"
"""The folder of a room in which its sentences stand, a file a language (see `Catalogue`)."""
OWN: Final = ("en", "ja")
"""The languages whose grammar the program knows: it makes rules texts and whole sites in them."""
SPOKEN: Final = tuple(
    sorted(path.stem for path in Path(__file__).parent.glob(f"{MESSAGES}/*.yaml"))
)
"""The languages of the program's sentences: those that the files beside this one are in."""
PSEUDO: Final = "en-XA"
"""English with accents, as CLDR calls it: what comes out without them bypasses translation."""

SLOT: Final = re.compile(r"\{[^{}|]*\}")
"""What of a text is filled in when it is shown."""
FORMS: Final = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
"""A word for one and for any other number: `{n} {coin|coins}`."""
MANY: Final = 2
"""Stands for a number that is not known: what is counted is then said of many."""
RESULT: Final = "result"
"""Names in an event's text what the event has returned."""
UNKNOWN: Final = "…"
"""Stands for what is not known yet."""
_NUMBERS: Final = re.compile(r"\{([^{}|]*)\}|(?<![\w.])(\d+)(?![\w.])")
_ARTICLE: Final = re.compile(r"\b([Aa]n?) \{([^{}|]*)\}")
_VOWELS: Final = "aeiou"
_LIKE_CONSONANTS: Final = ("uni", "use", "eu", "one ", "ubi")
_LIKE_VOWELS: Final = ("hour", "heir", "honest", "honour", "honor")
_AN_NUMBER: Final = re.compile(r"8|1[18](?!\d)")
_DETERMINERS: Final = ("the", "a", "an", "this", "that", "your", "their", "its", "each", "every")
_FIGURE: Final = re.compile(r"[+-]?[\d.,]+")
PART: Final = re.compile(r"\[([^\[\]]*\{[^{}]*\}[^\[\]]*)\]")
"""A part of a text that is left out where what it shows is 0, none or empty: `[{n} coins]`."""
_PARTS: Final = re.compile(rf"{PART.pattern}(?:[^\[\]{{}}]{{0,3}}{PART.pattern})*")
_ACTOR: Final = re.compile(r"\{me\}[がはの]?")
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED: Final = "áƀçđéƒĝĥíĵķļɱñóþǫŕšťúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŤÚṼŴẊÝŽ"
_ACCENTS: Final = str.maketrans(_PLAIN, _MARKED)
_ENDS_IN_S: Final = ("ss", "us", "is")
_BEHIND_HEAD: Final = re.compile(
    r" (?:of|in|that|who|whose|which|for|from|at|to|on|over|with|by|plus|minus|if|where|each|you"
    r"|before|without|being|face|turned|not) "
)
_WORDS: Final = re.compile(r"(\{[^{}|]*\})|([A-Za-z]+)")


def accented(text: str) -> str:
    """Return a text in the pseudo-language; its `{slots}` stay as they are."""
    return _WORDS.sub(lambda m: m[1] or m[2].translate(_ACCENTS), text)


class Phrase(str):
    """A phrase in the notation of a game's texts: `{n} {coin|coins}[, not {other}]`."""

    __slots__ = ()

    SLOT: ClassVar = SLOT
    MANY: ClassVar = MANY
    RESULT: ClassVar = RESULT
    UNKNOWN: ClassVar = UNKNOWN

    @property
    def is_plural(self) -> bool:
        """Whether an English phrase means many: its head ends like a plural; a quoted name means
        one."""
        if self.startswith("“"):
            return False
        head = _BEHIND_HEAD.split(self, maxsplit=1)[0]
        return head.endswith("s") and not head.endswith(_ENDS_IN_S)

    @property
    def article(self) -> str:
        """The word that English has before a noun, by how it sounds: `an hour`, `a unit`."""
        plain = self.lstrip("“\"'(").lower()
        if plain[:1].isdecimal():
            return "an" if _AN_NUMBER.match(plain) else "a"
        is_vowel = plain[:1] in _VOWELS and not f"{plain} ".startswith(_LIKE_CONSONANTS)
        return "an" if is_vowel or plain.startswith(_LIKE_VOWELS) else "a"

    @property
    def whole(self) -> str:
        """The phrase with all its parts."""
        return PART.sub(r"\1", self) if "[" in self else str(self)

    @property
    def noun(self) -> str:
        """What it calls one thing."""
        return FORMS.sub(r"\1", self)

    @property
    def behind_number(self) -> str:
        """What a phrase that calls something by its name has for more than one: in English the
        plural, in Japanese the word that counts them; "" where it has one form."""
        return FORMS.sub(r"\2", self) if FORMS.search(self) else ""

    @property
    def columns(self) -> int:
        """How many columns of a terminal it takes: accents none, wide letters and emoji two."""
        if self.isascii():
            return len(self)
        from unicodedata import category, combining

        own = (char for char in self if not combining(char) and category(char) not in ("Mn", "Me"))
        return sum(2 if Phrase.is_wide(char) else 1 for char in own)

    @staticmethod
    def is_wide(char: str) -> bool:
        """Return whether a character takes two columns, as those do that are written without
        blanks."""
        from unicodedata import east_asian_width  # its table of letters takes long to load

        return east_asian_width(char) in "WF"

    def without_empty(self, is_empty: Callable[[str], bool]) -> str:
        """Return the phrase without the parts that show nothing, and what stands between them;
        where all of several in a row show nothing, the first one stays.

        Args:
            is_empty: Whether there is nothing in a slot.
        """

        def told(found: re.Match[str]) -> str:
            parts = list(PART.finditer(found[0]))
            between = found[0][parts[0].end() : parts[1].start()] if len(parts) > 1 else ""
            kept = [p[1] for p in parts if not all(is_empty(s[1:-1]) for s in SLOT.findall(p[1]))]
            return between.join(kept or [p[1] for p in parts[:1] if len(parts) > 1])

        return _PARTS.sub(told, self).rstrip() if "[" in self else str(self)

    def before_result(self) -> str:
        """Return the text of an event as it is before the event has returned anything."""

        def part(found: re.Match[str]) -> str:
            return "" if {*SLOT.findall(found[0])} == {f"{{{RESULT}}}"} else found[0]

        return PART.sub(part, self).replace(f"{{{RESULT}}}", UNKNOWN).rstrip()

    def in_number(self, number_of: Callable[[str], int | None] | None = None) -> str:
        """Return the phrase with each of its words that has two forms in the one that belongs to
        the nearest number before it, in digits or a slot; in the first where there is none.

        Args:
            number_of: What number stands for a slot; None for one that is no number. Without it
                the forms behind a slot stay.
        """

        def form(found: re.Match[str]) -> str:
            for before in reversed([*_NUMBERS.finditer(self, 0, found.start())]):
                if before[2] is None and number_of is None:
                    return found[0]
                told = before[2] or (number_of(before[1]) if number_of else None)
                number = None if told is None else int(told)
                if number is not None:
                    return found[1] if number == 1 else found[2]
            return found[1]

        return FORMS.sub(form, self) if "|" in self else str(self)

    @property
    def without_actor(self) -> str:
        """The phrase without the slot of who does something, and without the particle behind
        it."""
        return _ACTOR.sub("", self)

    def with_gaps(self, gap: str) -> str:
        """Return it with something else in its slots; what they count is said of many."""
        return SLOT.sub(gap, self.in_number(lambda _: MANY))


class Language(str):
    """A language by its tag, and how its phrases are put together."""

    __slots__ = ()

    OWN: ClassVar = OWN
    SPOKEN: ClassVar = SPOKEN
    PSEUDO: ClassVar = PSEUDO

    @property
    def own(self) -> str:
        """The language in which the program makes texts: this one, else English."""
        return str(self) if self in OWN else OWN[0]

    @staticmethod
    def in_all(texts: Mapping[str, str]) -> str:
        """Return a text in all languages that the program makes texts in, as far as it is
        there."""
        return " · ".join(dict.fromkeys(texts[tag] for tag in OWN if tag in texts))

    def worded(self, words: Sequence[str]) -> str:
        """Return words of the code, which stand in the order of `OWN`, in this language."""
        return accented(words[0]) if self == PSEUDO else words[OWN.index(self.own)]

    def text_of(self, texts: Mapping[str, str], others: Iterable[str] = OWN[:1]) -> str:
        """Return a text in this language, else in the first of some others that it has, else in
        any."""
        return Phrase(Phrase(self.as_written(texts, others)).whole).in_number()

    def as_written(self, texts: Mapping[str, str], others: Iterable[str] = OWN[:1]) -> str:
        """Return a text as `text_of` does, the marks of its parts left in it."""
        found = texts.get(self)
        if found:
            return found
        found = next((texts[other] for other in others if texts.get(other)), None)
        if found is None:
            found = next(iter(texts.values()), "")
        return accented(found) if self == PSEUDO else found

    def with_the(self, noun: str) -> str:
        """Return a noun with `the` before it, in the language that has one and if it brings
        none."""
        has_one = self != OWN[0] or noun.partition(" ")[0].lower() in _DETERMINERS
        return noun if has_one else f"the {noun}"

    def behind(self, before: str, words: str) -> str:
        """Return words as they stand behind others: without their article where those have
        one."""
        has_one = before.rstrip().rpartition(" ")[2].lower() in _DETERMINERS
        return words.removeprefix("the ") if has_one and self == OWN[0] else words

    def with_articles(self, text: str, shown: Callable[[str], str]) -> str:
        """Return a text in which `a` or `an` before a slot is the one that what it shows wants.

        Args:
            shown: What stands for a slot.
        """
        if self != OWN[0]:
            return text

        def fitting(found: re.Match[str]) -> str:
            word = Phrase(shown(found[2])).article
            return f"{word.capitalize() if found[1][0] == 'A' else word} {{{found[2]}}}"

        return _ARTICLE.sub(fitting, text)

    def units(self, number: int, text: str) -> str:
        """Return so many of what a text names: `2 coins`, `木材2`, `パン2個`."""
        many, noun = Phrase(text).behind_number, Phrase(text).noun
        if self == "ja":
            return f"{noun}{number}{many}"
        return f"{number} {many if many and number != 1 else noun}"

    def together(self, parts: Iterable[str]) -> str:
        """Return phrases as one: `2 life, 1 death and 3 gold`."""
        return self._joined(parts, "and")

    def either(self, parts: Iterable[str]) -> str:
        """Return phrases of which one holds: `life, elan or calm`."""
        return self._joined(parts, "or")

    def row(self, parts: Iterable[str]) -> str:
        """Return phrases in a row, with nothing but commas: `2 life, 1 death, 3 gold`."""
        return JOINTS.text(self, "list-before").join(parts)

    def listed(self, parts: Sequence[str], between: str) -> str:
        """Return the elements of a list in a sentence: `ada and bo`, `王、銀`.

        Args:
            between: What stands between them in another language, and between lists.
        """
        if self not in SPOKEN or ";" in between:
            return between.join(parts)
        return self._joined(parts, "list")

    def behind_name(self, name: str, text: str) -> str:
        """Return what a thing offers or does behind its name, with no second colon: `Owl: draw
        1`, `Owl – turn this: draw 1`."""
        key = "behind-name-colon" if any(sign in text for sign in (":", "：")) else "behind-name"
        return JOINTS.text(self, key).format(name=name, text=text)

    @property
    def gap(self) -> str:
        """What stands for anything in a text that is shown without what fills it."""
        return JOINTS.text(self, "gap")

    def _joined(self, parts: Iterable[str], way: str) -> str:
        listed = [*parts]
        before = JOINTS.text(self, f"{way}-before").join(listed[:-1])
        return JOINTS.text(self, way).join(filter(None, (before, *listed[-1:])))


def filled(text: str, slots: Mapping[str, object], articles: str = "") -> str:
    """Return a text of the program with its slots filled, its words in the right number.

    Args:
        articles: The language in which `a` becomes `an` before what sounds so; none if empty.
    """

    def number_of(slot: str) -> int | None:
        value = slots.get(slot.partition(":")[0])
        if isinstance(value, int):
            return value
        if isinstance(value, Sized) and not isinstance(value, str):
            return len(value)
        is_number = _FIGURE.fullmatch(str(value)) is not None
        return (1 if str(value).lstrip("+-") == "1" else MANY) if is_number else None

    text = Phrase(text).in_number(number_of)
    text = Language(articles).with_articles(text, lambda slot: f"{{{slot}}}".format_map(slots))
    return text.format(**slots) if slots else text


class Catalogue:
    """The sentences of a room for people, in all languages: `messages/en.yaml` beside its code.

    A file maps keys to texts in the notation of a game's own texts: `{n} {coin|coins}`. Keys of
    nested maps are joined by dots. A file is read when the room first speaks. A key that a language
    lacks is said in English.

    Args:
        beside: A file in the room's folder: `__file__`.
        below: Catalogues of other rooms, whose keys this one has too.
    """

    def __init__(self, beside: str, *below: Catalogue) -> None:
        self.folder = Path(beside).parent / MESSAGES
        self.below = below
        self._read: dict[str, dict[str, str]] = {}

    def say(self, language: str, key: str, /, **slots: object) -> str:
        """Return a sentence in a language, its slots filled."""
        return filled(self.text(language, key), slots)

    def text(self, language: str, key: str, /) -> str:
        """Return a sentence as it is written, its slots open."""
        if language == PSEUDO:
            return accented(self.text(OWN[0], key))
        found = self.texts(language).get(key) if language in SPOKEN else None
        return self.texts(OWN[0])[key] if found is None else found

    def in_each(self, key: str) -> dict[str, str]:
        """Return a sentence in each language that has it."""
        every = {language: self.texts(language).get(key) for language in SPOKEN}
        return {language: text for language, text in every.items() if text is not None}

    def texts(self, language: str) -> Mapping[str, str]:
        """Return all sentences that there are in a language, by key."""
        if language not in self._read:
            found: dict[str, str] = {}
            for catalogue in self.below:
                found |= catalogue.texts(language)
            self._read[language] = found | _texts_of(self.folder / f"{language}.yaml")
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts(OWN[0]))

    def __contains__(self, key: object) -> bool:
        return key in self.texts(OWN[0])


def _texts_of(path: Path) -> dict[str, str]:
    """Return the sentences of a file by key, none where there is no such file."""
    import yaml  # a program that says nothing does not need it

    if not path.is_file():
        return {}
    # The base loader leaves every word a text, `no` and `1` too.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return dict(_flat(yaml.load(path.read_bytes(), Loader=loader) or {}))


def _flat(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text; the keys of nested maps are joined by dots."""
    for key, value in tree.items():
        if isinstance(value, str):
            yield before + key, value
        else:
            yield from _flat(value, f"{before}{key}.")


JOINTS: Final = Catalogue(__file__)
