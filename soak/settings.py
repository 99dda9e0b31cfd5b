"""Begin matches: a game, a number of players and options."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from random import Random

from msgspec.structs import replace

import cardwright
from cardwright.api import folders as shelves
from cardwright.api.errors import PackageError
from cardwright.api.folders import data_folder, prelude_folder
from cardwright.api.game import Game
from cardwright.api.loading import find_package
from cardwright.api.match import Match
from cardwright.api.options import Options
from dsl.load import check_script, load_sources, prelude_in
from dsl.model.scripts import Script
from dsl.records import Record, Source
from interpreter.walk.machine import Machine
from tests.fuzz.random_games import Lines, text_of, without

HERE = Path(__file__).parent
PACKAGES = HERE / "packages"
BENCHED = HERE.parent / "benchmarks" / "games"
RECIPES = data_folder("examples/recipes")
SHELF = data_folder(shelves.CLASSICS)
"""The shelf whose games are called `classics/hearts` here."""

FOLDERS = ("benchmarks", "examples", "soak", "tests")
"""Where packages are that are no classics."""

MOST, MOST_OF_RECIPES, MOST_OF_RANDOM = 400, 5_000, 40
"""Decisions of a match of a package that need not end."""

MATCHES, TRIES = 2, 8
"""Matches of a game that is written by chance, and how often what is refused is left out of it."""

POSITIONS = HERE / "positions"
LOADED = 256
"""Games with options that are kept, each with its machines."""

VARIANTS, STRIDE = 18, 31
"""How many of the combinations of a mix are played, and how far apart they stand among all."""

NAMES = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ivy", "jo", "kit", "lou")


class Setting(Record):
    """What is played.

    Attributes:
        options: By id, as people write them; what is not named has its default.
        mix: Options of which every match has other values.
    """

    game: str
    players: int
    options: tuple[tuple[str, object], ...] = ()
    mix: tuple[tuple[str, tuple[object, ...]], ...] = ()

    @property
    def name(self) -> str:
        """`GAME/PLAYERS/OPTIONS`."""
        words = [f"{id_}={str(value).lower()}" for id_, value in self.options]
        words += ["any-options"] if self.mix else []
        return f"{self.game}/{self.players}/{','.join(words) or 'default'}"

    @property
    def variants(self) -> tuple[Setting, ...]:
        """The settings of its matches: a sample of the product of a mix, or itself."""
        return _variants(self)

    def of(self, number: int) -> Setting:
        """Return the setting of a match by its number."""
        variants = self.variants
        return variants[Random(number).randrange(len(variants))]

    @property
    def play(self) -> Game:
        """The game with its options."""
        return _loaded(self.game, self.options)

    def machine(self) -> Machine:
        """Return what runs the matches."""
        return self.play.machine(self.players)

    def start(self, seed: int, *, events: bool = False, history: bool = False) -> Match:
        """Return a match at its first decision."""
        match = self.play.start(self.players, seed, events=events)
        match.keeps_history = history
        return match

    @property
    def positions(self) -> tuple[Script, ...]:
        """The arranged positions that fit."""
        known = _expansions(self.game)
        switched = tuple(pair for pair in self.options if pair[0] in known and pair[1] is True)
        scripts = _scripts(self.game, switched)
        return tuple(s for s in scripts if len(s.players) == self.players)

    def arranged(self, number: int, seed: int) -> Match:
        """Return a match in one of the arranged positions; unnamed cards follow from the seed."""
        scripts = self.positions
        script = scripts[number % len(scripts)]
        script = replace(script, seed=seed, options={**script.options, **self.play.options})
        match = self.play.match_after(script, seed)
        match.state.listening &= ~1
        match.state.log = None
        match.keeps_history = False
        return match


@cache
def _variants(setting: Setting) -> tuple[Setting, ...]:
    """Return settings with values of a mix, spread so that each pair of values is met."""
    if not setting.mix:
        return (setting,)
    ids = [id_ for id_, _ in setting.mix]
    every = list(product(*(values for _, values in setting.mix)))
    chosen = [every[number * STRIDE % len(every)] for number in range(min(VARIANTS, len(every)))]
    return tuple(
        replace(setting, options=(*setting.options, *zip(ids, values, strict=True)), mix=())
        for values in chosen
    )


@lru_cache(maxsize=LOADED)
def _loaded(game: str, options: tuple[tuple[str, object], ...]) -> Game:
    """Return a game; what options other than expansions do not change is shared by its settings."""
    known = _expansions(game)
    whole = _whole(game, tuple(pair for pair in options if pair[0] in known))
    others = {id_: value for id_, value in options if id_ not in known}
    return Game(whole.model, Options(whole.model).settled(others)) if others else whole


@cache
def _expansions(game: str) -> frozenset[str]:
    return frozenset(find_package(str(_package(game))).installed())


@cache
def _whole(game: str, expansions: tuple[tuple[str, object], ...]) -> Game:
    return cardwright.load(_package(game), dict(expansions))


def _package(game: str) -> str | Path:
    own = (folder / game for folder in (PACKAGES, BENCHED, SHELF.parent))
    return next((folder for folder in own if folder.is_dir()), game)


@cache
def _scripts(game: str, expansions: tuple[tuple[str, object], ...]) -> tuple[Script, ...]:
    """Return the positions for a game; an expansion may have a file of its own."""
    words = [f".{id_}" for id_, _ in expansions]
    paths = [POSITIONS / f"{game}{word}.yaml" for word in (*words, "")]
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return ()
    scripts, findings = check_script(path, path.name, _loaded(game, expansions).model)
    if findings:
        raise ValueError("; ".join(f"{each.span.place}: {each.message}" for each in findings))
    return scripts


def recipe(id_: str) -> Game:
    """Return a package that authors begin with."""
    return cardwright.load(RECIPES / id_)


def seats(game: Game, number: int) -> int:
    """Return how many play in a case of a game: its numbers go round."""
    return game.player_counts[number % len(game.player_counts)]


def package_of(number: int) -> tuple[Game | None, int]:
    """Return the package of a case that goes round all that are no classics, and which round it is.

    None where it is there to be refused or nobody decides.
    """
    every = _packages()
    return _playable(every[number % len(every)]), number // len(every)


@cache
def _packages() -> tuple[Path, ...]:
    """Return the packages of the repository that are no classics."""
    paths = sorted(
        path.parent for each in FOLDERS for path in (HERE.parent / each).rglob("game.yaml")
    )
    return tuple(path for path in paths if path.parent != SHELF)


@cache
def _playable(path: Path) -> Game | None:
    """Return the game of a folder; None where it is there to be refused or nobody decides."""
    try:
        game = cardwright.load(path)
    except PackageError:
        return None
    return game if game.model.actions else None


def written(lines: Lines) -> tuple[str, Game | None]:
    """Return the text of a game and the game, None where too little of it is right.

    What is written by chance need not be right: entries that the checker refuses are left out.
    """
    for _ in range(TRIES):
        text, known = text_of(lines)
        prelude = prelude_in(prelude_folder())
        loaded = load_sources([Source("random/game.yaml", text)], "random", prelude)
        if loaded.game is not None:
            return text, Game(loaded.game, {})
        wrong = {
            id(known[found.span.source.position(found.span.start)[0] - 1])
            for found in loaded.diagnostics
            if found.severity == "error"
        }
        lines = without(lines, wrong)
    return text, None
