"""Run the command line as `python -m cardwright`."""

from __future__ import annotations

from cardwright.apps.commands.main import run

if __name__ == "__main__":
    run()
