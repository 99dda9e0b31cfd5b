"""What one seat sees of a match, as plain frozen data: terminal and browser draw nothing else."""

from __future__ import annotations

from cardwright.apps.screen.data import from_json, to_json
from cardwright.apps.screen.model import View
from cardwright.apps.screen.moves import Tracker
from cardwright.apps.screen.viewer import WATCHER, Viewer, seen

__all__ = ["WATCHER", "Tracker", "View", "Viewer", "from_json", "seen", "to_json"]
