"""Load, check and play: the public interface, of which each name is brought in when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.api.loading import (
        Checked as Checked,
    )
    from cardwright.api.loading import (
        Checks as Checks,
    )
    from cardwright.api.loading import (
        DamagedFileError as DamagedFileError,
    )
    from cardwright.api.loading import (
        PackageError as PackageError,
    )
    from cardwright.api.loading import (
        check as check,
    )
    from cardwright.api.loading import (
        combinations as combinations,
    )
    from cardwright.api.loading import (
        coverage_of as coverage_of,
    )
    from cardwright.api.loading import (
        diagnostic_page as diagnostic_page,
    )
    from cardwright.api.loading import (
        game_of_file as game_of_file,
    )
    from cardwright.api.loading import (
        limits as limits,
    )
    from cardwright.api.loading import (
        lint as lint,
    )
    from cardwright.api.loading import (
        lint_all as lint_all,
    )
    from cardwright.api.loading import (
        load as load,
    )
    from cardwright.api.loading import (
        load_package as load_package,
    )
    from cardwright.api.loading import (
        prelude_spans as prelude_spans,
    )
    from cardwright.api.loading import (
        prelude_words as prelude_words,
    )
    from cardwright.api.loading import (
        rank_value as rank_value,
    )
    from cardwright.api.loading import (
        recorded_form as recorded_form,
    )
    from cardwright.api.loading import (
        replay as replay,
    )
    from cardwright.api.loading import (
        replay_file as replay_file,
    )
    from cardwright.api.loading import (
        restore as restore,
    )
    from cardwright.api.loading import (
        run_case as run_case,
    )
    from cardwright.api.loading import (
        run_watched as run_watched,
    )
    from cardwright.api.loading import (
        variants as variants,
    )


def __getattr__(name: str) -> Any:
    """Return a name of `cardwright.api.loading`, which loads only what is used."""
    if name.startswith("_"):
        raise AttributeError(f"module `cardwright.api` has no `{name}`")
    return getattr(import_module("cardwright.api.loading"), name)
