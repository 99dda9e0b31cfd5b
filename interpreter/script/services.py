"""Name what a script needs of rooms beside this one; whoever runs scripts hands it in."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from dsl.records import record


@record(kw_only=True)
class Services:
    """What other rooms do for scripts; None where nobody does.

    Attributes:
        save: A match as bytes.
        restore: The match of a machine and such bytes.
        view: Everything a seat gets of a match, as bytes (match, seat).
        parting: What is not the same in two such views, in words.
        transcript: The lines of a match's log (match, language, seat or None, ids of the actions
            that were taken by themselves).
    """

    save: Callable[[Any], bytes] | None = None
    restore: Callable[[Any, bytes], Any] | None = None
    view: Callable[[Any, int], bytes] | None = None
    parting: Callable[[bytes, bytes], str] | None = None
    transcript: Callable[[Any, str, int | None, Collection[int]], list[str]] | None = None


class NotAvailable(Exception):
    """A step needs a service that nobody has handed in."""
