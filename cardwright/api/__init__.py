"""Load, check and play: the public interface, of which each name is brought in when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.api.loading import (
        Checked,
        Checks,
        DamagedFileError,
        PackageError,
        check,
        combinations,
        coverage_of,
        diagnostic_page,
        game_of_file,
        limits,
        lint,
        lint_all,
        load,
        load_package,
        prelude_spans,
        prelude_words,
        rank_value,
        recorded_form,
        replay,
        replay_file,
        restore,
        run_case,
        run_watched,
        variants,
    )

__all__ = [
    "Checked",
    "Checks",
    "DamagedFileError",
    "PackageError",
    "check",
    "combinations",
    "coverage_of",
    "diagnostic_page",
    "game_of_file",
    "limits",
    "lint",
    "lint_all",
    "load",
    "load_package",
    "prelude_spans",
    "prelude_words",
    "rank_value",
    "recorded_form",
    "replay",
    "replay_file",
    "restore",
    "run_case",
    "run_watched",
    "variants",
]


def __getattr__(name: str) -> Any:
    """Return a name of `cardwright.api.loading`, which loads only what is used."""
    if name.startswith("_"):
        raise AttributeError(f"module `cardwright.api` has no `{name}`")
    return getattr(import_module("cardwright.api.loading"), name)
