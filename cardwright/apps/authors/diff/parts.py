"""Compute the parts of which things consist, with their words, and mark how two texts differ.

The places of a board count only where rules ask how they stand: all else about a board is looks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final, TypeAlias

from cardwright.apps.authors.diff.meaning import Form, Meaning, ordered
from cardwright.apps.text.literals import literal
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import body_text, expression_words, rule_text
from dsl import VOCABULARY, Catalogue, Language, Record, Span
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.expressions import Expression, Primitive, ZoneKey
from dsl.model.game import Deck, Format, Game, Policy
from dsl.model.look import Layout
from dsl.model.nouns import Text, lineage
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.model.types import Type, element_of, is_list, kind_of
from dsl.model.walk import all_texts, walk
from dsl.model.words import Reads
from interpreter import Effects

WORDS: Final = Catalogue(__file__)
word = WORDS.say


def word_or(lang: str, key: str) -> str:
    """Return a phrase, or the key itself where it has no words."""
    return word(lang, key) if key in WORDS else key


Piece: TypeAlias = tuple[str, bool]
"""A stretch of text, and whether it differs."""
_TOKEN: Final = re.compile(r"\s+|[A-Za-z0-9À-ɏ'’-]+|.", re.DOTALL)
_LONGEST: Final = 90
_KEPT: Final = 30
_SHORT: Final = 3


def marked_pair(before: str, after: str) -> tuple[list[Piece], list[Piece]]:
    """Return both texts in stretches, those that differ marked."""
    one, other = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    blocks = matcher.get_opcodes()
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    for tag, a, b, c, d in blocks:
        # a short stretch between two that differ is not told apart
        is_short = len(blocks) > _SHORT and not "".join(one[a:b]).strip(" ,.、。")
        is_same = tag == "equal" and not is_short
        sides[0].append(("".join(one[a:b]), not is_same))
        sides[1].append(("".join(other[c:d]), not is_same))
    return _shortened(_merged(sides[0])), _shortened(_merged(sides[1]))


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    """Return stretches with neighbours of one sort put together."""
    found: list[Piece] = []
    for text, differs in pieces:
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        elif text:
            found.append((text, differs))
    return found


def _shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """Return stretches; of long ones that are alike only their ends."""
    return [(_cut(text, i == 0, i == len(pieces) - 1), differs) if not differs else (text, differs)
            for i, (text, differs) in enumerate(pieces)]  # fmt: skip


def _cut(text: str, is_first: bool, is_last: bool) -> str:
    """Return a text without its middle, or its far end where it is the first or the last."""
    if len(text) <= _LONGEST or (is_first and is_last):
        return text
    head, tail = "" if is_first else text[:_KEPT], "" if is_last else text[-_KEPT:]
    if " " in head:
        head = head.rpartition(" ")[0] + " "
    if " " in tail:
        tail = " " + tail.partition(" ")[2]
    return f"{head}…{tail}"


def other_lines(before: Iterable[str], after: Iterable[str]) -> tuple[str, str]:
    """Return the lines of two texts that the other does not have, comments left out."""
    one, other = [*map(_bare, before)], [*map(_bare, after)]
    return " / ".join(_beyond(one, other)), " / ".join(_beyond(other, one))


def _bare(line: str) -> str:
    """Return a line without a comment and blanks around it."""
    return re.sub(r"(^|\s)#.*$", "", line).strip().removeprefix("- ")


def _beyond(lines: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    known = set(others)
    yield from (line for line in lines if line and line not in known)


Words = Callable[[str], str]
RULE: Final = "rule"


class Part(Record, eq=False):
    """What is said of a thing in one place.

    Attributes:
        aspect: A key of the messages.
        of: Which of several; empty for one alone.
        node: What it was checked to, or None.
        text: What its author calls it, and what is asked for it.
        is_sequence: Whether it is an order of things, of which those in both versions count.
    """

    aspect: str
    of: str
    form: Callable[[Meaning], Form]
    words: Words
    node: object = None
    text: Mapping[str, object] | None = None
    is_sequence: bool = False


class Thing(Record, eq=False, kw_only=True):
    """Something in a game that has a name.

    Attributes:
        key: Its sort and id; further variants of one id get `~2`.
        texts: What only people read, by what it is.
        rank: Its place among its like, where it has no other meaning.
    """

    key: str
    game: Game
    span: Span | None
    name: Text
    parts: tuple[Part, ...]
    texts: Mapping[str, object]
    rank: int = 0

    @property
    def sort(self) -> str:
        """What it is."""
        return self.key.partition(":")[0]

    @property
    def id(self) -> str:
        """What its author calls it."""
        return self.key.partition(":")[2].partition("~")[0]

    @property
    def plain_parts(self) -> tuple[Part, ...]:
        """What is said of it beside the rules that stand on it."""
        return tuple(part for part in self.parts if part.aspect != RULE)

    @property
    def rules(self) -> tuple[Part, ...]:
        """The rules that stand on it."""
        return tuple(part for part in self.parts if part.aspect == RULE)


class Maker:
    """Makes parts of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = {lang: Names(game, lang) for lang in Language.OWN}

    def plain(self, aspect: str, value: object, key: str = "", of: str = "") -> Part | None:
        """Return a part that is a word or number; `key` is its sort where it is an id."""
        if value is None or value is False:
            return None
        shown = "yes" if value is True else str(value)

        def words(lang: str) -> str:
            return self.names[lang].kind(shown) if key == "kind" else word_or(lang, shown)

        return Part(aspect, of, lambda meaning: meaning.key(f"{key}:{shown}"), words)

    def made(self, aspect: str, node: object, words: Words, of: str = "") -> Part:
        """Return a part that is something checked, with its words."""
        return Part(aspect, of, lambda meaning: meaning.of(node), words, node)

    def node(
        self,
        aspect: str,
        node: Body | Formula | Expression | None,
        slots: tuple[SlotInfo, ...] = (),
        of: str = "",
    ) -> Part | None:
        """Return a part that is steps, a formula or a condition."""
        if node is None or (isinstance(node, Body) and not node.steps):
            return None

        def words(lang: str) -> str:
            if isinstance(node, Body):
                return body_text(self.game, node, lang)
            return expression_words(self.game, node, lang, slots)

        return self.made(aspect, node, words, of)

    def value(self, aspect: str, value: object, type_: Type, of: str = "") -> Part:
        """Return a part that is a value in run-time form."""
        return Part(
            aspect,
            of,
            lambda meaning: meaning.value(value, type_),
            lambda lang: literal(value, type_, self.names[lang]),
        )

    def zones(self, aspect: str, keys: Iterable[ZoneKey | None]) -> Part | None:
        """Return a part that is a set of zones."""
        listed = tuple(key for key in keys if key is not None)
        if not listed:
            return None
        return Part(
            aspect,
            "",
            lambda meaning: ordered(meaning.key(Effects.node(key)) for key in listed),
            lambda lang: self.names[lang].row(self.names[lang].zone(key) for key in listed),
            listed,
        )

    def deck(self, deck: Deck) -> Iterator[Part | None]:
        """Yield the parts of a deck."""
        yield self.plain("decks-of", deck.format)
        yield self.numbers("cards", Counter(deck.main))
        yield self.numbers("sideboard", Counter(deck.side))

    def format(self, format_: Format) -> Iterator[Part | None]:
        """Yield what a format says of decks."""
        for aspect, size in (("size", format_.size), ("sideboard", format_.sideboard)):
            if size is not None:
                yield self.plain(aspect, f"{size.least}–{'' if size.most is None else size.most}")
        yield self.plain("copies", format_.copies)
        yield self.numbers("limits", format_.limits)
        if format_.banned:
            yield self.ids("banned", [f"card:{each}" for each in sorted(format_.banned)])
        for each in format_.legal:
            yield self.plain("legal", f"{each.values} {each.ranges}", of=each.attribute)

    def numbers(self, aspect: str, cards: Mapping[str, int | None]) -> Part | None:
        """Return a part that is a number for each of some cards; None for any number."""
        if not cards:
            return None
        listed = {id_: "∞" if n is None else str(n) for id_, n in cards.items()}

        def form(meaning: Meaning) -> Form:
            return ordered((meaning.key(f"card:{id_}"), n) for id_, n in listed.items())

        said = [f"{n} × {id_}" for id_, n in listed.items()]
        return Part(aspect, "", form, lambda lang: self.names[lang].row(said))

    def ids(self, aspect: str, keys: Iterable[str], is_sequence: bool = False) -> Part:
        """Return a part that is a set of ids, by their keys, or an order of them."""
        listed = tuple(dict.fromkeys(keys))

        def form(meaning: Meaning) -> Form:
            found = map(meaning.key, listed)
            return tuple(found) if is_sequence else ordered(found)

        return Part(
            aspect,
            "",
            form,
            lambda lang: self.names[lang].row(each.split(":")[-1] for each in listed),
            is_sequence=is_sequence,
        )

    def rules(self, rules: Iterable[Any], kind: str) -> Iterator[Part]:
        """Yield a part for each rule that stands on a card, a kind or the game."""
        listed = tuple(rules)
        yield from (self._rule(rule, kind) for rule in listed)
        yield from (self._in_turn(group, kind) for group in in_turn(listed, self.game.policy))

    def _rule(self, rule: Any, kind: str) -> Part:
        return Part(
            RULE,
            rule.id if rule.keyword else rule.id.partition(":")[2] or rule.id,
            lambda meaning: meaning.of(rule),
            lambda lang: rule_text(self.game, rule, kind, lang),
            rule,
            {**rule.text, **asked(getattr(rule, "parameters", ()))},
        )

    def _in_turn(self, group: Sequence[Any], kind: str) -> Part:
        return Part(
            "in-turn",
            repr(_target(group[0])),
            lambda meaning: tuple(map(meaning.of, group)),
            lambda lang: "; ".join(rule_text(self.game, each, kind, lang) for each in group),
            is_sequence=True,
        )


def asked(parameters: Iterable[r.Parameter]) -> dict[str, Text]:
    """Return the texts of the questions that parameters ask."""
    return {f"question {each.name}": each.text for each in parameters if each.text}


def in_turn(rules: Sequence[Any], policy: Policy) -> Iterator[list[Any]]:
    """Yield the rules of one bearer whose order means something: modifiers of a value that do more
    than add to it, replacements of one event where the last one alone acts."""
    groups: dict[object, list[Any]] = {}
    for rule in rules:
        target = _target(rule)
        is_wanted = isinstance(rule, r.Modifier) or policy.replacements == "last"
        if target is not None and is_wanted:
            groups.setdefault(target, []).append(rule)
    yield from (group for group in groups.values() if len(group) > 1 and not all(map(_adds, group)))


def _target(rule: Any) -> object:
    """Return what a rule changes or replaces, or None."""
    if isinstance(rule, r.Modifier):
        return rule.value, rule.attribute, rule.sets
    return rule.pattern.event if isinstance(rule, r.Replacement) else None


def _adds(rule: object) -> bool:
    """Return whether a rule is a modifier that only adds to the result or takes from it."""
    match rule:
        case r.Modifier(to=e.Arithmetic("+" | "-", e.Local(slot), right), result=result):
            return right is not None and slot == result
    return False


BARE: Final = "–"


def asks_boards(game: Game) -> bool:
    """Return whether any rule asks which places are near."""
    return any(_asks(node) for node in walk(all_texts(game)))


def layouts_asked(node: Primitive, game: Game) -> Iterator[str]:
    """Yield the keys of the layouts on which the places stand that a function is asked about."""
    if not _asks(node):
        return
    type_ = node.arguments[0].type
    kind = kind_of(element_of(type_) if is_list(type_) else type_)
    for layout in game.layouts:
        places = {place for row in layout.rows for place in row if place is not None}
        kinds = {card.kind for card in game.definitions if card.id in places}
        if layout.zone is not None:
            kinds = {game.zones[layout.zone].of}
        if any(kind in lineage(game.kinds, each) for each in kinds):
            yield f"layout:{layout.id}"


def _asks(node: object) -> bool:
    return isinstance(node, Primitive) and VOCABULARY.functions[node.name].reads == Reads.BOARD


def standing(layout: Layout) -> tuple[Part, ...]:
    """Return the parts of a layout that say how its places stand, and by which paths."""

    def places(meaning: Meaning) -> Form:
        zone = None if layout.zone is None else meaning.key(Effects.node(layout.zone))
        rows = (tuple(each and meaning.key(f"card:{each}") for each in row) for row in layout.rows)
        return zone, layout.form, layout.columns, layout.is_straight, tuple(rows)

    def paths(meaning: Meaning) -> Form:
        return ordered(
            ordered(meaning.key(f"card:{each}") for each in pair) for pair in layout.paths
        )

    ways = ", ".join(f"{one} {BARE} {other}" for one, other in layout.paths)
    return (
        Part("standing", "", places, lambda lang: _said(layout)),
        Part("near", "", lambda meaning: layout.beside, lambda lang: layout.beside),
        *((Part("paths", "", paths, lambda lang: ways),) if ways else ()),
    )


def _said(layout: Layout) -> str:
    """Return how places stand as an author writes it."""
    if layout.zone is not None:
        zone = layout.zone.dotted
        return f"{zone} × {layout.columns}" if layout.columns else zone
    return " / ".join(", ".join(each or BARE for each in row) for row in layout.rows)


def said_in(record: object) -> object:
    """Return all that a record says, as plain data, but its text and its place in a file."""
    if isinstance(record, Record):
        fields = (name for name in record.__struct_fields__ if name not in ("span", "text"))
        return tuple(said_in(getattr(record, name)) for name in fields)
    if isinstance(record, Mapping):
        return {key: said_in(each) for key, each in record.items()}
    return tuple(map(said_in, record)) if isinstance(record, tuple) else record
