"""List the words of the first release, which every package of `language: 1` leaves free.

A word of the language that is not here came later. A package may have used its name by then, so
there the package's own meaning wins (`World.own_words`). Nothing is ever added to these lists.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIRST_ROLES: Final = _words(
    "me self actor active round start-player players opponents it true false"
)
FIRST_BARE: Final = FIRST_ROLES | {"seats", "player-count"}
FIRST_CALLED: Final = FIRST_BARE | _words(
    """count sum min max best worst bests leader any all each sort first last only reverse distinct
    default abs top bottom next previous vacant keys definitions"""
)
FIRST_FIELDS: Final = FIRST_BARE | _words("definition kind zone position holder owner")
FIRST_TYPES: Final = _words("int bool player kind range amount effect cost")
FIRST_EVENTS: Final = _words("move shuffle reveal create retire exchange fill pass eliminate")
FIRST_PRELUDE: Final = _words(
    "deal discard draw draw-card fall-short hand-size pass recycle tap untap"
)
