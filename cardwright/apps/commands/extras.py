"""See before any work that all is installed that a command needs beyond the program itself."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

from cardwright.apps.face import mistake
from cardwright.apps.face.session import UserError

EXTRAS: Final = MappingProxyType({
    "numbers": {"pyarrow": "pyarrow", "duckdb": "duckdb", "altair": "altair",
                "vl_convert": "vl-convert-python", "jinja2": "jinja2"},
    "print": {"reportlab": "reportlab", "fontTools": "fonttools", "PIL": "pillow"},
    "site": {"jinja2": "jinja2"},
    "tune": {"optuna": "optuna"},
    "web": {"starlette": "starlette", "uvicorn": "uvicorn", "websockets": "websockets",
            "jinja2": "jinja2"},
})  # fmt: skip
"""For each extra the modules that are imported, and how their packages are called."""


def needs(extra: str) -> None:
    """Stop where something of an extra is not installed.

    Raises:
        UserError: It names all that is missing, and how all of it is installed.
    """
    missing = [package for module, package in EXTRAS[extra].items() if not _is_there(module)]
    if missing:
        raise UserError("needs-extra", **mistake.needs(extra, *missing))


def _is_there(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is not None
    return find_spec(module) is not None
