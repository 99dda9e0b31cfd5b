"""Faces of cards: drawn once as primitives in millimetres, for print, pages and tables alike."""

from __future__ import annotations

from cardwright.faces.as_svg import svg
from cardwright.faces.backs import back
from cardwright.faces.drawing import face
from cardwright.faces.fitting import DoesNotFit
from cardwright.faces.primitives import Circle, Face, Line, Mark, Rect, Text

__all__ = ["Circle", "DoesNotFit", "Face", "Line", "Mark", "Rect", "Text", "back", "face", "svg"]
