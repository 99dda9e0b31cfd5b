"""Say what the questions of steps are for: what is done with an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from cardwright.apps.text import effects
from cardwright.apps.text.english import capital
from cardwright.apps.text.listening import name_slots
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import RULES
from cardwright.apps.text.scope import Heard, Scope
from cardwright.apps.text.sentences import finished
from cardwright.apps.text.slots import Described
from dsl.characters import is_wide
from dsl.languages import own
from dsl.model.game import Game
from dsl.source import Span
from interpreter.lower.owners import Owner, owners

MOST_COLUMNS = 100
"""What is longer is no help to somebody who is asked, and stands in the rules."""


class Purposes:
    """What the questions of one game are for, in one language; made as they are asked for."""

    def __init__(self, game: Game, lang: str) -> None:
        self.names = Names(game, own(lang))
        self._heard: dict[str, Heard] = {}

    @cached_property
    def _owners(self) -> Mapping[str, list[Owner]]:
        found: dict[str, list[Owner]] = defaultdict(list)
        for owner in owners(self.names.game):
            if owner.bodies:
                found[owner.name].append(owner)
        return found

    def of(self, code: str, span: Span, *, is_priced: bool = False) -> str:
        """Return what is done with an answer, "" where nothing tells.

        Args:
            code: The body that asks, as the program names it: `event draw`.
            span: Where the step that asks stands.
            is_priced: Whether what is paid for it is said already.
        """
        if code not in self._heard:
            self._heard[code] = self._listen(self._owners.get(code.partition(" ")[2], ()))
        heard = self._heard[code]
        said = heard.words.get(span, "")
        if is_priced:
            said = heard.unpaid.get(span, said)
        said = finished(said, self.names.lang)
        if sum(1 + is_wide(char) for char in said) > MOST_COLUMNS:
            return ""
        return capital(said) if self.names.lang == "en" else said

    def _listen(self, found: Iterable[Owner]) -> Heard:
        """Say the bodies of all variants of one name, and return what was heard of questions."""
        heard = Heard()
        for owner in found:
            scope = self._scope(owner, heard)
            if type(owner.entry) in RULES.by_type:
                RULES.of(owner.entry)(owner.entry, scope)
                continue
            for _, body in owner.bodies:
                name_slots(body.slots[: body.given], Described(), scope)
                effects.effects(body.steps, scope)
        return heard

    def _scope(self, owner: Owner, heard: Heard) -> Scope:
        kinds = {each.id: each.kind for each in self.names.game.definitions}
        kind = owner.kind or kinds.get(owner.card or "", "")
        return Scope(self.names, self_kind=kind, heard=heard)
