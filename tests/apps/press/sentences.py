"""Draw sentences that are made of the rules of all packages, for somebody who reads them as an
editor would.

    python -m tests.apps.press.sentences [SEED] [--of NUMBER] [--all] [--raw [GAME …]]

Prints so many English and so many Japanese ones, each with its game and its sort: a rule of the
rulebook or of a card, or what people read at the table in a random match. With `--raw` it prints,
game by game, those of the table that show that a program made them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from random import Random

import cardwright
from cardwright.api.loading import all_packages
from cardwright.apps.press.rulebook_text import rulebook_text
from cardwright.apps.screen import View, Viewer
from cardwright.apps.text.rules import kind_rules_text, rules_text
from dsl.languages import Phrase
from interpreter import PartialChoice

LANGS = ("en", "ja")
_MOST_DECISIONS = 60
"""So many questions of a match are read."""
_PARTS = {"en": r"(?<=[.!?]) (?=[A-Z“])", "ja": r"(?<=。)(?=[^」）])"}
"""Where one sentence of a line ends and the next begins, by language."""


def of_rules(id_: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a rulebook and of its cards, each with its sort."""
    model = cardwright.load(id_).model
    said = [("rulebook", line) for line in rulebook_text(model, lang).splitlines()]
    for kind in model.kinds:
        said += [("card", line) for line in kind_rules_text(model, kind, lang)]
    for card in model.definitions:
        said += [("card", line) for line in rules_text(model, card, lang)]
    for sort, line in said:
        if line.startswith("#"):
            continue  # a heading
        for part in re.split(_PARTS[lang], line.strip().lstrip("- ")):
            if part:
                yield sort, part


def of_play(
    id_: str, lang: str, seed: int = 0, most: int = _MOST_DECISIONS
) -> Iterator[tuple[str, str]]:
    """Yield what people read at the table in a random match, each with its sort: what is asked,
    within what, options, offers, reasons, states, the story, the end."""
    game, random = cardwright.load(id_), Random(seed)
    number = min((n for n in game.player_counts if n > 1), default=game.player_counts[0])
    match, viewer = game.start(number, seed), Viewer(game, lang, is_touched=True)
    picking: PartialChoice[cardwright.Match] | None = None
    for _ in range(most):
        if match.over:
            break
        seat = match.state.ask.decider
        picking = PartialChoice.going_on(picking, match, confirms=True)
        view = viewer.view(picking.shown() if picking else match, seat)
        yield from _asked(view)
        option = random.randrange(len(view.question.options) if view.question else 1)
        if picking is None:
            match.apply(option)
        elif picking.pick(option):
            for answer in picking.answers():
                match.apply(answer)
    view = viewer.view(match, 0)
    for entry in view.log:
        yield "log", entry.text
        yield from (("log", detail) for detail in entry.details)
    if view.end is not None:
        said = (view.end.text, view.end.reason)
        parts = (part.label for score in view.end.scores for part in score.parts)
        yield from (("end", each) for each in (*said, *parts) if each)


def _asked(view: View) -> Iterator[tuple[str, str]]:
    """Yield what is read where one is asked."""
    asked = view.question
    assert asked is not None
    yield "question", asked.text
    said = {
        "within": (asked.within,),
        "purpose": (asked.purpose,),
        "price": (option.price for option in asked.options),
        "headline": view.headline,
        "state": (shown.label for shown in view.shown),
    }
    for sort, texts in said.items():
        yield from ((sort, text) for text in texts if text)
    yield from (("option", option.text) for option in asked.options)
    yield from (("offer", o.text) for offers in asked.offers.values() for o in offers)
    yield from (("reason", each.reason) for each in view.closed)
    yield from (("closed", each.text) for each in view.closed)


_ARTICLE = re.compile(r"\b(an?) ([A-Za-z][\w-]*)")
_MARKS = {
    "empty": re.compile(r"^\s*$"),
    "gap": re.compile(r"…|\{|\}"),
    "number sign": re.compile(r"#\d"),
    "twice": re.compile(r"\b([^\W\d]\w*) \1\b|([\u3040-\u9fff]{3,})\2"),
    "two articles": re.compile(r"\b(?:an?|the) (?:an?|the|your|his|their)\b"),
}
"""What nobody writes who speaks to people, by what it is called."""


def raw(text: str, lang: str) -> str:
    """Return what in a text shows that a program made it, "" where nothing does."""
    found = next((name for name, mark in _MARKS.items() if mark.search(text)), "")
    if not found and lang == "en":
        wrong = (a for a, noun in _ARTICLE.findall(text) if a != Phrase(noun).article)
        return "article" if any(wrong) else ""
    return found


def sample(seed: int, number: int, lang: str) -> list[tuple[str, str, str]]:
    """Return so many sentences of all packages, no sentence twice: game, sort, sentence. Half of
    them are rules, the others come of play; each game is as likely as any other."""
    random = Random(f"{seed}{lang}")
    drawn = dict[str, tuple[str, str, str]]()
    for source, most in ((of_rules, (number + 1) // 2), (of_play, number)):
        said = {package.id: [*source(package.id, lang)] for package in all_packages()}
        piles = {game: random.sample(each, len(each)) for game, each in said.items()}
        while piles and len(drawn) < most:
            game = random.choice(list(piles))
            sort, sentence = piles[game].pop()
            if not piles[game]:
                del piles[game]
            drawn.setdefault(sentence, (game, sort, sentence))
    return list(drawn.values())


def main() -> None:
    """Print a sample, or every sentence."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("seed", nargs="?", type=int, default=1)
    reader.add_argument("--of", type=int, default=100, help="set the sentences of each language")
    reader.add_argument("--all", action="store_true", help="print every sentence once")
    reader.add_argument("--raw", nargs="*", metavar="GAME", help="print what reads like a program")
    given = reader.parse_args()
    if given.raw is not None:
        for id_ in given.raw or [package.id for package in all_packages()]:
            for lang in LANGS:
                said = dict.fromkeys(of_play(id_, lang, given.seed, 300))
                for sort, text in said:
                    if mark := raw(text, lang):
                        print(f"{lang} [{id_}, {sort}, {mark}] {text}", flush=True)
        return
    for lang in LANGS:
        drawn = sample(given.seed, 10**9 if given.all else given.of, lang)
        for number, (game, sort, said) in enumerate(sorted(drawn) if given.all else drawn, 1):
            print(f"{lang} {number} [{game}, {sort}] {said}")


if __name__ == "__main__":
    main()
