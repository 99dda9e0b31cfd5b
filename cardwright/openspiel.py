"""Play any game through OpenSpiel (`register`): `cardwright.apps.programs.openspiel`."""

from __future__ import annotations

from cardwright.apps.programs.openspiel import register

__all__ = ["register"]
