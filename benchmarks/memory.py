"""Run the command line in this process and write its highest memory use on stderr."""

from __future__ import annotations

import sys
from pathlib import Path

MARK = "VmHWM:"
_STATUS = Path("/proc/self/status")


def main() -> int:
    """Return the status of the command."""
    from cardwright.apps.commands.main import run

    status: object = 0
    try:
        run()
    except SystemExit as end:
        status = end.code
    lines = _STATUS.read_text().splitlines()
    print(next(line for line in lines if line.startswith(MARK)), file=sys.stderr)
    return int(bool(status))


if __name__ == "__main__":
    sys.exit(main())
