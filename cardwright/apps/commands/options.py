"""Define the options that commands share: game, players, numbers, the file to write, extras.

`-O` or `--output` names the file in every command, as `-o` sets an option of the game. Numbers are
bounded so that commands come to an end.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

import click

import cardwright
from cardwright import Case, Mistake, Options, Package, find_package
from cardwright.apps.face.session import Session, UserError
from cardwright.apps.face.words import needs as missing_extra
from dsl import nearest
from dsl.model.game import Game, Scenario

F = TypeVar("F", bound=Callable[..., Any])

MOST_ITERATIONS: Final = 1_000_000_000
MOST_SECONDS: Final = 24 * 60 * 60

SEED: Final = click.IntRange(0, 2**64 - 1)
MATCHES: Final = click.IntRange(1, 10_000_000)
PROCESSES: Final = click.IntRange(1, 512)


class NumberRange(click.FloatRange):
    """A range of numbers, of which what is no number is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number of a text."""
        number = float(super().convert(value, param, ctx))
        if number != number:
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


players_option: Final = click.option(
    "--players", type=click.IntRange(min=1), help="The number of players. Default: the smallest."
)
seed_option: Final = click.option("--seed", type=SEED, default=0, show_default=True)
_MOST_OF_A_LIST: Final = 64 * 1024


def words_with_files(
    ctx: click.Context, param: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    """Return words like `deck=@FILE` with what the files hold, such as the list of a deck.

    Raises:
        UserError: A file cannot be read.
    """
    found: list[str] = []
    for word in words:
        name, sign, file = word.partition("=@")
        if not sign or "=" in name:
            found.append(word)
            continue
        try:
            with open(file, "rb") as opened:
                text = opened.read(_MOST_OF_A_LIST).decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UserError("bad-file", path=file, reason=reason) from None
        found.append(f"{name}={text}")
    return tuple(found)


words_option: Final = click.option(
    "-o", "words", multiple=True, metavar="OPTION=VALUE", callback=words_with_files,
    help="Set an option; `OPTION=@FILE` takes what a file says.",
)  # fmt: skip

expansions_option: Final = click.option(
    "-o", "options", multiple=True, metavar="EXPANSION=true", help="Include this expansion."
)


def with_options(session: Session, package: Package, words: tuple[str, ...]) -> Package:
    """Return a game with the expansions that `-o` words put in; the other options are checked."""
    whole, rest = package.settled_words(words)
    model = cardwright.check(whole, session.cache).game
    if model is not None:
        chosen_options(package, model, rest)
    return whole


def with_expansions_of(
    session: Session, targets: Sequence[str], words: tuple[str, ...]
) -> list[Package]:
    """Return the games that words mean, each with the expansions of `-o` words that are its own.

    Raises:
        UserError: A word means nothing in any of them.
    """
    packages = [find_package(each, session.path) for each in targets]
    owned = [each.installed() if words else {} for each in packages]
    strange = [w for w in words if not any(w.partition("=")[0] in own for own in owned)]
    if strange:
        return [with_options(session, each, words) for each in packages]
    return [
        with_options(session, package, tuple(w for w in words if w.partition("=")[0] in own))
        for package, own in zip(packages, owned, strict=True)
    ]


def chosen_options(package: Package, model: Game, words: tuple[str, ...]) -> dict[str, object]:
    """Return the options that `-o` words set, in run-time form."""
    try:
        return Options(model).read(words)
    except Mistake as error:
        slots = dict(error.slots)
        if error.key in ("bad-deck.no-such-card", "bad-option"):  # it may be any card of a pool
            try:
                Options(model, package.cards_left_out(words)).read(words)
            except Mistake as found:
                slots = dict(found.slots)
        if error.key == "unknown-option":
            own = (each.id for each in Options(model))
            names = [*dict.fromkeys((*own, *package.installed()))]
            slots["guess"] = nearest(str(slots["word"]), names) or ", ".join(names) or "-"
        raise UserError(error.key, **slots) from None


def chosen_players(model: Game, number: int | None) -> int:
    """Return how many play: the fewest possible where nobody says."""
    low, high = model.players.low, model.players.high
    if number is None:
        return low
    if not low <= number <= high:
        raise UserError("bad-players", number=number, low=low, high=high)
    return number


def chosen_scenario(model: Game, name: str | None) -> Scenario | None:
    """Return the scenario of a name; None without a name."""
    if name is None:
        return None
    found = model.scenarios.get(name)
    if found is None:
        guess = nearest(name, model.scenarios) or ", ".join(model.scenarios) or "-"
        raise UserError("unknown-scenario", word=name, guess=guess)
    return found


def chosen_start(
    package: Package, model: Game, scenario: str | None, number: int | None, words: tuple[str, ...]
) -> tuple[int, dict[str, object]]:
    """Return how many play and the options: the scenario's, and over them those of `-o`."""
    found = chosen_scenario(model, scenario)
    settled = chosen_options(package, model, words)
    settled = settled if found is None else {**found.options, **settled}
    settled = Options(model).as_written(Options(model).fitting(settled))
    if found is None:
        return chosen_players(model, number), settled
    if found.players is None:
        return chosen_players(model, number), settled
    low, high = found.players
    if number is not None and not low <= number <= high:
        raise UserError("bad-scenario-players", word=scenario, number=number, low=low, high=high)
    return number or low, settled


def chosen_game(
    session: Session, target: str, given: Mapping[str, Any]
) -> tuple[Package, Game, tuple[int, dict[str, object]]]:
    """Return the game that a word means with the expansions of `-o` words, how many play it and
    its options."""
    package, words = find_package(target, session.path).settled_words(given["words"])
    model = cardwright.load(package, cache=session.cache, named=words).model
    return package, model, chosen_start(package, model, None, given["players"], words)


def split_place(word: str) -> tuple[Path, int | None]:
    """Return the file and the line of `FILE` or `FILE:LINE`, as places are shown.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if not Path(word).exists():
        name, sign, line = word.rpartition(":")
        if sign and line.isdecimal() and Path(name).exists():
            return Path(name), int(line[:9])
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), word)
    return Path(word), None


def script_case(package: Package, model: Game, file: str | None) -> Case | None:
    """Return the one script in `FILE` or at `FILE:LINE`; None without a word."""
    if file is None:
        return None
    cases = Case.all_in(package, model, *split_place(file))
    if len(cases) != 1:
        raise UserError("not-one-script", path=file, number=len(cases))
    return cases[0]


_OPTION: Final = re.compile(r"[a-z][\w-]*=[^/\\.]*")
"""What sets an option, and is hardly the name of a file."""


def output_option(
    words: str, *, folder: bool = False, name: str = "output", required: bool = False
) -> Callable[[F], F]:
    """Return the option that takes a file, or a folder, to write.

    Args:
        words: What help says of it.
        name: Of the parameter.
    """
    return click.option(
        "-O",
        "--output",
        name,
        type=click.Path(dir_okay=folder, file_okay=not folder, path_type=Path),
        metavar="DIR" if folder else "FILE",
        required=required,
        callback=_checked,
        help=words,
    )


def _checked(context: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    """Return a place to write; refuse what reads like an option of the game."""
    if path is not None and _OPTION.fullmatch(str(path)):
        raise UserError("output-is-option", word=path)
    return path


EXTRAS: Final = MappingProxyType({
    "numbers": {"pyarrow": "pyarrow", "numpy": "numpy", "duckdb": "duckdb", "altair": "altair",
                "vl_convert": "vl-convert-python", "jinja2": "jinja2"},
    "print": {
        "reportlab": "reportlab", "fontTools": "fonttools", "PIL": "pillow",
        "pypdfium2": "pypdfium2", "uharfbuzz": "uharfbuzz", "bidi": "python-bidi",
        "pyphen": "pyphen",
    },
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
        raise UserError("needs-extra", **missing_extra(extra, *missing))


def _is_there(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is not None
    return find_spec(module) is not None
