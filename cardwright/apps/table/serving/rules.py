"""Store the rules of games as texts, and open matches by the rules they began with.

A match is played by the rules that it began with, whatever becomes of the files: every game that is
served is kept as it is when a match of it begins, and loaded from what was kept.
"""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any, Final

import cardwright
from cardwright import Game, Match, NotAnOption, Package, PackageError, SaveError
from cardwright.apps.table.serving.store import StoredMatch
from dsl import Files, Record

MOST_LOADED: Final = 64
MOST_BYTES: Final = 64 * 1024 * 1024


class RulesGone(Exception):
    """A match cannot be opened by the rules it began with; `key` says why."""

    status: Final = 410

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key, self.slots = key, dict[str, object]()


def packed(package: Package, read: Sequence[Files]) -> bytes:
    """Return all texts that a package is made of."""
    places = [
        {
            "shown": files.place.shown,
            "expansion": files.place.expansion,
            "texts": [[name, data.decode("latin-1")] for name, data in files.contents],
        }
        for files in read
    ]
    whole = {"id": package.id, "shown": package.shown, "places": places}
    return zlib.compress(json.dumps(whole).encode())


def unpacked(data: bytes) -> tuple[Package, tuple[Files, ...]]:
    """Return the package of texts that were kept: it has no folder any more."""
    whole = json.loads(zlib.decompress(data, bufsize=MOST_BYTES))
    nowhere = Path("/nonexistent")
    files = tuple(
        Files.of(
            nowhere,
            each["shown"],
            each["expansion"],
            ((name, text.encode("latin-1")) for name, text in each["texts"]),
        )
        for each in whole["places"]
    )
    return Package(whole["id"], nowhere, whole["shown"]), files


class CurrentRules(Record, kw_only=True):
    """Rules as their files are at one moment: the texts are those that the game came of."""

    game: Game
    texts: bytes

    @property
    def digest(self) -> str:
        """What the rules are known by, with all that is shown of them."""
        return self.game.model.text_digest


def current_rules(
    package: Package, options: Mapping[str, object], cache: bool = True
) -> CurrentRules:
    """Return a game as its files are now, with the expansions that its options switch on.

    Raises:
        PackageError: It has errors.
        OptionError: An option does not fit.
    """
    whole, others = package.settled(options)
    files = whole.files()
    checked = cardwright.check(whole, cache, files=files)
    if checked.game is None or any(each.severity == "error" for each in checked.diagnostics):
        raise PackageError(checked.diagnostics)
    game = Game.of(checked.game, None, others, cache=False)
    return CurrentRules(game=game, texts=packed(whole, files))


def mark_of(digest: str, options: Mapping[str, Any]) -> str:
    """Return what rules with some options are known by in paths."""
    said = json.dumps(options, sort_keys=True).encode()
    return f"{digest}-{blake2b(said, digest_size=8).hexdigest()}"


class Shelf:
    """Games by the digest of their rules and their options, as they are kept."""

    def __init__(self, kept: Callable[[str], bytes | None], cache: bool = True) -> None:
        self._kept, self._cache, self._lock = kept, cache, Lock()
        self._games: OrderedDict[str, Game] = OrderedDict()

    def game(self, digest: str, options: Mapping[str, Any]) -> Game:
        """Return the game of a digest with its options settled.

        Raises:
            RulesGone: The texts are not there, or mean something else to this program.
        """
        key = mark_of(digest, options)
        with self._lock:
            if key not in self._games:
                self._games[key] = self._loaded(digest, options)
                if len(self._games) > MOST_LOADED:
                    self._games.popitem(last=False)
            self._games.move_to_end(key)
            return self._games[key]

    def loaded(self, mark: str) -> Game | None:
        """Return the game of a mark, if it is in use."""
        with self._lock:
            return self._games.get(mark)

    def _loaded(self, digest: str, options: Mapping[str, Any]) -> Game:
        """Return a game from what was kept."""
        data = self._kept(digest)
        if data is None:
            raise RulesGone("rules-not-kept")
        package, files = unpacked(data)
        checked = cardwright.check(package, self._cache, files=files)
        model = checked.game
        if model is None or model.text_digest != digest:
            raise RulesGone("rules-of-another-version")
        others = {name: value for name, value in options.items() if name in model.options}
        return Game.of(model, None, others, self._cache, checked.made_of)


def opened(game: Game, names: Sequence[str], kept: StoredMatch) -> Match:
    """Return a match as its players last saw it.

    Raises:
        RulesGone: The program plays it another way than when it was played.
    """
    try:
        if kept.save is None:
            match = game.start(len(names), kept.seed, names)
        else:
            match = game.restore(kept.save)
            if match.choices != kept.answers[: kept.saved]:
                raise RulesGone("rules-of-another-version")
        for answer in kept.answers[kept.saved if kept.save else 0 :]:
            match.apply(answer)
    except (SaveError, NotAnOption):
        raise RulesGone("rules-of-another-version") from None
    return match


def deciders(match: Match) -> list[int]:
    """Return who gave each answer so far."""
    found = []
    entry = match.history
    while entry is not None:
        found.append(int(entry[2].ask.decider))
        entry = entry[0]
    return found[::-1]


def at(match: Match, number: int) -> Match:
    """Return a match as it was before the answer of a number; after the last one as it is."""
    entry, count = match.history, len(match.choices)
    while entry is not None and count > number + 1:
        entry, count = entry[0], count - 1
    if entry is None or number >= len(match.choices):
        return match
    return Match(match.machine, entry[2].clone(), entry[0], match.began)


def caught_up(match: Match | None, game: Game, task: Mapping[str, Any]) -> Match:
    """Return the match of a task; one that is known is played on where it fits."""
    answers = tuple(task["answers"])
    if match is None or match.choices != answers[: len(match.choices)]:
        match = game.start(len(task["names"]), int(task["seed"]), task["names"])
    for answer in answers[len(match.choices) :]:
        match.apply(answer)
    return match
