"""An answer of a script that nothing is called.

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
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, Instead, finding
from dsl.diagnostics.spelling import nearest
from dsl.lint.facts import Facts
from dsl.model.scripts import Chance, Illegal, OptionsAre, ScriptStep, Take
from dsl.source import Span

WORD: Final = re.compile(r"[^\W\d][\w-]*")
OWN: Final = frozenset({"yes", "no", "none", "enough", "any", "except", "a-card", "stop"})
"""Words of answers that no game declares."""
NUMBERED: Final = re.compile(r"option-\d+")
"""Alternatives that do nothing with a name."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each word of an answer that is no name, where it stands first."""
    members = (member for enum in facts.game.enums.values() for member in enum.members)
    cards = (card.id for card in facts.game.definitions)
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
