"""Check ids, folders, sources and examples of cards."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, Instead, finding
from dsl.diagnostics.wording import is_slip, nearest
from dsl.keys.files import ManifestKeys
from dsl.lint.facts import Facts, Read, is_shared, manifest_span, manual, texts
from dsl.model.nouns import Attribute, Definition, with_bases
from dsl.model.scripts import Chance, Illegal, OptionsAre, ScriptStep, Take
from dsl.model.traits import HAS
from dsl.model.types import Maybe, is_effect
from dsl.model.walk import WORKS
from dsl.records import Span

LETTERS = re.compile(r"[a-z]+")
APOSTROPHES = re.compile("['’]")
ACCENTS = re.compile("[\u0300-\u036f]")
SHORTEST, SHORTEST_ANYWHERE = 4, 5
THINGS = frozenset(["card", "member", "kind", "zone", "option"])
DOINGS = frozenset(["event", "action", "phase"])
VALUES = frozenset(["value"])
SEEN_OFTEN = 2


@manual("""An id that almost says what its text says.

What it finds: an id with a word that stands nowhere else in the package and is one typing mistake
away from a known word. A mistake is a letter added, dropped, changed or swapped. The known word is
in the id's own text; or, from five letters on, in a similar id that occurs several times. The rule
does not compare ids of things (cards, members, kinds, zones, options), of processes (events,
actions, phases) and of values with each other, nor with words of the language.

Why it matters: often nothing else names the id, so nothing else finds the mistake. Yet it stays in
logs, saves and labels of options for ever.

Bad:

    cards:
    - {id: water-fier, kind: city, name: City of Water and Fire}

Good:

    cards:
    - {id: water-fire, kind: city, name: City of Water and Fire}

Exceptions: a plural or another ending; words without their accents and apostrophes; ids of events
and actions that occur elsewhere too, since their text may have another form of the verb (`sting`,
"is stung"). Words of fewer than four letters, since most are close to some other: `ace` and `are`,
`lead` and `led`. An id of one word close to a part of longer ids: `playing` beside `laying-out`.
""")
def misspelt_id(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each id that is a slip away from its text or from another word of the package."""
    files = (_unaccented(source.text.lower()) for source in facts.sources)
    words = Counter(word for text in files for word in LETTERS.findall(text))
    language = facts.game.manifest.default_language
    reads = [read for read in texts(facts) if read.sort in THINGS | DOINGS | VALUES]
    alike: dict[str, _Alike] = {}
    for group in (THINGS, DOINGS, VALUES):
        said = (word for r in reads if r.sort in group for word in LETTERS.findall(r.name))
        known = _Alike(word for word in dict.fromkeys(said) if words[word] >= SEEN_OFTEN)
        alike |= dict.fromkeys(group, known)
    names = frozenset(read.name for read in reads)
    for read in reads:
        yield from _slips(read, words, alike[read.sort], names, language)


def _unaccented(text: str) -> str:
    """Return a text whose letters have no accents, as ids are made of names: `élodie`."""
    if text.isascii():
        return text
    return ACCENTS.sub("", unicodedata.normalize("NFD", text))


class _Alike:
    """Words, found by any one that differs from them in a letter."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_rest: dict[str, list[str]] = {}
        for word in words:
            for rest in _rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def near(self, word: str) -> list[str]:
        """Return the words that share with another all but a letter of each, or two swapped."""
        found = (other for rest in _rests(word) for other in self._by_rest.get(rest, ()))
        return [other for other in dict.fromkeys(found) if other != word]


def _rests(word: str) -> set[str]:
    """Return a word, and what is left of it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _slips(
    read: Read, words: Counter[str], alike: _Alike, names: frozenset[str], language: str
) -> Iterator[Diagnostic]:
    """Yield what is misspelt in one id; an id of one word was not meant to be a part of others."""
    text = _unaccented(read.text.get(language, "").lower())
    said = {*LETTERS.findall(text), *LETTERS.findall(APOSTROPHES.sub("", text))}
    for word in LETTERS.findall(read.name):
        is_verb = read.sort in DOINGS and words[word] > 1
        meant = None if word in said or is_verb else _slip_of(word, sorted(said), SHORTEST)
        if meant is None and words[word] == 1 and word not in said:
            near = alike.near(word)
            near = [each for each in near if each in names] if word == read.name else near
            meant = _slip_of(word, near, SHORTEST_ANYWHERE)
        if meant is not None:
            advice = Instead.of(read.name.replace(word, meant))
            yield finding("misspelt-id", read.span, advice, name=read.name, meant=meant)


def _slip_of(word: str, words: Iterable[str], shortest: int) -> str | None:
    """Return the word of which another is a slip of the hand, or None."""
    if len(word) < shortest - 1:
        return None
    return next((w for w in words if len(w) >= shortest and is_slip(word, w)), None)


@manual("""A package whose folder is called otherwise.

What it finds: a game whose `id:` is not the name of the folder it stands in.

Why it matters: commands find packages by folder, scripts and saves name them by id.

Bad:

    # cards/lanterns/game.yaml
    id: lantrens

Good:

    # cards/lanterns/game.yaml
    id: lanterns

Exceptions: a package that is linted as `.`, whose folder has no name.
""")
def folder_mismatch(facts: Facts) -> Iterator[Diagnostic]:
    """Yield the id that its folder does not bear."""
    span, own = manifest_span(facts, ManifestKeys.id), facts.game.manifest.id
    if span is None:
        return
    folder = span.source.path.split("/")[-2:-1]
    if folder and folder[0] not in ("", ".", "..", own):
        yield finding("folder-mismatch", span, own=own, folder=folder[0])


@manual("""A card with rules and without an example.

What it finds: a card with triggers, replacements, forbids, modifiers or actions, but without an
example.

Why it matters: an example is a test, a page of the manual and a part of coverage. Nobody has seen a
card without one at work.

Bad:

    kind: artifact
    triggers:
    - after: gain
      do: draw 1

Good:

    kind: artifact
    triggers:
    - after: gain
      do: draw 1
    examples:
    - given: {me.field: [self]}
      play: [gain]
      then: count(me.hand) == 1

Exceptions: rules that stand on the card's kind.
""")
def card_without_example(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card with rules that has no example."""
    game = facts.game
    shown = {example.card for example in game.examples}
    bearing = {rule.card for rule in (*game.rules, *game.actions)}
    for card in game.cards:
        if card.id in bearing and card.id not in shown:
            yield finding("card-without-example", card.span, card=card.id)


ORIGIN: Final = re.compile(r"^(source|authors):", re.MULTILINE)


@manual("""A card or a claim of which nobody can tell where it comes from.

What it finds: a card without `source` in a game that names its reconstructed parts, if at least
half of the cards of its kind have one. Also a game with `published` or `reconstructed`, but without
a `source` of its own.

Why it matters: facts of the rulebook and reconstructed facts look the same, and nobody can check a
wrong card against its source.

Bad:

    cards:
    - {id: plum, kind: fruit, source: "the rulebook, page 3"}
    - {id: lemon, kind: fruit}

Good:

    cards:
    - {id: plum, kind: fruit, source: "the rulebook, page 3"}
    - {id: lemon, kind: fruit, source: filled in}

Exceptions: games that reconstruct nothing; kinds without any sources; cards of an expansion whose
manifest names its `authors` or its `source`.
""")
def missing_source(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card without a source, and a manifest without one."""
    manifest = facts.game.manifest
    claim = ManifestKeys.reconstructed if manifest.reconstructed else ManifestKeys.published
    span = manifest_span(facts, claim)
    if span is not None and not manifest.source:
        yield finding("missing-source.manifest", span, claim=claim.name)
    if manifest.reconstructed:
        manifests = (one for one in facts.sources if one.path.endswith("/expansion.yaml"))
        told_at_once = frozenset(each.package for each in manifests if ORIGIN.search(each.text))
        every = Counter(card.kind for card in facts.game.cards)
        told = Counter(card.kind for card in facts.game.cards if _has_source(card))
        for card in facts.game.cards:
            is_usual = 2 * told[card.kind] >= every[card.kind]
            if card.span.source.package in told_at_once:
                continue
            if is_usual and not _has_source(card) and not is_shared(card.span):
                yield finding("missing-source.card", card.span, card=card.id)


def _has_source(card: Definition) -> bool:
    return bool(card.provenance or card.origins)


WORD: Final = re.compile(r"[^\W\d][\w-]*")
OWN: Final = frozenset({"yes", "no", "none", "enough", "any", "except", "a-card", "stop"})
"""Words of answers that no game declares."""
NUMBERED: Final = re.compile(r"option-\d+")
"""Alternatives that do nothing with a name."""


@manual("""An answer of a script that nothing is called.

What it finds: an answer in a script or an example, also under `options` or `illegal`, with an
unknown word. No player, card, member, zone, action, event, rule or number has this name.

Why it matters: no question can ever have this answer. The answer or its thing is misspelt, or has a
new name; the script fails only when it runs.

Bad:

    enums:
      opinion: [elief, doubt]
    …
    steps:
    - bo: belief            # no option is called so

Good:

    enums:
      opinion: [belief, doubt]
    …
    steps:
    - bo: belief

Exceptions: numbers, and words of the language: `yes`, `no`, `none`, `enough`, `a-card`.
""")
def unknown_answer(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each word of an answer that is no name, where it stands first."""
    members = (member for enum in facts.game.enums.values() for member in enum.members)
    cards = (card.id for card in facts.game.cards)
    zones = (key.name for key in facts.game.zones)
    actions = (str(action.id) for action in facts.game.actions)
    rules = (str(rule.id) for rule in facts.game.rules)
    kinds = ((str(action.id), action.kind) for action in facts.game.actions)
    names = OWN.union(members, cards, zones, actions, rules, facts.game.events)
    endings = tuple({id_.removeprefix(kind) for id_, kind in kinds if kind is not None} - {""})
    found: dict[str, list[tuple[Span, frozenset[str]]]] = {}
    for script in (*facts.game.examples, *facts.game.scripts):
        for step in script.steps:
            for word in _words_of(step):
                meant = (word, *(word.removesuffix(ending) for ending in endings))
                if names.isdisjoint(meant) and word not in script.players:
                    found.setdefault(word, []).append((step.span, names.union(script.players)))
    for word, places in found.items():
        first, known = places[0]
        near = nearest(word, sorted(known))
        helps = () if near is None else (Instead.of(near, word),)
        alone = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        match = alone.search(first.source.text, first.start, first.end)
        place = first if match is None else Span(first.source, *match.span())
        key = "unknown-answer.often" if len(places) > 1 else "unknown-answer.once"
        yield finding(key, place, *helps, word=word, number=len(places))


def _words_of(step: ScriptStep) -> Iterator[str]:
    """Yield the words in the labels of options that a step of a script names."""
    match step:
        case Take(answers=answers) | Illegal(answers=answers) | Chance(answers=answers):
            labels = answers
        case OptionsAre(after=after, labels=asked):
            labels = (*after, *asked)
        case _:
            return
    words = dict.fromkeys(word for label in labels for word in WORD.findall(label))
    yield from (word for word in words if not NUMBERED.fullmatch(word))


FEWEST: Final = 4
"""Cards of a kind, of which one is an exception."""


@manual("""A card that alone takes the default of an attribute.

What it finds: a card that lacks an attribute which every other card of its kind has, in a kind with
at least four cards.

Why it matters: the default applies, and a card without its price is free.

Bad:

    kinds:
      coin: {attributes: {price: int = 0}}
    cards:
    - each: {kind: coin}
      rows:
      - {id: copper, price: 1}
      - {id: silver}
      - {id: gold, price: 6}
      - {id: platinum, price: 9}

Good:

    kinds:
      coin: {attributes: {price: int = 0}}
    cards:
    - each: {kind: coin}
      rows:
      - {id: copper, price: 1}
      - {id: silver, price: 0}
      - {id: gold, price: 6}
      - {id: platinum, price: 9}

Exceptions: attributes that hold steps, have parameters or may be none; this is advice, and no
warning.
""")
def unsaid_attribute(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that alone leaves out what the others of its kind say."""
    game = facts.game
    for kind in game.kinds:
        cards = [card for card in game.cards if card.kind == kind]
        declared = [each for base in with_bases(game.kinds, kind) for each in base.attributes]
        for attribute in declared if len(cards) >= FEWEST else ():
            silent = [card for card in cards if _is_silent(card, attribute)]
            if len(silent) == 1 and not is_shared(silent[0].span):
                card, name = silent[0], attribute.name
                yield finding("unsaid-attribute", card.span, card=card.id, name=name, kind=kind)


def _is_silent(card: Definition, attribute: Attribute) -> bool:
    """Return whether a card takes the default itself, and not something written like it."""
    if attribute.name in (WORKS, HAS) or attribute.default is None or attribute.is_value:
        return False
    if is_effect(attribute.type) or isinstance(attribute.type, Maybe):
        return False
    return card.attributes.get(attribute.name) is attribute.default
