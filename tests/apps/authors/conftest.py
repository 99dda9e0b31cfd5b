"""Give the tests of outlines the small games of the event graph's tests."""

from __future__ import annotations

from tests.interpreter.conftest import cards, game

__all__ = ["cards", "game"]
