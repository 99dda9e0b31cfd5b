"""Let one player answer in the place of another, where the game says so.

`players: {decider: EXPR}` names who answers for a player. What that player may tell of the cards
that lie there now, who answers is shown: nobody could choose well among cards they do not see. What
else is asked of the player, and all that `me` means, stays as it is.
"""

from __future__ import annotations

from dsl.model.steps import Formula
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.walk.decision import Ask
from interpreter.walk.knowledge import Knowledge


class Deciders:
    """Knows who answers for whom."""

    def __init__(self, rule: Formula | None, evaluator: Evaluator, knowledge: Knowledge) -> None:
        self._who = None if rule is None else evaluator.roomy(rule)
        self._knowledge = knowledge

    def hand_over(self, st: State) -> None:
        """Let another player answer the open decision, if the game says so."""
        if self._who is None or st.ask is None or st.is_trial or st.is_secret:
            return
        asked = st.ask.asked
        decider = self._who(st, [None, None, None, asked])
        if decider is None or decider == asked:
            return
        self._show(st, asked, decider)
        ask = st.ask
        st.ask = Ask(decider, ask.kind, ask.options, ask.type, ask.site, asked)

    def _show(self, st: State, asked: int, decider: int) -> None:
        """Let one player know all cards that another can tell."""
        identifies = self._knowledge.identifies
        for entity in range(len(st.places)):
            if identifies(st, entity) >> asked & 1:
                self._knowledge.reveal(st, entity, 1 << decider)
