"""Faces of cards: drawn once as primitives in millimetres, for print, pages and tables alike."""

from __future__ import annotations

from cardwright.apps.press.faces.as_svg import svg
from cardwright.apps.press.faces.board import boards
from cardwright.apps.press.faces.drawing import back, face, kinds_like, overflows
from cardwright.apps.press.faces.files import has_files
from cardwright.apps.press.faces.fitting import DoesNotFit
from cardwright.apps.press.faces.primitives import (
    Circle,
    Face,
    Line,
    Mark,
    Path,
    Picture,
    Rect,
    Text,
    Turned,
)
from cardwright.apps.press.faces.small import small_face, token_face

__all__ = [
    "Circle", "DoesNotFit", "Face", "Line", "Mark", "Path", "Picture", "Rect", "Text", "Turned",
    "back", "boards", "face", "has_files", "kinds_like", "overflows", "small_face", "svg",
    "token_face",
]  # fmt: skip
