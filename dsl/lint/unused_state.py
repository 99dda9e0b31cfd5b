"""A state that no text names.

What it finds: a state of the game, of players or of a kind that nothing reads or changes. One that
is only changed is `unread-state`.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    state:
      round-leader: maybe player      # and nothing says `round-leader`

Good:

    state:
      leader: maybe player            # set by an event, read by a value

Exceptions: the hidden counters of `limit:`, and the internal note that a phase is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused
from dsl.model.game import Game
from dsl.model.traits import LEAVE, StateKey


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that nothing names."""
    game, hidden = facts.game, hidden_state(facts.game)
    declared = {k.dotted: field.span for k, field in game.state.items() if k not in hidden}
    yield from unused("state", declared, facts)


def hidden_state(game: Game) -> set[StateKey]:
    """Return the state that no author declared: limits and the like are counted in it."""
    limits = [trigger.limit for trigger in game.triggers]
    limits += [replacement.limit for replacement in game.replacements]
    limits += [action.limit for action in game.actions]
    limits += [group.limit for group in game.groups]
    limits += [rule.limit for rule in game.becomes]
    hidden = {limit.state for limit in limits if limit is not None}
    hidden |= {rule.state for rule in game.becomes}
    hidden |= {key for key in game.state if key.name.startswith(LEAVE)}
    return hidden
