"""Check a game of 5,000 written-out cards: lint from nothing, and the server of an editor.

The cards stand 25 a file, most with rules, all with texts in two languages and an example. Seconds
are those of the processor; how many of them neighbours took is told as in `card_search`.
"""

from __future__ import annotations

import asyncio
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from soak.card_search import paces, process_seconds, told
from soak.many_cards import GAME, RULES, WORDS
from soak.measure import Measure, Part, each

FEW, MANY = 500, 5_000
MOST_LINT_SECONDS: Final = 12
MOST_EXPONENT: Final = 1.1
MOST_START_SECONDS: Final = 1.5
MOST_COMPLETION_SECONDS: Final = 0.05
MOST_KEYSTROKE_SECONDS: Final = 0.1
TRIES: Final = 15
COST: Final = 60.0
A_FILE: Final = 25
TEXTS: Final = (
    ("Draw 2.", "2枚引く。"),
    ("Lose this: gain 3.", "捨てる：3点。"),
    ("When a thing above 3 goes, gain 1.", "3より上が捨てられた時、1点。"),
    ("Lose this: draw 1, gain 2.", "捨てる：1枚引き2点。"),
    ("Nothing.", "なし。"),
)
"""What the cards of each of the rules print."""
CARD: Final = """\
- id: {id}
  kind: spell{rule}
  name: {{en: "{first} {second} {number}", ja: "{ja_first}{ja_second} {number}"}}
  text: {{en: "{en}", ja: "{ja}"}}
  examples: [{{given: {{ada.hand: [{id}]}}, then: count(ada.hand) == 1}}]
  first: {first}
  second: {second}
  worth: {worth}
"""


def measures() -> Iterator[Measure]:
    """Yield the two measures."""
    for name, check in (("many-cards/lint", _lint), ("many-cards/server", _server)):
        yield Measure(name=name, game="", count=1, cost=COST, run=each(name, check))


def write(folder: Path, number: int) -> Path:
    """Write a game of so many cards; return its folder."""
    home = folder / "many"
    (home / "cards").mkdir(parents=True)
    members = ", ".join(f"{word}: {{en: {word}, ja: {sign}の}}" for word, sign in WORDS.items())
    game = GAME.replace("MEMBERS", members).replace("cards:\n", "")
    (home / "game.yaml").write_text(game, encoding="utf-8")
    for start in range(0, number, A_FILE):
        cards = "".join(map(_card, range(start, min(number, start + A_FILE))))
        (home / "cards" / f"from-{start:05}.yaml").write_text(f"cards:\n{cards}", encoding="utf-8")
    return home


def _card(number: int) -> str:
    words = list(WORDS)
    first, second = words[number % 16], words[number // 16 % 16]
    en, ja = TEXTS[number % 5]
    return CARD.format(
        id=f"c{number}-{first}-{second}", rule=RULES[number % 5].replace(", ", "\n  ", 1),
        number=number, first=first, second=second, ja_first=WORDS[first], ja_second=WORDS[second],
        en=en, ja=ja, worth=number % 9 + 1,
    )  # fmt: skip


def _lint(chance: Random, number: int, part: Part) -> None:
    """Check the seconds of a process that lints all, and that ten times the cards are as much."""
    spent = {}
    for size in (FEW, MANY):
        home = write(Path(tempfile.mkdtemp()), size)
        before = paces()
        seconds, _ = process_seconds("lint", str(home))
        every = [*before, *paces()]
        part.note_most(f"seconds of {size} cards as they were", round(seconds, 1))
        spent[size] = seconds * min(every) / median(every)
    told(part, f"seconds of {MANY} cards", spent[MANY], MOST_LINT_SECONDS)
    exponent = math.log(spent[MANY] / spent[FEW], MANY / FEW)
    told(part, "exponent", exponent, MOST_EXPONENT)


def _server(chance: Random, number: int, part: Part) -> None:
    """Check how long an editor waits: the least of some tries, the processor's or the clock's."""
    from soak import editor  # the protocol's library is an extra

    opened = write(Path(tempfile.mkdtemp()), MANY) / "cards" / f"from-{MANY // 2:05}.yaml"
    starts = [asyncio.run(editor.start()) for _ in range(TRIES // 3)]
    told(part, "seconds to the first answer", min(starts), MOST_START_SECONDS)
    keystrokes, completions = asyncio.run(editor.typing(opened, TRIES))
    for what, waits, most in (
        ("keystroke to findings", keystrokes, MOST_KEYSTROKE_SECONDS),
        ("completion", completions, MOST_COMPLETION_SECONDS),
    ):
        part.note_most(f"seconds of {what}, the median", round(median(waits), 3))
        told(part, f"seconds of {what}", min(waits), most)
