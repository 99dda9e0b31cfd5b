"""Write a static site of games: galleries, a page a card, kinds, decks, rulebooks."""

from __future__ import annotations

from typing import Final

from dsl import Catalogue

WORDS: Final = Catalogue(__file__)
say = WORDS.say
