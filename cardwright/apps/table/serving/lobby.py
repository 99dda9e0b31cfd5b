"""Offer games, and read from a form how a table is set: options, seats, policies."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, Final, TypeAlias

from msgspec import convert, to_builtins
from msgspec.structs import replace

from cardwright import Game, OptionError, Options, Package
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.names import in_language
from cardwright.apps.face.words import say
from cardwright.apps.policies.policies import POLICIES
from cardwright.apps.press import faces
from cardwright.apps.table.serving.requests import Denied, number_in, seed_in
from dsl import Record, languages
from dsl.model.game import Scenario


class Offered(Record, kw_only=True):
    """A game in the lobby."""

    id: str
    package: Package
    game: Game

    def title(self, lang: str) -> str:
        """Return what the game is called."""
        return self.game.title(lang)


def offered(packages: Sequence[Package], cache: bool) -> Mapping[str, Offered]:
    """Return the games to be served, by id.

    Raises:
        PackageError: One has errors.
    """
    import cardwright

    found = dict[str, Offered]()
    for package in packages:
        found.setdefault(
            package.id,
            Offered(id=package.id, package=package, game=cardwright.load(package, cache=cache)),
        )
    return found


_DRAWN: Final = {
    "face": faces.face, "small": faces.small_face, "token": faces.token_face, "back": faces.back,
}  # fmt: skip


class Faces:
    """Pictures of cards, kept as far as there is room."""

    def __init__(self, most: int = 4_000) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str, str, str], str | None] = OrderedDict()

    def svg(self, game: Game, asked: Mapping[str, str]) -> str | None:
        """Return the face of a card; None where there is none, or its text has no room there.

        Args:
            asked: The `card` and the `lang`, by what `rules` and options the game is played, and
                whether the face is that for paper, `face`, a `small` one or a `token`; or `back`,
                where `card` is a kind: all that share a pile with it have that back.
        """
        key = (asked["rules"], asked["lang"], asked["card"], asked["sort"])
        if key not in self._known:
            self._known[key] = self._drawn(game, *key[1:])
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return self._known[key]

    @staticmethod
    def lasts(game: Game) -> bool:
        """Return whether faces stay as they are while the rules do: no file is drawn on them."""
        return not faces.has_files(game.model)

    @staticmethod
    def _drawn(game: Game, lang: str, card: str, sort: str) -> str | None:
        model = game.model
        alike = faces.kinds_like(model, card) if sort == "back" and card in model.kinds else ()
        named = (each for each in model.definitions if each.id == card or each.kind in alike)
        found = next(named, None)
        if found is None or lang not in languages.OWN or (sort == "back" and not alike):
            return None
        try:
            expansion = found.span.source.package or None
            entry = Entry(model, found, expansion, game.options)
            draw = _DRAWN[sort]
            return faces.svg(draw(entry, lang))
        except faces.DoesNotFit:
            return None


PERSON: Final = "person"
PLAYERS: Final = (PERSON, *POLICIES)
"""What can play a seat: a person, or a policy by its name."""
LONGEST_NAME: Final = 40


class Seat(Record, kw_only=True):
    """A seat at a table.

    Attributes:
        name: Of its player.
        player: `person`, or the policy that plays it.
        screen: Seats of people with the same number share a screen, and so a link.
        is_stood_in: Whether a policy plays for a person who has gone.
    """

    name: str
    player: str
    screen: int
    is_stood_in: bool = False


class Setting(Record, kw_only=True):
    """How a table is set.

    Attributes:
        options: As people write them.
        seconds: How long a policy that thinks ahead does so.
    """

    game: str
    title: Mapping[str, str]
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    seconds: float = 1.0

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(seat.name for seat in self.seats)

    def is_person(self, seat: int) -> bool:
        """Return whether a person plays a seat."""
        return self.seats[seat].player == PERSON

    def is_played_by_person(self, seat: int) -> bool:
        """Return whether a person plays a seat, and no policy for them now."""
        return self.is_person(seat) and not self.seats[seat].is_stood_in

    def stood_in(self, seats: Iterable[int], *, is_so: bool) -> Setting:
        """Return a setting in which policies play some seats of people, or they do so again."""
        wanted = {*seats} & self.people
        changed = (
            replace(seat, is_stood_in=is_so) if number in wanted else seat
            for number, seat in enumerate(self.seats)
        )
        return replace(self, seats=tuple(changed))

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(filter(self.is_person, range(len(self.seats))))

    def screens(self) -> Mapping[int, tuple[int, ...]]:
        """Return the seats of people by the screen at which they play."""
        found = dict[int, tuple[int, ...]]()
        for number in sorted(self.people):
            screen = self.seats[number].screen
            found[screen] = (*found.get(screen, ()), number)
        return found

    def screen_of(self, seats: Sequence[int]) -> int:
        """Return the screen of some seats that share one."""
        return self.seats[seats[0]].screen


def written(setting: Setting) -> dict[str, Any]:
    """Return a setting as JSON data."""
    data: dict[str, Any] = to_builtins(setting)
    return data


def read(data: Mapping[str, Any]) -> Setting:
    """Return a setting that was written."""
    return convert(data, Setting)


SHARED: Final = "shared"
"""Stands in a form for a person at the screen that several share."""
NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou")
ROLES: Final = (PERSON, SHARED, *PLAYERS[1:])
OPTIONS: Final = "options"
"""Stands for the options of a form together."""
Reason: TypeAlias = tuple[str, Mapping[str, object]]


class Choice(Record, kw_only=True):
    """An option of a game as a form asks for it; without values it is typed."""

    name: str
    label: str
    values: tuple[str, ...]
    usual: str


def choices(offered: Offered, lang: str) -> Iterator[Choice]:
    """Yield the options of a game, then its expansions, off as usual."""
    model = offered.game.model
    for option in Options(model):
        values = tuple(Options(model).choices(option))
        is_range = any(".." in value for value in values)
        yield Choice(
            name=option.id,
            label=in_language(option.text, lang, model.manifest.default_language) or option.id,
            values=() if is_range or isinstance(option.default, tuple) else values,
            usual=Options(model).text(option, option.default),
        )
    for id_ in offered.package.installed():
        if id_ not in model.options:
            yield Choice(name=id_, label=id_, values=("false", "true"), usual="false")


class WrongFields(Exception):
    """A form that cannot be, with the reason for each field: a key of the pages' words, its
    slots."""

    def __init__(self, reasons: Mapping[str, Reason]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def asked(
    offered: Offered, form: Mapping[str, str], reasons: Mapping[str, Reason], lang: str
) -> dict[str, Any]:
    """Return what the page shows that asks how a table is to be set, filled in as a form says.

    Args:
        reasons: Why fields cannot be as the form says.
    """
    counts, wanted = offered.game.player_counts, form.get("players", "")
    is_number = wanted.isascii() and wanted.isdecimal() and len(wanted) < 4
    return {
        "game": offered,
        "players": min(max(int(wanted) if is_number else 0, counts[0]), counts[-1]),
        "choices": list(choices(offered, lang)),
        "scenarios": scenarios(offered, lang),
        "roles": ROLES,
        "names": NAMES,
        "longest": LONGEST_NAME,
        "form": form,
        "reasons": reasons,
    }


def setting_from(
    offered: Offered, form: Mapping[str, str], lang: str
) -> tuple[Setting, int | None]:
    """Return how a table is to be set, and the seed if one is said.

    Raises:
        Denied: The form is none of the page's.
        WrongFields: Fields say what cannot be.
    """
    model = offered.game.model
    players = number_in(form, "players")
    name = form.get("scenario", "")
    scenario = model.scenarios.get(name) if name else None
    if name and scenario is None:
        raise Denied(400, "bad-form")
    if players not in offered.game.player_counts:
        raise Denied(400, "bad-number-of-players")
    reasons: dict[str, Reason] = {}
    if scenario and scenario.players and not scenario.players[0] <= players <= scenario.players[1]:
        reasons["scenario"] = "bad-number-of-players", {}
    options = _options(offered, form, scenario, lang, reasons)
    seats = tuple(_seats(form, players, reasons))
    try:
        seed = seed_in(form)
    except Denied as error:
        reasons["seed"] = error.key, error.slots
    if reasons:
        raise WrongFields(reasons)
    title = model.manifest.title
    return Setting(
        game=offered.id,
        title={
            tag: in_language(title, tag, model.manifest.default_language) for tag in languages.OWN
        },
        options=options,
        seats=seats,
    ), seed


def _options(
    offered: Offered, form: Mapping[str, str], scenario: Scenario | None, lang: str,
    reasons: dict[str, Reason],
) -> dict[str, str]:  # fmt: skip
    """Return the options that are not as usual; what cannot be is among the reasons."""
    model = offered.game.model
    options: dict[str, str] = {}
    if scenario is not None:
        given = {name: model.options[name] for name in scenario.options}
        options = {n: Options(model).text(o, scenario.options[n]) for n, o in given.items()}
    for choice in choices(offered, lang):
        field = f"option-{choice.name}"
        if form.get(field, "") in ("", choice.usual):
            continue
        options[choice.name] = form[field]
        try:
            if choice.name in model.options:
                Options(model).read((f"{choice.name}={form[field]}",))
        except OptionError as error:
            reasons[field] = "as-told", {"reason": say(lang, error.key, **error.slots)}
    if not any(field.startswith("option-") for field in reasons):
        try:
            Options(model).settled({n: v for n, v in options.items() if n in model.options})
        except OptionError as error:
            told = say(lang, error.key, **error.slots)
            reasons[OPTIONS] = "bad-setting", {"reason": told}
    return options


def _seats(form: Mapping[str, str], players: int, reasons: dict[str, Reason]) -> Iterator[Seat]:
    """Yield the seats of a form; who says no name has one that nobody else says.

    What cannot be is among the reasons.

    Raises:
        Denied: A seat is played by nothing we know.
    """
    said = [form.get(f"name-{number}", "").strip() for number in range(players)]
    free = (name for name in cycle(NAMES) if name not in said)
    for number, name in enumerate(said):
        role = form.get(f"role-{number}", PERSON)
        if role not in ROLES:
            raise Denied(400, "bad-form")
        if len(name) > LONGEST_NAME:
            reason = "name-too-long", {"most": LONGEST_NAME, "length": len(name)}
            reasons[f"name-{number}"] = reason
        elif name and not Game.can_be_name(name):
            reasons[f"name-{number}"] = "name-not-shown", {}
        elif name and name in said[:number]:
            reasons[f"name-{number}"] = "name-twice", {"seat": said.index(name) + 1}
        screen = {PERSON: number + 1, SHARED: 0}.get(role, -1)
        player = PERSON if role == SHARED else role
        yield Seat(name=name or next(free), player=player, screen=screen)


def scenarios(offered: Offered, lang: str) -> list[tuple[str, str]]:
    """Return the scenarios of a game with what they are called."""
    model = offered.game.model
    usual = model.manifest.default_language
    return [(n, in_language(each.text, lang, usual) or n) for n, each in model.scenarios.items()]
