"""Recognise matches that programs play without end, and say in the game's words what repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from interpreter.program.layout import ROUND
from interpreter.walk.match import Match
from interpreter.walk.rollout import play_at_random

NO_END: Final = "no-end"
"""How the reason of such a match begins."""
LONGEST: Final = 20_000
"""Decisions after which a match has no end: the longest of a game that is shipped has 1,221."""
GLANCE, SELDOM = 100, 2_000
"""After so many decisions of programs somebody looks whether random play ends, and then whenever as
many have been made."""
_SHOWN, _MOST_NAMED = 200, 3


def without_end(match: Match, alone: int, longest: int = LONGEST) -> str:
    """Return why a match that programs play has no end; "" as long as it may have one.

    Where they think long about each decision, nobody waits for so many: it is looked early whether
    the match comes to an end at random.

    Args:
        alone: How many decisions programs have made in a row.
    """
    is_looked_at = alone == GLANCE or (alone and alone % SELDOM == 0)
    if match.over or not (alone >= longest or is_looked_at):
        return ""
    if alone >= longest:
        return no_end(match, alone)
    return "" if _ends_at_random(match, longest) else no_end(match, alone, longest)


def no_end(match: Match, decisions: int, more: int = 0) -> str:
    """Return in words that a match does not come to its end: which round it is, and which actions
    are taken again and again at random.

    Args:
        more: How many decisions at random have been tried behind these.
    """
    tried = f" and {more:,} more at random" if more else ""
    named = "; ".join(f"“{act}”" for act in _acts(match)) or "no action"
    where = f"round {match.state.values[ROUND]:,}"
    return f"{NO_END}: {decisions:,} decisions{tried}, {where}; again and again: {named}"


def _ends_at_random(match: Match, longest: int) -> bool:
    st = match.state.clone()
    st.listening &= ~1
    play_at_random(match.machine, st, Random(0).random, longest)
    return st.outcome is not None


def _acts(match: Match) -> Sequence[str]:
    """Return the actions that are taken most often from here on at random, in the game's words."""
    course, random, counts = match.clone(), Random(0), Counter[str]()
    course.keeps_history = False
    for _ in range(_SHOWN):
        decision = course.decision
        if decision is None:
            break
        place = int(random.random() * decision.count)
        if decision.kind == "action":
            counts[decision.texts("en")[place].removesuffix(" …")] += 1
        course.apply(place)
    return [act for act, _ in counts.most_common(_MOST_NAMED)]
