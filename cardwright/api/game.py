"""A game as programs see it: its rules with the options settled, ready to start matches.

A match may begin at a given position, written with the keys that scripts have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import dsl.model.game
import dsl.model.nouns
from cardwright.api.beginning import Beginning, Part, began, scripts_in
from cardwright.api.checks import Checked, check_for_match
from cardwright.api.match import Match, look
from cardwright.api.options import Options, drawn_seed, settled_seed
from cardwright.api.package import Package
from dsl.languages import OWN, Language

if TYPE_CHECKING:
    from cardwright.api.cache import ModuleStore
    from dsl.model.scripts import Script
    from interpreter.native.driving import Driver
    from interpreter.native.engine import Carried
    from interpreter.native.memory import Rows
    from interpreter.native.playouts import Playouts
    from interpreter.script.session import ScriptResult
    from interpreter.trajectory.trajectory import Replay
    from interpreter.walk.assembly import Chooser, Rollout
    from interpreter.walk.machine import Machine

_NAMES = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ivy", "jo", "kit", "lou")


class Game:
    """The checked rules of one package with its options settled.

    Attributes:
        model: What was checked.
        options: All options with their values in run-time form, but for the number of players.
        package: Where it came from, with its expansions; None where nobody says.
        store: Where compiled code is kept between runs; None for nowhere.
        named: Texts that name the cards of a pool that are in `model`, beside those that rules
            name; None where all are.
    """

    def __init__(
        self,
        model: dsl.model.game.Game,
        options: Mapping[str, object],
        store: ModuleStore | None = None,
    ) -> None:
        self.model = model
        self.store = store
        self.package: Package | None = None
        self.named: tuple[str, ...] | None = None
        defaults = {id_: option.default for id_, option in model.options.items()}
        chosen = {**defaults, **options}
        self.options = {id_: chosen[id_] for id_ in chosen if id_ != Options.PLAYER_COUNT}
        self._naming: dict[tuple[str, ...], Game] = {}
        self._machines: dict[tuple[int, bool], Machine] = {}
        self._playouts: dict[int, Playouts] = {}
        self._drivers: dict[tuple[int, Rows | None], Driver] = {}
        self._ready: dict[int | None, tuple[Machine, tuple[str, ...]]] = {}
        """What starts matches whose players have no names of their own, by how many they are."""

    @staticmethod
    def can_be_name(text: str) -> bool:
        """Return whether a player can be called so: a text of one line, all of it shown."""
        from interpreter.trajectory.saving import can_be_shown

        return can_be_shown(text)

    @classmethod
    def of(
        cls, model: dsl.model.game.Game, package: Package | None, options: Mapping[str, object],
        cache: bool, made_of: str = "",
    ) -> Game:  # fmt: skip
        """Return the game of a checked model, wherever it comes from; `made_of` as of `Checked`.

        Raises:
            OptionError: An option does not fit.
        """
        from cardwright.api.cache import ModuleStore

        settled = Options(model).settled(options)
        game = cls(model, settled, ModuleStore.of_user(made_of) if cache else None)
        game.package = package
        return game

    drawn_seed = staticmethod(drawn_seed)

    def rules(self) -> bytes:
        """Return its rules as bytes, for another process: see `of_rules`."""
        from cardwright.api.cache import packed

        return packed(self.model)

    @classmethod
    def of_rules(
        cls, content: bytes, package: Package | None, options: Mapping[str, object], cache: bool
    ) -> Game:
        """Return a game of rules as bytes, which must come from somebody who is believed."""
        from cardwright.api.cache import digest, unpacked

        return cls.of(unpacked(content), package, options, cache, digest(content))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nobody changes it

    def _adopt(self, machine: Machine) -> None:
        """Run matches with its number of players by an existing machine."""
        from interpreter.walk.picking import asks_everything

        self._machines[machine.program.seats, asks_everything(machine)] = machine

    @property
    def id(self) -> str:
        """The id of the package."""
        return self.model.manifest.id

    @property
    def player_counts(self) -> range:
        """How many can play."""
        return range(self.model.players.low, self.model.players.high + 1)

    @property
    def scripts(self) -> Sequence[Script]:
        """The scripted games of the package; `run` runs one."""
        return self.model.scripts

    @property
    def examples(self) -> Sequence[Script]:
        """The examples on its cards, events, values and actions: short scripts."""
        return self.model.examples

    def read_scripts(self, text: str, shown: str) -> tuple[Script, ...]:
        """Return the scripted games in a text.

        Args:
            shown: What findings call the text.

        Raises:
            PackageError: It has errors.
        """
        return scripts_in(text, shown, self.naming(text).model)

    def run(self, script: Script, views: list[bytes] | None = None) -> ScriptResult:
        """Run a scripted game or an example and return what came of it; `views` takes in all that
        its `same-view` steps looked at, one world after the other."""
        from cardwright.api.scripting import run_script

        return run_script(self.model_of(script), script, views)

    def match_after(self, script: Script, seed: int) -> Match:
        """Return the match that a script leads to, with chance going on by a seed of its own.

        Raises:
            ValueError: The script does not come out.
        """
        from cardwright.api.scripting import match_after

        return match_after(self.model_of(script), script, seed)

    def model_of(self, script: Script) -> dsl.model.game.Game:
        """Return the rules that a script was checked for: with the cards that it names."""
        is_own = self.named is None or script in (*self.scripts, *self.examples)
        return self.model if is_own else self.naming(script.span.source.text).model

    def naming(self, text: str) -> Game:
        """Return the game with the cards of its pool that a text names, and all that it has.

        Raises:
            PackageError: Its files have errors by now.
        """
        if self.named is None or self.package is None or not text:
            return self
        named = (*self.named, text)
        if named not in self._naming:
            found = check_for_match(self.package, named, self.store is not None)
            self._naming[named] = self._with(found, None if found.is_whole else named)
        return self._naming[named]

    def _with(self, checked: Checked, named: tuple[str, ...] | None) -> Game:
        """Return the game of another model with the options of this one."""
        from cardwright.api.cache import ModuleStore
        from interpreter.trajectory.saving import saved_options, settings

        model = checked.sound()
        if model.digest == self.model.digest:
            return self
        store = None if self.store is None else ModuleStore.of_user(checked.made_of)
        game = Game(model, settings(model, saved_options(self.model, self.options)), store)
        game.package, game.named = self.package, named
        return game

    def title(self, lang: str) -> str:
        """Return what the game is called."""
        manifest = self.model.manifest
        found = Language(lang).text_of(manifest.title, (manifest.default_language, *OWN[:1]))
        return found or manifest.id

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        events: bool = True,
        walker: bool = False,
        *,
        given: Part | None = None,
        arrange: Part | None = None,
        chance: Sequence[str | int] = (),
        ask_all: bool = False,
        explicit_chance: bool = False,
    ) -> Match:
        """Return a match played up to its first decision.

        Args:
            players: How many play; else the fewest possible.
            seed: Decides all chance; the same seed gives the same course. From 0 to 2^64 - 1;
                without one a new one is drawn, and `match.seed` says which.
            names: What the players are called, by seat.
            events: Whether to keep a log of what happens.
            walker: Whether the walker runs it where no log is kept, too; else the native engine
                does if it carries the game.
            given: A whole position to begin in, with the keys that scripts have.
            arrange: Parts of a position, put on top of set-up.
            chance: Labels of what chance decides first.
            ask_all: Whether questions with one answer are asked as well.
            explicit_chance: Whether chance is a player: see `cardwright.api.chance`.

        Raises:
            ValueError: This number cannot play, there are not as many names, or one is unfit;
                there is no such seed; or the position cannot be built.
            PackageError: What says the position is not right; `diagnostics` says why.
        """
        seed = settled_seed(seed)
        special = given is not None or arrange is not None or chance or ask_all or explicit_chance
        if special:
            wide = self.naming("".join(str(each) for each in (given, arrange) if each))
            machine, called = wide._prepared(players, names)
            if ask_all or explicit_chance:
                machine = wide.machine(len(called), ask_all)
            how = Beginning(given, arrange, tuple(chance), explicit_chance, events)
            return began(machine, called, seed, how)
        ready = None if names is not None else self._ready.get(players)
        if ready is None:
            ready = self._prepared(players, names)
        machine, called = ready
        if events or walker:
            return Match.start(machine, seed, called, events=events)
        from cardwright.api.driven import DrivenMatch

        return DrivenMatch(self.driver(len(called)), seed, called)

    def _prepared(
        self, players: int | None, names: Sequence[str] | None
    ) -> tuple[Machine, tuple[str, ...]]:
        """Return what runs a match, and what its players are called."""
        number = self._checked(players)
        called = _NAMES[:number] if names is None else tuple(names)
        if len(called) != number:
            raise ValueError(f"{number} players need {number} names")
        if not all(map(self.can_be_name, called)):
            raise ValueError("a name is a text of one line, without control characters")
        found = self.machine(number), called
        if names is None:
            self._ready[players] = found
        return found

    def rollout(
        self,
        matches: int,
        seed: int = 0,
        players: int | None = None,
        policy: Chooser | None = None,
    ) -> Rollout:
        """Play whole matches in a row and return how they ended: the fastest way to many of them.

        Args:
            matches: How many; they have the seeds from `seed` on.
            players: How many play; else the fewest possible.
            policy: From the machine's state, its open decision and a `random.Random` to the index
                of an option; at random where None.

        Raises:
            ValueError: This number cannot play.
        """
        number = self._checked(players)
        if policy is None:
            return self.playouts(number).rollout(matches, seed, _NAMES[:number])
        from interpreter.walk.assembly import rollout

        return rollout(self.machine(number), matches, seed, _NAMES[:number], policy)

    def playouts(self, players: int) -> Playouts:
        """Return what plays random matches of a number of players; made once."""
        from interpreter.native.playouts import Playouts

        if players not in self._playouts:
            self._playouts[players] = Playouts(self.machine(players), self.store)
        return self._playouts[players]

    def driver(self, players: int, rows: Rows | None = None) -> Driver:
        """Return what drives the matches of a number of players that keep no log, and tells rows of
        numbers of them; made once."""
        from interpreter.native.driving import Driver

        key = players, rows
        if key not in self._drivers:
            self._drivers[key] = Driver(self.machine(players), self.store, rows=rows)
        return self._drivers[key]

    def start_for_rows(self, players: int, seed: int, rows: Rows) -> Match:
        """Return a match without a log whose `cells` tell what a seat may know, where the native
        engine writes them."""
        from cardwright.api.driven import DrivenMatch

        return DrivenMatch(self.driver(players, rows), settled_seed(seed), _NAMES[:players])

    def carried(self, players: int) -> Carried:
        """Return whether the native engine carries the game; its module is made anew."""
        from interpreter.native.engine import carried

        return carried(self.machine(players))

    def _checked(self, players: int | None) -> int:
        """Return how many play; the fewest possible where nobody says."""
        number = self.player_counts.start if players is None else players
        if number not in self.player_counts:
            raise ValueError(f"{number} cannot play {self.id}")
        return number

    def restore(self, data: bytes) -> Match:
        """Return the match that `Match.save` made bytes of.

        Raises:
            SaveError: The bytes are damaged, or of another game or version.
        """
        from interpreter.trajectory.saving import restore_match

        found = restore_match(lambda options, seats: self.machine(seats), data, look)
        return Match.of(found)

    def play_again(self, data: bytes, players: int) -> Replay:
        """Play a trajectory under the rules and options of this game, whatever its own were.

        Raises:
            SaveError: The bytes are damaged, or belong to another game.
        """
        from interpreter.trajectory.trajectory import replay

        machine = self.machine(players)
        return replay(lambda options, seats: machine, data)

    def holds(self, card: dsl.model.nouns.Definition, players: int) -> bool:
        """Return whether a card can come into play with the options and a number of players."""
        from dsl.words.folding import settled

        wanted = card.only_if
        return wanted is None or bool(settled(wanted, self.settings(players), players))

    def settings(self, players: int) -> dict[str, object]:
        """Return all options, the number of players too."""
        return {**self.options, Options.PLAYER_COUNT: players}

    def operations(self, node: str, players: int | None = None) -> str:
        """Return the operations of a node of the event graph, with the author's lines as comments;
        "" where it has none of its own. An unknown node is a `LookupError`."""
        from interpreter.program.assembling import assemble_program
        from interpreter.program.operations import listing

        number = self._checked(players)
        return listing(assemble_program(self.model, self.settings(number), number), node)

    def machine(self, players: int, asks_all: bool = False) -> Machine:
        """Return the machine for a number of players; made once.

        Args:
            asks_all: Whether questions with one answer are asked too.
        """
        from interpreter.program.assembling import assemble_program
        from interpreter.walk.assembly import assemble_machine
        from interpreter.walk.picking import ask_everything

        key = (players, asks_all)
        if key not in self._machines:
            settings = self.settings(players)
            machine = assemble_machine(assemble_program(self.model, settings, players))
            if asks_all:
                ask_everything(machine)
            machine.modules = self.store
            self._machines[key] = machine
        return self._machines[key]
