"""Offer games, and read from a form how a table is set: options, seats, policies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, Final, TypeAlias

from msgspec import convert, to_builtins
from msgspec.structs import replace

from cardwright import Game, Mistake, Options
from cardwright.apps.face.words import GENRES, card_name, in_language, say
from cardwright.apps.policies.policies import POLICIES
from cardwright.apps.table.serving.offers import Offered
from cardwright.apps.table.serving.requests import Denied, number_in, seed_in
from cardwright.apps.table.serving.requests import say as told
from dsl import Language, Record
from dsl.model.game import Game as Model
from dsl.model.game import Scenario
from dsl.model.types import EnumType, ListOf, Maybe, Type

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
        clock: For what people have time, and how many seconds: `turn-60`, `match-900`, or "".
        spent: By seat the seconds that were taken of the time for a match.
        has_signs: Whether players may sign to each other.
        is_campaign: Whether each match begins with what the last one kept.
    """

    game: str
    title: Mapping[str, str]
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    seconds: float = 1.0
    clock: str = ""
    spent: tuple[float, ...] = ()
    has_signs: bool = False
    is_campaign: bool = False

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
CLOCKS: Final = (
    "", "turn-30", "turn-60", "turn-180", "turn-600", "turn-86400", "match-300", "match-900",
    "match-1800", "match-3600",
)  # fmt: skip
"""What a form offers: for what time is given, and how many seconds; "" for no clock."""
ROLES: Final = (PERSON, SHARED, *PLAYERS[1:])
OPTIONS: Final = "options"
"""Stands for the options of a form together."""
Reason: TypeAlias = tuple[str, Mapping[str, object]]


class Choice(Record, kw_only=True):
    """An option of a game as a form asks for it; without values it is typed.

    Attributes:
        values: What it can be, each as people write it and in words.
        usual, said: What it is where nobody says, in the same two ways.
        low, high: Bounds of a number, else None.
    """

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    usual: str
    said: str
    low: int | None = None
    high: int | None = None


def namer(model: Model, lang: str) -> Callable[[Type, str], str]:
    """Return what says a value of an option in words."""
    usually, yes, no = model.manifest.default_language, told(lang, "yes"), told(lang, "no")
    known = {"true": yes, "false": no, "none": told(lang, "no-scenario")}
    cards = {each.id: card_name(model, each, lang) for each in model.definitions}

    def in_words(sort: Type, value: str) -> str:
        while isinstance(sort, ListOf | Maybe):
            sort = sort.of
        names = cards
        if isinstance(sort, EnumType):
            enum = model.enums[sort.name]
            texts = (in_language(each, lang, usually) for each in enum.texts)
            names = {m: text or m for m, text in zip(enum.members, texts, strict=True)}
        return known.get(value) or ", ".join(names.get(each, each) for each in value.split(","))

    return in_words


def choices(offered: Offered, lang: str) -> Iterator[Choice]:
    """Yield the options of a game, then its expansions, off as usual."""
    model = offered.game.model
    usually, yes, no = model.manifest.default_language, told(lang, "yes"), told(lang, "no")
    in_words = namer(model, lang)
    for option in Options(model):
        values = tuple(Options(model).choices(option))
        is_range = any(".." in value for value in values)
        listed = () if is_range or isinstance(option.default, tuple) else values
        usual = Options(model).text(option, option.default)
        yield Choice(
            name=option.id,
            label=in_language(option.text, lang, usually) or option.id,
            values=tuple((value, in_words(option.type, value)) for value in listed),
            usual=usual,
            said=in_words(option.type, usual) or told(lang, "drawn"),
            low=option.low if is_range else None,
            high=option.high if is_range else None,
        )
    for id_ in offered.package.installed():
        if id_ not in model.options:
            both = (("false", no), ("true", yes))
            yield Choice(name=id_, label=id_, values=both, usual="false", said=no)


def groups(
    games: Iterable[Offered], words: str, players: int | None, lang: str
) -> Sequence[tuple[str, Sequence[Offered]]]:
    """Return the games that are looked for, by genre: first those of none, each genre by its name.

    Args:
        words: Stand in the title, or in what the game is about.
        players: So many can play; None for any number.
    """
    found = dict[str, list[Offered]]()
    for each in games:
        told = f"{each.title(lang)} {each.summary(lang)}".casefold()
        fits = players is None or players in each.game.player_counts
        if fits and all(word in told for word in words.casefold().split()):
            genre = each.genre if each.genre in GENRES else ""
            found.setdefault(genre, []).append(each)
    order = ("", *GENRES)
    return [(say(lang, genre) if genre else "", found[genre])
            for genre in sorted(found, key=order.index)]  # fmt: skip


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
        "players": min(max(int(wanted), counts[0]), counts[-1]) if is_number else offered.players,
        "choices": list(choices(offered, lang)),
        "scenarios": scenarios(offered, lang),
        "roles": ROLES,
        "names": NAMES,
        "longest": LONGEST_NAME,
        "clocks": [(each, _clock(each, lang)) for each in CLOCKS],
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
    if form.get("clock", "") not in CLOCKS:
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
            tag: in_language(title, tag, model.manifest.default_language) for tag in Language.OWN
        },
        options=options,
        seats=seats,
        clock=form.get("clock", ""),
        has_signs=form.get("signs") == "yes",
        is_campaign=form.get("campaign") == "yes" and bool(model.end.keeps),
    ), seed


def _clock(clock: str, lang: str) -> str:
    """Return a clock in words."""
    sort, _, seconds = clock.partition("-")
    if not sort:
        return told(lang, "clock-off")
    number = int(seconds)
    unit, size = next((u, n) for u, n in (("days", 86400), ("minutes", 60), ("seconds", 1))
                      if number % n == 0)  # fmt: skip
    return told(lang, f"clock-{sort}", time=told(lang, unit, number=number // size))


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
        except Mistake as error:
            reasons[field] = "as-told", {"reason": say(lang, error.key, **error.slots)}
    if not any(field.startswith("option-") for field in reasons):
        try:
            Options(model).settled({n: v for n, v in options.items() if n in model.options})
        except Mistake as error:
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
