"""Give the tests of pictures the games of the tests of graphs."""

from __future__ import annotations

from tests.interpreter.conftest import cards, game

__all__ = ["cards", "game"]
