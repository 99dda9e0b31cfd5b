"""Say what can go wrong where a graph is asked for."""

from __future__ import annotations

from cardwright.apps.face.mistake import AppMistake


class UnknownNodeError(AppMistake, LookupError):
    """The event graph has no node of this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__("unknown-node", word=word, guess=guess or "-")


class UnclearCardError(AppMistake, LookupError):
    """No card, or several, are called so. `others` are those that may be meant."""

    def __init__(self, key: str, word: str, others: str) -> None:
        super().__init__(key, word=word, others=others)


class NoGraphvizError(AppMistake, RuntimeError):
    """The program `dot` is not installed."""

    def __init__(self) -> None:
        super().__init__("no-graphviz")


class NotDrawnError(AppMistake, RuntimeError):
    """The program `dot` could not draw something."""

    def __init__(self, reason: str) -> None:
        super().__init__("dot-failed", reason=reason)
