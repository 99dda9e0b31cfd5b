"""Draw sentences that are made of the rules of all packages, for somebody who reads them as an
editor would.

    python -m tests.apps.press.sentences [SEED] [--of NUMBER] [--all]

Prints so many English and so many Japanese ones, each with its game and its sort: a rule of the
rulebook or of a card, a question, an option, or a line of the log of a random match.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from random import Random

import cardwright
from cardwright.api.packages import all_packages
from cardwright.apps.press.rulebook_text import rulebook_text
from cardwright.apps.screen.story import story
from cardwright.apps.screen.wording import Wording
from cardwright.apps.text.rules import kind_rules_text, rules_text

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


def of_play(id_: str, lang: str, seed: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the questions, options and lines of the log of a random match, each with its sort."""
    game, random = cardwright.load(id_), Random(seed)
    match = game.start(seed=seed)
    for _ in range(_MOST_DECISIONS):
        if match.over:
            break
        decision = match.decision
        yield "question", decision.question(lang)
        for option in decision.options:
            yield "option", option.text(lang)
        match.apply(random.choice(decision.options))
    for entry in story(match, 0, Wording(game.model, lang)):
        yield "log", entry.text
        for detail in entry.details:
            yield "log", detail


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
    given = reader.parse_args()
    for lang in LANGS:
        drawn = sample(given.seed, 10**9 if given.all else given.of, lang)
        for number, (game, sort, said) in enumerate(sorted(drawn) if given.all else drawn, 1):
            print(f"{lang} {number} [{game}, {sort}] {said}")


if __name__ == "__main__":
    main()
