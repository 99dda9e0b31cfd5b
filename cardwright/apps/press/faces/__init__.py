"""Faces of cards: drawn once as primitives in millimetres, for print, pages and tables alike."""

from __future__ import annotations

from cardwright.apps.press.faces.drawing import back, face
from cardwright.apps.press.faces.fitting import DoesNotFit
from cardwright.apps.press.faces.primitives import Circle, Face, Line, Mark, Rect, Text, svg
from cardwright.apps.press.faces.small import small_face

__all__ = [
    "Circle", "DoesNotFit", "Face", "Line", "Mark", "Rect", "Text", "back", "face", "small_face",
    "svg",
]  # fmt: skip
