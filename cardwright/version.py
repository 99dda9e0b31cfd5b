"""Define which version this is; the packaging reads it from here too."""

from __future__ import annotations

__version__ = "0.2.0"
