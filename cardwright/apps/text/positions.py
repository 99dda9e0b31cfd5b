"""Say of state that tells how often a position has been there what it notes and counts."""

from __future__ import annotations

from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.scope import Scope, say
from cardwright.apps.text.sentences import step_words
from dsl.model import expressions as e
from dsl.model import steps as s


def position_words(steps: tuple[s.Step, ...], scope: Scope) -> Happening | None:
    """Return what steps do that look at a position, forget all, or count those like the present
    one; None for other steps."""
    noted = {key for key, field in scope.game.state.items() if field.looks_at}
    changes = [each for each in steps if isinstance(each, s.Change) and each.state in noted]
    results = [each.value for each in steps if isinstance(each, s.Let)]
    counted = {e.StateKey(None, x.value) for x in results if isinstance(x, e.ValueCall)}
    if changes and len(changes) == len(steps):
        values = [each.value for each in changes]
        results = [each.items[0] for each in values if isinstance(each, e.ListOfItems)]
        key = "note-position" if results else "forget-positions"
    elif counted and counted <= noted and len(counted) == len(steps) - 1:
        key = "count-positions"
    else:
        return None
    return step_words(key, scope, facts=scope.names.row(say(each, scope) for each in results))
