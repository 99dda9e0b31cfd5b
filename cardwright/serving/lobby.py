"""Read from a form how a table is to be set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cardwright.expansions import installed
from cardwright.options import (
    PLAYER_COUNT,
    OptionError,
    option_choices,
    option_text,
    settle_options,
)
from cardwright.serving.requests import Denied, number_in
from cardwright.serving.served import Offered
from cardwright.serving.setting import LONGEST_NAME, PERSON, PLAYERS, Seat, Setting
from cardwright.view.names import in_language
from cardwright.view.words import say
from dsl.languages import OWN
from dsl.model.game import Scenario
from dsl.records import record
from interpreter.trajectory.identity import can_be_shown

SHARED: Final = "shared"
"""Stands in a form for a person at the screen that several share."""
NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou")
ROLES: Final = (PERSON, SHARED, *PLAYERS[1:])


@record(kw_only=True)
class Choice:
    """An option of a game as a form asks for it; without values it is typed."""

    name: str
    label: str
    values: tuple[str, ...]
    usual: str


def choices(offered: Offered, lang: str) -> Iterator[Choice]:
    """Yield the options of a game, then its expansions, off as usual."""
    model = offered.game.model
    for id_, option in model.options.items():
        if id_ == PLAYER_COUNT:
            continue
        values = tuple(option_choices(model, option))
        is_range = any(".." in value for value in values)
        yield Choice(
            name=id_,
            label=in_language(option.text, lang, model.manifest.default_language) or id_,
            values=() if is_range or isinstance(option.default, tuple) else values,
            usual=option_text(model, option, option.default),
        )
    for id_ in installed(offered.package):
        if id_ not in model.options:
            yield Choice(name=id_, label=id_, values=("false", "true"), usual="false")


def setting_from(
    offered: Offered, form: Mapping[str, str], lang: str
) -> tuple[Setting, int | None]:
    """Return how a table is to be set, and the seed if one is said.

    Raises:
        Denied: The form says what cannot be.
    """
    model = offered.game.model
    players = number_in(form, "players")
    scenario = _scenario(offered, form.get("scenario", ""))
    if players not in offered.game.player_counts:
        raise Denied(400, "bad-number-of-players")
    if scenario and scenario.players and not scenario.players[0] <= players <= scenario.players[1]:
        raise Denied(400, "bad-number-of-players")
    said = {
        choice.name: form[f"option-{choice.name}"]
        for choice in choices(offered, lang)
        if form.get(f"option-{choice.name}", "") not in ("", choice.usual)
    }
    options: dict[str, str] = {}
    if scenario is not None:
        given = {name: model.options[name] for name in scenario.options}
        options = {n: option_text(model, o, scenario.options[n]) for n, o in given.items()}
    try:
        settle_options(model, {n: v for n, v in {**options, **said}.items() if n in model.options})
    except OptionError as error:
        raise Denied(400, "bad-setting", reason=say(lang, error.key, **error.slots)) from None
    seed = number_in(form, "seed") if form.get("seed") else None
    title = model.manifest.title
    return Setting(
        game=offered.id,
        title={tag: in_language(title, tag, model.manifest.default_language) for tag in OWN},
        options={**options, **said},
        seats=tuple(_seats(form, players)),
    ), seed


def _scenario(offered: Offered, name: str) -> Scenario | None:
    if not name:
        return None
    found = offered.game.model.scenarios.get(name)
    if found is None:
        raise Denied(400, "bad-form")
    return found


def _seats(form: Mapping[str, str], players: int) -> Iterator[Seat]:
    """Yield the seats of a form.

    Raises:
        Denied: A name cannot be shown or is there twice, or a seat is played by nothing we know.
    """
    names = set[str]()
    for number in range(players):
        name = form.get(f"name-{number}", "").strip() or NAMES[number % len(NAMES)]
        role = form.get(f"role-{number}", PERSON)
        if len(name) > LONGEST_NAME or not can_be_shown(name) or name in names:
            raise Denied(400, "bad-name", most=LONGEST_NAME)
        if role not in ROLES:
            raise Denied(400, "bad-form")
        names.add(name)
        screen = {PERSON: number + 1, SHARED: 0}.get(role, -1)
        yield Seat(name=name, player=PERSON if role == SHARED else role, screen=screen)


def scenarios(offered: Offered, lang: str) -> list[tuple[str, str]]:
    """Return the scenarios of a game with what they are called."""
    model = offered.game.model
    usual = model.manifest.default_language
    return [(n, in_language(each.text, lang, usual) or n) for n, each in model.scenarios.items()]
