"""Let people choose players, options and script of a game, and answer which they chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from cardwright import api
from cardwright.api.expansions import installed, settled_words
from cardwright.api.options import PLAYER_COUNT, OptionError, fitting, read_options
from cardwright.api.packages import Package, find_package
from cardwright.api.scripts import Case, scripts_at
from cardwright.apps.commands.numbers import SEED
from cardwright.apps.face.session import Session, UserError
from dsl.diagnostics.spelling import nearest
from dsl.model.game import Game, Scenario

players_option: Final = click.option(
    "--players", type=click.IntRange(min=1), help="The number of players. Default: the smallest."
)
seed_option: Final = click.option("--seed", type=SEED, default=0, show_default=True)
words_option: Final = click.option(
    "-o", "words", multiple=True, metavar="OPTION=VALUE", help="Set an option."
)

expansions_option: Final = click.option(
    "-o", "options", multiple=True, metavar="EXPANSION=true", help="Include this expansion."
)


def with_options(session: Session, package: Package, words: tuple[str, ...]) -> Package:
    """Return a game with the expansions that `-o` words put in; the other options are checked."""
    whole, rest = settled_words(package, words)
    model = api.check(whole, session.cache).game
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
    owned = [installed(each) if words else {} for each in packages]
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
        return read_options(model, words)
    except OptionError as error:
        slots = dict(error.slots)
        if error.key == "unknown-option":
            own = (id_ for id_ in model.options if id_ != PLAYER_COUNT)
            names = [*dict.fromkeys((*own, *installed(package)))]
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
    fitting(model, settled)
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
    package, words = settled_words(find_package(target, session.path), given["words"])
    model = api.load_package(package, cache=session.cache).model
    return package, model, chosen_start(package, model, None, given["players"], words)


def script_case(package: Package, model: Game, file: str | None) -> Case | None:
    """Return the one script in `FILE` or at `FILE:LINE`; None without a word."""
    if file is None:
        return None
    cases = scripts_at(package, model, file)
    if len(cases) != 1:
        raise UserError("not-one-script", path=file, number=len(cases))
    return cases[0]
