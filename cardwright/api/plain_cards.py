"""Find the cards of a text that are written plainly, and cut it to some of them.

Most cards say each key on lines of its own, so that what they are is read without parsing them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from dsl.keys.nouns import OfCardKeys
from dsl.syntax.card_lines import Said, keys_of
from dsl.syntax.cuts import CutText, Unit

RULES: Final = frozenset(
    key.name
    for key in (
        *(OfCardKeys.actions, OfCardKeys.triggers, OfCardKeys.replacements, OfCardKeys.modifiers),
        *(OfCardKeys.forbids, OfCardKeys.always, OfCardKeys.examples),
    )
)
"""What a card does: left out."""
_OTHERWISE: Final = ("{actions}", "every ", "..", "face-of:")
"""What makes several cards of one, or joins it with others."""

_RULE: Final = "*rule"
"""Instead of a kind: the lines say a rule of the card before."""


def plain_in(text: CutText, ids: Collection[str]) -> Iterator[tuple[Unit, Mapping[str, Said]]]:
    """Yield the cards of a text that are written plainly, with what they say.

    Args:
        ids: The cards that may be.
    """
    doubtful = [word for word in _OTHERWISE if word in text.text]
    for unit in text.units:
        if unit.id not in ids or not unit.kind or unit.items:
            continue
        if any(text.text.find(word, unit.start, unit.end) >= 0 for word in doubtful):
            continue
        said = keys_of(text, unit)
        if said is not None and next(iter(said)) not in RULES:
            yield unit, said  # a rule in its first line has the dash before it


def part_of(
    text: CutText, gone: Collection[str], plain: Mapping[Unit, Mapping[str, Said]],
    left: Collection[str] = RULES,
) -> str:  # fmt: skip
    """Return a text without some cards, and without the rules of those that are plain.

    Args:
        left: The keys that are rules.
    """
    units = list[Unit]()
    for unit in text.units:
        units.append(unit)
        if unit.id not in gone:
            said = plain.get(unit, {})
            rules = (each for key, each in said.items() if key in left)
            units += (Unit(_RULE, _RULE, each.start, each.end) for each in rules)
    return CutText(text.text, tuple(units)).without({_RULE, *gone})
