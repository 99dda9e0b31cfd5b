"""What a person cannot have of an application: an error whose text stands in the tables here."""

from __future__ import annotations

from cardwright.api.errors import Mistake
from cardwright.apps.face.words import say
from dsl.languages import OWN


class AppMistake(Mistake):
    """A mistake of which the command line's own texts tell.

    Attributes:
        key: The text's, in `cardwright/apps/face/words.py`.
        slots: What stands in it.
    """

    def __str__(self) -> str:
        """Return the message in English."""
        return say(OWN[0], self.key, **self.slots)
