"""Compare the names that packages declare with the words of the language.

A word of the first release is refused as a name. A later word is not: where a package uses its name
for something of its own, that wins, and lint says so once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.check.expressions import dots, names
from dsl.check.expressions.names_declared import LITERALS
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import TYPE_WORDS
from dsl.check.steps.special_steps import WORD
from dsl.keys.nouns import LATER_CARD_KEYS
from dsl.model.nouns import PLAYER_COUNT
from dsl.records import Record, Span
from dsl.syntax.grammar import LATER_KEYWORDS, LATER_STATEMENTS
from dsl.words import vocabulary
from dsl.words.vocabulary import MACHINE, NATIVES, WRITTEN


class Place(Record):
    """Where names of packages and words of the language may meet.

    Attributes:
        words: The words of the language there.
        reserved: Those of the first release, which no package takes.
    """

    words: frozenset[str]
    reserved: frozenset[str]


def _places() -> dict[str, Place]:
    """Return what each sort of name may meet."""
    bare = frozenset((*names.ROLES, *LITERALS, "seats", PLAYER_COUNT))
    called = bare | WRITTEN.keys() | {*LATER_KEYWORDS}
    fields = bare | {*dots.PROPERTIES}
    done = {name.removeprefix(MACHINE) for name in NATIVES}
    return {
        "bare": Place(bare, vocabulary.FIRST_BARE),
        "called": Place(called, vocabulary.FIRST_CALLED),
        "field": Place(fields, vocabulary.FIRST_FIELDS),
        "type": Place(TYPE_WORDS, vocabulary.FIRST_TYPES),
        "done": Place(frozenset((WORD, *LATER_STATEMENTS, *done)), vocabulary.FIRST_EVENTS),
        "member": Place(bare - vocabulary.FIRST_BARE, frozenset()),
    }


def check_clashes(draft: Draft) -> None:
    """Report each declaration whose name is a word of the first release; note the other words of
    the language that the packages have as names."""
    places = _places()
    for name, span, sort in _declared(draft):
        at = Span(span.source, max(span.start, span.end - len(name)), span.end)
        if name in places[sort].reserved & places[sort].words:
            draft.report.add("name-clash.meaning-own", at, name=name)
        elif name in places[sort].words:
            if name not in draft.world.own_words:  # it is told once
                draft.report.add("own-word.word-language-now", at, name=name)
            draft.world.own_words.setdefault(name, set()).add(at.source.package)
        elif sort == "called" and name in places["field"].words - vocabulary.FIRST_FIELDS:
            draft.world.own_words.setdefault(name, set()).add(span.source.package)
    keys: dict[str, Span] = {}
    for kind in draft.world.kinds.values():
        for each in kind.attributes:
            if each.name in LATER_CARD_KEYS:
                keys.setdefault(each.name, each.span)
    for name, span in keys.items():  # it is told once
        draft.report.add("own-word.word-language-now", span, name=name)
    for name, kind in draft.world.kinds.items():
        if name in draft.world.enums:
            draft.report.add("name-clash.enum-already", kind.span, name=name)


def _declared(draft: Draft) -> Iterator[tuple[str, Span, str]]:
    """Yield every name the game declares, where it stands, and its sort."""
    world = draft.world
    for enum in world.enums.values():
        yield enum.name, enum.span, "type"
        source = enum.span.source
        for member in enum.members:
            word = re.compile(rf"(?<![\w-]){member}(?![\w-])")
            found = word.search(source.text, enum.span.end)
            span = enum.span if found is None else Span(source, *found.span())
            yield member, span, "member"
    for kind in world.kinds.values():
        yield kind.name, kind.span, "type"
        yield from ((each.name, each.span, "field") for each in kind.attributes)
    for state in world.state.values():
        if not state.key.is_definition:
            yield state.key.name, state.span, "field" if state.key.owner in world.kinds else "bare"
    for zone in world.zones.values():
        yield zone.key.name, zone.span, "field" if zone.key.owner in world.kinds else "bare"
    for option in world.options.values():
        if option.span is not draft.players_span:
            yield option.id, option.span, "bare"
    for name, texts in draft.value_texts.items():
        if not texts[0].in_prelude:
            yield name, texts[0].span, "called"
    for name, told in draft.event_texts.items():
        if not told[0].in_prelude:
            yield name, told[0].span, "done"
    for card in draft.package.cards:
        yield card.id.text, card.span, "bare"
