"""Play any game in PettingZoo (`aec`) or Gymnasium (`solo`): `cardwright.apps.programs.rl`."""

from __future__ import annotations

from cardwright.apps.programs.rl import CardwrightAEC, CardwrightSolo, aec, solo

__all__ = ["CardwrightAEC", "CardwrightSolo", "aec", "solo"]
