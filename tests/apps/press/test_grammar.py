"""The sentences that are made of rules are English: every package's are read by simple rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright.api.loading import all_packages
from cardwright.apps.press.rulebook_text import rulebook_text
from cardwright.apps.text.rules import kind_rules_text, rules_text
from dsl.languages import Language, Phrase

_VERBS = "is|was|has|does|goes|gains|draws|takes|pays|puts|chooses|plays|gets|loses|wins|holds"
_ADVERB = "(?:still |also |already |never |always |no longer )?"
_BEGINS = r"(?:^|[.:;,—] |\b(?:if|that|whether|on|then) )"
MISTAKES = {
    "the reader does, others do": rf"{_BEGINS}you {_ADVERB}(?:{_VERBS})\b",
    "they do": rf"\b(?:they|we) {_ADVERB}(?:{_VERBS})\b",
    "it does": rf"{_BEGINS}(?:it|nobody|somebody) (?:have|are|were|do)\b",
    "a verb behind a verb": (
        rf"\b(?:is|are|becomes?) (?:not |no longer )?(?:{_VERBS}|fits|are|stands|can|must)\b"
    ),
    "an article before no vowel": r"\ban (?![aeiou8(“]|1[18]|hour|heir|hono|X)",
    "no n before a vowel": r"\ba (?=[aeio][a-z])(?!one\b|eu)",
    "two articles": r"\b(?:the|an?) (?:the|an?|your|this|those) ",
    "a word twice": r"\b(?!had\b)([a-z]+) \1\b",
    "a stray sign": r" [,.;:](?![\d.])|,,|[!?]\.|\(\)|\.\.(?!\.)",
    "an open slot": r"\{|\}|(?-i:\bNone\b)|[\ue000-\uf8ff]",
    "one of many": r"\b(?:each|every|another|an?) (?:cards|players|coins|points|stones|hands)\b",
    "many of one": r"\b(?:those|these|all|[2-9]) (?:card|player|coin|point|stone|hand)\b(?! )",
    "one of a thing": r"\bone of the [a-z]+ of each\b",
    "the one of several": r"\bthe one of (?:the|your|those) ",
    "a number that is a word": (
        r"\b(?:that|second) number (?!(?:becomes|is|minus|plus|times)\b)[a-z]+s\b"
    ),
    "so many times": r"\bthat number times:",
    "highest of what is taken away": r"\b(?:highest|lowest) (?:sum of )?minus\b",
    "whether for a truth": r"(?<!answer )\b(?:is|are) (?:not )?whether\b",
    "the rest of what": r"’s rest\b|\b(?<!over )the rest of [^.]* divided by\b",
    "inside of a surface": r"\b(?:in|into) (?:the|your) (?:table|board)\b",
    "seats for players": r"\ball seats\b",
    "each of nothing": r"\b(?:each|any|one) of (?:nothing|nobody)\b",
    "people are who": (
        r"(?<!that )\b(?:players?|opponents?|teammates?) "
        r"(?:that (?:is|are|has|have|was|were)|for which)\b"
    ),
    "no verb behind who": r"\bthe (?:who|have|has)\b",
    "no longer in the past": r"\bno longer (?:was|were|has|have)\b",
    "only if in a row": r"\bif (?:you|they) do, only if\b",
    "all of one": r"\bin all of the [a-z]+\b(?<!s)",
    "one of a mass": r"\bone of the (?:flush|straight|deck|hand|stock|pile)\b(?!s)",
    "of you": r"\bof you\b(?! (?:can|may|hold|own|have))|\byou[’']s\b",
}
"""By what is wrong: a pattern of it."""


def wrong(text: str) -> list[tuple[str, str]]:
    """Return the mistakes in sentences, each with what stands around it."""
    return [
        (what, text[max(0, found.start() - 40) : found.end() + 30])
        for what, pattern in MISTAKES.items()
        for found in re.finditer(pattern, text, re.MULTILINE | re.IGNORECASE)
    ]


@cache
def ids() -> tuple[str, ...]:
    return tuple(package.id for package in all_packages())


def sentences(id_: str) -> str:
    """Return all that is said of the rules of a game."""
    model = cardwright.load(id_).model
    said = [*rulebook_text(model).splitlines()]
    said += [line for card in model.definitions for line in rules_text(model, card, "en")]
    said += [line for kind in model.kinds for line in kind_rules_text(model, kind, "en")]
    return "\n".join(line.lstrip("#- ") for line in said)


def test_no_package_says_what_is_no_english() -> None:
    found = [(id_, *mistake) for id_ in ids() for mistake in wrong(sentences(id_))]

    assert found == [], "\n".join(map(str, found))


@pytest.mark.parametrize(
    "text",
    [
        "Only if you still has coins.", "If they takes a card, draw 1.", "If it have a card, stop.",
        "If that card is fits, go on.", "You become has passed.", "Accuse a assassin.",
        "Take an card.", "Put the the top card away.", "The card card goes.", "If so, : Page one!.",
        "Choose one of the rank of each of your cards.", "Take the one of the cards with the most.",
        "Draw that number cards.", "That number times: draw 1.", "The highest minus its worth.",
        "If that is whether it is red.", "A player whose seat divided by 2’s rest is 0.",
        "The rest of 5 divided by 2.", "Put it into the table.", "Cards in the board.",
        "Each of all seats.", "In turn: each of nothing.", "Each player that is the dealer.",
        "A player for which it is red.", "Among the who pass.", "It no longer has passed.",
        "If you do, only if it is red; then draw.",
        "The coins in all of the player.", "If there is one of the flush, go on.",
        "Add {n}.", "Each cards goes.", "Take those card.", "The hand of you.",
    ],
)  # fmt: skip
def test_each_mistake_would_be_found(text: str) -> None:
    assert wrong(text)


@pytest.mark.parametrize(
    ("noun", "word"),
    [
        ("assassin", "an"), ("owl", "an"), ("knight", "a"), ("unit", "a"), ("umbrella", "an"),
        ("hour", "an"), ("house", "a"), ("European", "a"), ("one", "a"), ("8", "an"), ("11", "an"),
        ("18 coins", "an"), ("110", "a"), ("3", "a"), ("“Owl”", "an"), ("useful card", "a"),
    ],
)  # fmt: skip
def test_the_article_goes_by_the_sound(noun: str, word: str) -> None:
    assert Phrase(noun).article == word
    if noun != "one":
        shown = {"r": noun}
        assert Language("en").with_articles("A {r}, an {r}, a {r}.", shown.__getitem__) == (
            f"{word.capitalize()} {{r}}, {word} {{r}}, {word} {{r}}."
        )
        assert Language("es").with_articles("a {r}", shown.__getitem__) == "a {r}"


PACKAGE = """\
id: accusing
version: "1"
language: 1
title: Accusing
enums:
  role: [assassin, knight, owl]
players: {count: 1}
events:
  name (role r): {text: "{me} named a {r}"}
actions:
  accuse:
    choose: {r: every role}
    do: name r
    text: "accuse an {r}"
phases: [{id: only, turns: players, offer: [accuse]}]
end: {when: round == 9, winners: players}
"""


@pytest.mark.parametrize(
    ("role", "shown"), [("assassin", "an assassin"), ("knight", "a knight"), ("owl", "an owl")]
)
def test_the_log_has_the_article_of_what_it_shows(tmp_path: Path, role: str, shown: str) -> None:
    folder = tmp_path / "accusing"
    folder.mkdir()
    (folder / "game.yaml").write_text(PACKAGE)
    match = cardwright.load(folder).start(1, 1, ("ada",))
    match.apply(role)

    told = [event.text("en") for event in match.events]
    assert any(f"accuse {shown}" in each for each in told), told
    assert any(f"named {shown}" in each for each in told), told
