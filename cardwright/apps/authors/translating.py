"""Gather the texts of a game, write the missing ones as a file, and report doubtful ones.

A term is doubtful if it is translated in two ways, or if its translation stands for two terms.
A printed text can be left out if the text made from the rules says the same.

Words that bypass translation are found in matches in the pseudo-language, where every text comes
out with accents. A plain letter was never a text: it is an id, or words in code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Final, TypeAlias

from cardwright import Checks, Game, Match, Package
from cardwright.apps.cards.card import printed_text
from cardwright.apps.cards.entries import entries
from cardwright.apps.face.words import in_language
from cardwright.apps.text.rules import rules_text
from dsl import VOCABULARY, Language, Phrase, Record
from dsl.model.game import Game as Model
from dsl.model.texts import MANIFEST, WrittenText, differ_in_each, numbers, says_may

_LETTER: Final = re.compile(r"[^\W\d_]")
_OTHER: Final = re.compile(r"[\W_]+")


class Gathered(Record):
    """The texts of a game, as they are written.

    Attributes:
        models: The game alone, then with each installed expansion.
        texts: Its own and the expansions' texts.
        shared: Words of the prelude that it uses and of the machine, which have English.
        languages: Those that the package is in, its default one first.
    """

    models: tuple[Model, ...]
    texts: tuple[WrittenText, ...]
    shared: tuple[WrittenText, ...]
    languages: tuple[str, ...]

    @property
    def default(self) -> str:
        """The language that the others are held against."""
        return self.languages[0]

    def missing(self, language: str) -> tuple[WrittenText, ...]:
        """Return the texts that are not there in a language."""
        return tuple(text for text in self.texts if language not in text.text)


def gather(package: Package) -> Gathered:
    """Return the texts of a game.

    Raises:
        PackageError: It has errors.
    """
    wholes = [package, *(package.with_expansions([id_]) for id_ in package.installed())]
    models: list[Model] = []
    found: dict[object, WrittenText] = {}
    for whole in wholes if not package.parts else [package]:
        model, texts = whole.written_texts()
        models.append(model)
        for text in texts:
            found.setdefault((text.path, text.span), text)
    own = tuple(each for each in found.values() if not each.is_shared and _says_something(each))
    shared = tuple(each for each in found.values() if each.is_shared)
    tags = dict.fromkeys(tag for model in models for tag in model.manifest.languages)
    default = models[0].manifest.default_language
    natives = (
        WrittenText(
            ("events", id_, "text"), VOCABULARY.native_text(id_, models[0]), own[0].span, "", True
        )
        for id_ in (VOCABULARY.natives if own else ())
    )
    return Gathered(
        models=tuple(models),
        texts=own,
        shared=(*shared, *natives),
        languages=tuple(dict.fromkeys((default, *tags))),
    )


def _says_something(text: WrittenText) -> bool:
    """Return whether a text has words to translate: `{actions}` has none."""
    bare = (Phrase.SLOT.sub("", words) for words in text.text.values())
    return text.path[-1] == "name" or any(map(_LETTER.search, bare))


_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_INDENT: Final = "  "
Tree: TypeAlias = dict[str, "Tree | WrittenText"]


def skeleton(found: Gathered, language: str, expansion: str = "") -> str:
    """Return a file with an open entry for each text that is missing, its source beside it."""
    missing = [each for each in found.missing(language) if each.expansion == expansion]
    lines = [f"translation: {language}", "", *_lines(_tree(missing), 0, language)]
    shared = [each for each in found.shared if language not in each.text and not expansion]
    if shared and missing:
        lines += ["", "# What Cardwright itself says; what is left out stays English."]
        lines += [f"# {line}" for line in _lines(_tree(shared), 0, language)]
    return "\n".join(lines).rstrip() + "\n"


def _tree(texts: Iterable[WrittenText]) -> Tree:
    """Return texts by their paths, one inside the other; a lone `text` without that word."""
    tree: Tree = {}
    for text in texts:
        inner = tree
        for part in text.path[:-1]:
            found = inner.setdefault(part, {})
            assert isinstance(found, dict)
            inner = found
        inner[text.path[-1]] = text
    return {key: _shortened(inner) for key, inner in tree.items()}


def _shortened(tree: Tree | WrittenText) -> Tree | WrittenText:
    """Return a tree whose entries with nothing but a `text` are that text."""
    if not isinstance(tree, dict):
        return tree
    if [*tree] == ["text"]:
        return tree["text"]
    return {key: _shortened(inner) for key, inner in tree.items()}


def _lines(tree: Tree, depth: int, language: str) -> Iterator[str]:
    """Yield a tree as YAML: above each open entry what it says in the other languages."""
    margin = _INDENT * depth
    for key, inner in tree.items():
        name = key if _PLAIN_KEY.fullmatch(key) else '"' + key.replace("\\", "\\\\") + '"'
        if isinstance(inner, dict):
            yield f"{margin}{name}:"
            yield from _lines(inner, depth + 1, language)
        else:
            for tag, words in inner.text.items():
                yield f"{margin}# {tag}: {' '.join(words.split())}"
            yield f"{margin}{name}:"


_NOUNS: Final = frozenset(["enums", "kinds", "keywords", "zones", "state", "cards", "players"])
_RULES: Final = frozenset(["text", "actions", "triggers", "replacements"])
_SHORTEST_NAME: Final = 4
_STEM: Final = 0.6


class Doubtful(Record):
    """Something to be looked at.

    Attributes:
        sort: `two-words`, `two-meanings`, `other-word`, or what differs.
        language: The translation.
        term: What it is about.
        words: What was found for it.
        places: The paths of the texts.
    """

    sort: str
    language: str
    term: str
    words: tuple[str, ...]
    places: tuple[str, ...]


def doubtful_terms(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield what is called in two ways in a language, or by a word that means two things."""
    nouns = [
        each for each in found.texts if _is_noun(each) and {found.default, language} <= {*each.text}
    ]
    yield from _two_ways(nouns, found.default, language, language, "two-words")
    yield from _two_ways(nouns, language, found.default, language, "two-meanings")
    yield from _other_words(found, language)


def dotted(text: WrittenText) -> str:
    """Return the path of a text as people read it."""
    return ".".join(text.path)


def _is_noun(text: WrittenText) -> bool:
    """Return whether a text is what something is called."""
    if text.path[0] == "cards":
        return text.path[-1] == "name"
    return text.path[0] in _NOUNS and not {*text.path} & {"actions", "triggers", "sentence"}


def _two_ways(
    nouns: Iterable[WrittenText], one: str, other: str, language: str, sort: str
) -> Iterator[Doubtful]:
    """Yield each text in one language that has several in another."""
    known: dict[str, dict[str, list[WrittenText]]] = {}
    for text in nouns:
        term = _plain(text.text[one])
        word = re.sub(r"(?<=[a-z]{3})s\b", "", _plain(text.text[other]))  # one and many alike
        if term:
            known.setdefault(term, {}).setdefault(word, []).append(text)
    for words in known.values():
        if len(words) > 1:
            texts = [texts[0] for texts in words.values()]
            yield Doubtful(
                sort, language, texts[0].text[one], tuple(t.text[other] for t in texts),
                tuple(map(dotted, texts)),
            )  # fmt: skip


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()


def _other_words(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield texts of rules that name a card and in another language do not."""
    cards = (each for each in found.texts if each.path[0] == "cards" and each.path[-1] == "name")
    both = (each.text for each in cards if language in each.text)
    pairs = ((text[found.default], text[language]) for text in both)
    names = {name: word for name, word in pairs if len(name) >= _SHORTEST_NAME and "{" not in name}
    if not names:
        return
    any_name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    called = re.compile(rf"\b({any_name})s?\b")
    for text in found.texts:
        if language in text.text and found.default in text.text and {*text.path[2:]} & _RULES:
            said = text.text[language].casefold()
            for name in dict.fromkeys(called.findall(text.text[found.default])):
                word = names[name].casefold()
                stem = word[: max(3, round(len(word) * _STEM))] if word.isascii() else word
                if stem not in said:
                    yield Doubtful("other-word", language, name, (names[name],), (dotted(text),))


def differences(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield each text whose slots, numbers, `may` or `each` are others in a language."""
    for text in found.texts:
        if language in text.text and found.default in text.text:
            yield from _between(text, found.default, language)


def _between(text: WrittenText, one: str, other: str) -> Iterator[Doubtful]:
    """Yield what differs between two languages of a text."""
    first, second = both = text.text[one], text.text[other]
    place = (dotted(text),)
    slots = {*Phrase.SLOT.findall(first)} ^ {*Phrase.SLOT.findall(second)}
    if slots:
        yield Doubtful("slots", other, " ".join(sorted(slots)), both, place)
    is_prose = text.path[0] in (*MANIFEST, "rulings", "origins") or "source" in text.path
    known, found = numbers(first, one), numbers(second, other)
    # words for numbers are known in some languages alone
    are_known = other in Language.OWN and one in Language.OWN
    counted = known ^ found if are_known else found - known
    if counted and not is_prose:
        yield Doubtful("numbers", other, " ".join(map(str, sorted(counted))), both, place)
    if text.path[0] == "cards" and text.path[-1] != "name" and not is_prose:
        may = {says_may(first, one), says_may(second, other)}
        if may == {True, False}:
            yield Doubtful("may", other, "may", both, place)
        if differ_in_each(first, one, second, other):
            yield Doubtful("each", other, "each", both, place)


def said_twice(model: Model) -> Iterator[str]:
    """Yield the cards whose printed text is the made one, but for signs and capitals."""
    for card in model.cards:
        tags = [tag for tag in card.text if tag in Language.OWN]
        if tags and all(
            _bare(card.text[tag]) == _bare("".join(rules_text(model, card, tag))) for tag in tags
        ):
            yield card.id


def _bare(text: str) -> str:
    return _OTHER.sub("", text).casefold()


MATCHES: Final = 3
DECISIONS: Final = 150
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z_-]*(?: [A-Za-z][A-Za-z_-]*)*")
_NAMES: Final = "①②③④⑤⑥⑦⑧⑨⑩"

Draw: TypeAlias = Callable[[Game, Match, int], str]
"""Draws the table of a match in the pseudo-language, as a seat sees it."""


def bypassing(game: Game, draw: Draw, matches: int = MATCHES) -> dict[str, str]:
    """Return words that are shown and never translated, each with a line in which it stands."""
    found: dict[str, str] = {}
    shown = list[str]()
    for card in entries(game.model, ()):
        name = in_language(card.definition.name, Language.PSEUDO)
        shown += [name, printed_text(card, Language.PSEUDO)]
    for line in (*shown, *_played(game, draw, matches)):
        for words in _PLAIN.findall(line):
            if len(words) > 1:
                found.setdefault(words, " ".join(line.split()))
    return dict(sorted(found.items()))


def _played(game: Game, draw: Draw, matches: int) -> Iterator[str]:
    """Yield all that is asked, offered, told and drawn in some matches at random."""
    low, high = game.model.players.low, game.model.players.high
    for number in range(matches):
        chance = Random(number)
        players = low + number % (high - low + 1)
        names = list(_NAMES[:players])
        match = game.start(players=players, seed=number, names=names)
        for _ in range(DECISIONS):
            decision = match.decision
            if decision is None:
                break
            yield decision.question(Language.PSEUDO)
            yield from decision.texts(Language.PSEUDO)
            match.apply(chance.randrange(len(decision.labels)))
        yield from (event.text(Language.PSEUDO) for event in match.log(None))
        yield draw(game, match, 0)


UNNAMED: Final = (
    "unnamed-state", "unnamed-action", "unnamed-parameter", "unnamed-phase", "unnamed-member",
    "unnamed-value", "unnamed-attribute",
)  # fmt: skip
"""The rules that find what has no text."""


class Report(Record):
    """What was found.

    Attributes:
        missing: By language, the texts that are not there.
        doubtful: Terms and texts that differ.
        effects: Where a card's text says another thing than its rules: place and message.
        unnamed: What people read by its id for want of a text: place and message.
        twice: Cards whose printed text is the one made from their rules.
        bypassing: With the pseudo-language: words never translated, each with a line.
    """

    found: Gathered
    missing: dict[str, tuple[WrittenText, ...]]
    doubtful: tuple[Doubtful, ...]
    effects: tuple[tuple[str, str], ...]
    unnamed: tuple[tuple[str, str], ...]
    twice: tuple[str, ...]
    bypassing: dict[str, str]

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to do."""
        found = (self.doubtful, self.effects, self.unnamed, self.twice, self.bypassing)
        return not any((*self.missing.values(), *found))

    def plain(self, game: str) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "game": game,
            "languages": {
                tag: {"texts": len(self.found.texts), "missing": [
                    {"path": dotted(t), "text": dict(t.text), "place": t.span.place}
                    for t in missing]}
                for tag, missing in self.missing.items()
            },
            "doubtful": [
                {"sort": d.sort, "language": d.language, "term": d.term, "words": list(d.words),
                 "places": list(d.places)}
                for d in self.doubtful
            ],
            "effects": [{"place": place, "message": text} for place, text in self.effects],
            "unnamed": [{"place": place, "message": text} for place, text in self.unnamed],
            "twice": list(self.twice),
            "bypassing": [{"words": words, "line": line} for words, line in self.bypassing.items()],
        }  # fmt: skip


def report_on(found: Gathered, pseudo: Game | None, draw: Draw) -> Report:
    """Return what there is to say of the texts of a game.

    Args:
        pseudo: The game to be played in the pseudo-language, or None.
    """
    others = [tag for tag in found.languages if tag != found.default]
    doubtful = (
        d for tag in others for look in (doubtful_terms, differences) for d in look(found, tag)
    )
    twice = dict.fromkeys(id_ for model in found.models for id_ in said_twice(model))
    return Report(
        found=found,
        missing={tag: found.missing(tag) for tag in found.languages},
        doubtful=tuple(doubtful),
        effects=_findings(found.models, ["text-differs"]),
        unnamed=_findings(found.models, UNNAMED),
        twice=tuple(twice),
        bypassing={} if pseudo is None else bypassing(pseudo, draw),
    )


def _findings(models: Iterable[Model], rules: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return place and message of what some rules of lint find, each once."""
    found = (each for m in models for rule in rules for each in Checks.by_rule(rule, m))
    return tuple(dict.fromkeys((each.span.place, each.message) for each in found))
