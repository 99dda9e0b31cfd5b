"""Return the sentences of a site, which stand in `messages/`."""

from __future__ import annotations

from typing import Final

from dsl import Catalogue

WORDS: Final = Catalogue(__file__)
say = WORDS.say
