"""Say the sentences of the command line, which stand in `messages/`."""

from __future__ import annotations

from typing import Final

from cardwright import Mistake
from dsl import Catalogue

WORDS: Final = Catalogue(__file__, Mistake.WORDS)
say = WORDS.say
