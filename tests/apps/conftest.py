"""A small stand-in for games and matches, so that the command line is tested alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api import checks
from cardwright.api.checks import Checked
from cardwright.api.package import Package
from cardwright.apps.commands.main import group
from dsl.load import has_errors
from dsl.model.game import End, Game, Manifest, Policy
from dsl.model.nouns import Definition, Option, PlayersRule
from dsl.model.types import BOOL
from dsl.records import Source, Span

SOURCE = Source("pairs/game.yaml", "id: pairs\ncards:\n- id: one\n- id: two\n- id: three\n")
SPAN = Span(SOURCE, 0, 9)
CARDS = ("one", "two", "three")


class FakeUndoRefused(Exception):
    """Stands for the machine's refusal."""


def definition(name: str) -> Definition:
    """Return a card."""
    start = SOURCE.text.index(name)
    return Definition(
        id=name,
        kind="card",
        name={"en": name.title(), "ja": f"札{name}"},
        text={"en": f"The card {name}."},
        attributes={},
        copies=1,
        start=None,
        only_if=None,
        provenance="",
        digest="",
        span=Span(SOURCE, start - 6, start + len(name)),
    )


def model() -> Game:
    """Return the checked model of the stand-in game."""
    manifest = Manifest(
        id="pairs",
        version="1",
        language=1,
        default_language="en",
        title={"en": "Pairs", "ja": "組"},
        authors=(),
        source={},
        published=(),
        reconstructed=({"en": "the third card"},),
        summary={"en": "A stand-in."},
    )
    quick = Option(
        id="quick", type=BOOL, default=False, low=None, high=None,
        choices=(False, True), text={"en": "Shorter"}, span=SPAN,
    )  # fmt: skip
    empties = ("enums", "kinds", "zones", "state", "values", "events", "scenarios")
    empty: dict[str, Any] = {name: {} for name in empties}
    lists: dict[str, Any] = dict.fromkeys(
        ("actions", "triggers", "replacements", "forbids", "modifiers", "always", "setup",
         "phases", "examples", "scripts"), (),
    )  # fmt: skip
    return Game(
        manifest=manifest,
        options={"quick": quick},
        players=PlayersRule(low=2, high=4),
        definitions=tuple(definition(name) for name in CARDS),
        end=End(when=None, rank=(), winners=None, span=None),
        policy=Policy(),
        digest="",
        **empty,
        **lists,
    )


@dataclass
class FakeOption:
    """Choosing a number."""

    index: int

    @property
    def label(self) -> str:
        return CARDS[self.index]

    def text(self, lang: str) -> str:
        return f"play {self.label}" if lang == "en" else f"{self.label}を出す"


@dataclass
class FakeDecision:
    """Whoever's turn it is chooses a card."""

    player: int
    kind: str = "action"
    declinable: bool = False
    place: str = "pairs/game.yaml:3:1"
    count: int = 3

    @property
    def options(self) -> tuple[FakeOption, ...]:
        return tuple(FakeOption(i) for i in range(3))

    def question(self, lang: str) -> str:
        return "Which card?" if lang == "en" else "どの札？"


@dataclass
class FakeMatch:
    """Two rounds; each plays a card; the largest sum wins."""

    players: int
    rounds: int = 2
    picks: list[int] = field(default_factory=list)
    fault: bool = False
    keeps_history: bool = True
    refusals: tuple[()] = ()

    @property
    def names(self) -> list[str]:
        return ["ada", "bo", "cy", "dee"][: self.players]

    @property
    def over(self) -> bool:
        return len(self.picks) >= self.players * self.rounds

    def total(self, seat: int) -> int:
        return sum(self.picks[seat :: self.players])

    def rank(self, seat: int) -> tuple[int, ...]:
        return (self.total(seat),)

    @property
    def outcome(self) -> Any:
        if not self.over:
            return None
        totals = [self.total(seat) for seat in range(self.players)]
        winners = tuple(seat for seat in range(self.players) if totals[seat] == max(totals))
        kind = "fault" if self.fault else "win"
        return SimpleNamespace(kind=kind, winners=winners, rank=(), reason="")

    @property
    def decision(self) -> FakeDecision | None:
        return None if self.over else FakeDecision(len(self.picks) % self.players)

    def log(self, seat: int | None = None) -> list[Any]:
        return [
            SimpleNamespace(
                id=i, cause=None, name="play", text=lambda lang, p=p: f"plays {CARDS[p]}"
            )
            for i, p in enumerate(self.picks)
        ]

    def apply(self, option: Any) -> None:
        self.picks.append(getattr(option, "index", option))

    def undo(self, n: int = 1) -> None:
        if n > len(self.picks):
            raise FakeUndoRefused
        del self.picks[len(self.picks) - n :]

    def clone(self) -> FakeMatch:
        return FakeMatch(self.players, self.rounds, list(self.picks), self.fault)

    def determinize(self, seat: int, seed: int) -> FakeMatch:
        return self.clone()

    def save(self) -> bytes:
        return bytes([self.players, *self.picks])

    def trajectory(self) -> bytes:
        return self.save()

    def observe(self, seat: int) -> dict[str, Any]:
        hands = [
            {"count": 3, "cards": [{"card": c if s == seat else None} for c in CARDS]}
            for s in range(self.players)
        ]
        people = [
            {"name": name, "zones": {"hand": hands[s]}, "state": {"sum": self.total(s)}}
            for s, name in enumerate(self.names)
        ]
        active = len(self.picks) % self.players
        return {"round": 1, "phase": ["act"], "active": active, "players": people, "zones": {}}


@dataclass
class FakeGame:
    """The rules of `FakeMatch`."""

    model: Game
    options: dict[str, object] = field(default_factory=dict)
    fault: bool = False
    id: str = "pairs"
    build: str = "pure"
    player_counts: range = range(2, 5)

    def title(self, lang: str) -> str:
        return {"en": "Pairs", "ja": "組"}[lang]

    def start(self, players: int, seed: int, **_: Any) -> FakeMatch:
        return FakeMatch(players, 1 if self.options.get("quick") else 2, fault=self.fault)

    def restore(self, data: bytes) -> FakeMatch:
        return FakeMatch(data[0], 2, list(data[1:]))


@dataclass
class Shop:
    """What the stand-in machine offers; tests change it."""

    package: Package
    diagnostics: tuple[Any, ...] = ()
    fault: bool = False


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """Put the stand-in game in the place of all others."""
    folder = tmp_path / "pairs"
    folder.mkdir()
    (folder / "game.yaml").write_text(SOURCE.text)
    monkeypatch.chdir(tmp_path)
    found = Shop(Package("pairs", folder, "pairs"))

    def load(package: Package, options: Any = None, cache: bool = True, **cards: Any) -> FakeGame:
        return FakeGame(model(), dict(options or {}), found.fault)

    monkeypatch.setattr("cardwright.api.folders.data_folder", lambda name: tmp_path)
    monkeypatch.setattr(cardwright, "load", load)

    def check(package: Package, cache: bool = False, **others: Any) -> Checked:
        is_sound = not has_errors(found.diagnostics)
        return Checked(model() if is_sound else None, found.diagnostics)

    for module in (cardwright, checks):
        monkeypatch.setattr(module, "check", check)
    return found


@dataclass
class Ran:
    """What a command printed and ended with."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(shop: Shop) -> Any:
    """Return a function that runs the command line: `run("play", "pairs", typed="1\\n")`."""

    def call(*words: str, typed: str = "") -> Ran:
        result = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words, input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def rules_of(tmp_path):
    """Return a function from a game's text, a card of it and a language to the card's rules."""
    from cardwright.api.package import Package
    from cardwright.apps.text.rules import rules_text

    def text_of(text, id_, lang):
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        game = cardwright.load(Package.at(tmp_path), cache=False).model
        card = next(each for each in game.definitions if each.id == id_)
        return rules_text(game, card, lang)

    return text_of
