"""Read and write the options of a game as people type them: `-o option=value`."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.api.errors import Mistake
from cardwright.api.expansions import FALSE_WORDS, TRUE_WORDS
from dsl.diagnostics.spelling import nearest
from dsl.model.game import Game
from dsl.model.nouns import Option, is_kind_of
from dsl.model.types import INT, Basic, DefinitionType, EnumType, ListOf, Maybe, Type
from dsl.words.folding import refused

PLAYER_COUNT = "player-count"
"""The option that the number of players sets; nobody else does."""


class OptionError(Mistake, ValueError):
    """An option that does not fit. `key` is the message's, `slots` what stands in it."""


def read_options(model: Game, words: tuple[str, ...]) -> dict[str, object]:
    """Return the options that words like `hidden-hands=true` set, in run-time form.

    Raises:
        OptionError: A word is not of this form, or names no option or no value of it.
    """
    return dict(_read_word(model, word) for word in words)


def fitting(model: Game, chosen: dict[str, object]) -> dict[str, object]:
    """Return options in run-time form if they go together; what is not named has its default.

    Raises:
        OptionError: They do not.
    """
    defaults = {id_: option.default for id_, option in model.options.items()}
    found = refused(model.options.values(), {**defaults, **chosen})
    if found is None:
        return chosen
    whole = {found.id: chosen.get(found.id, found.default)}
    value = option_text(model, found, whole[found.id])
    raise OptionError("options-clash", option=found.id, word=value, condition=found.said)


def settle_options(model: Game, given: Mapping[str, object]) -> dict[str, object]:
    """Return options in run-time form; texts are read as people write them.

    Raises:
        OptionError: A name or a text does not fit.
    """
    settled: dict[str, object] = {}
    for name, value in given.items():
        option = model.options.get(name)
        if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
            value = ",".join(value)
        text = option_text(model, option, value) if option else str(value)
        settled.update([_read_word(model, f"{name}={text}")])
    return fitting(model, settled)


def next_options(
    model: Game, chosen: Mapping[str, object], kept: Mapping[str, object]
) -> dict[str, str]:
    """Return the options of the next match as people write them."""
    unusual = {
        id_: value
        for id_, value in chosen.items()
        if id_ != PLAYER_COUNT and value != model.options[id_].default
    }
    texts = {**unusual, **kept}
    return {id_: option_text(model, model.options[id_], value) for id_, value in texts.items()}


def _read_word(model: Game, word: str) -> tuple[str, object]:
    """Return the option and value of one word."""
    name, sign, text = word.partition("=")
    if not sign:
        raise OptionError("option-form", word=word)
    if name == PLAYER_COUNT:
        raise OptionError("option-of-players", word=name)
    option = model.options.get(name)
    if option is None:
        known = [each for each in model.options if each != PLAYER_COUNT]
        guess = nearest(name, known) or ", ".join(known) or "-"
        raise OptionError("unknown-option", word=name, guess=guess)
    value = _read_value(model, option.type, text)
    if value is _BAD or not option.allows(value):
        choices = ", ".join(option_choices(model, option))
        raise OptionError("bad-option", option=option.id, word=text, type=option.type, all=choices)
    return name, value


def option_choices(model: Game, option: Option) -> list[str]:
    """Return the texts of an option's values; of a list's, those of its elements."""
    if option.type == INT and option.low is not None and option.high is not None:
        return [f"{option.low}..{option.high}"]
    if not isinstance(option.type, ListOf):
        return [option_text(model, option, each) for each in option.choices]
    match option.type.of:
        case EnumType(name):
            return list(model.enums[name].members)
        case DefinitionType(kind):
            return [
                each.id for each in model.definitions if is_kind_of(model.kinds, each.kind, kind)
            ]
        case _:
            return []


_BAD = object()


def _read_value(model: Game, sort: Type, text: str) -> object:
    """Return the run-time form of a text, or `_BAD`."""
    match sort:
        case Maybe(of):
            return None if text == "none" else _read_value(model, of, text)
        case ListOf(of):
            parts = tuple(_read_value(model, of, part) for part in text.split(",") if part)
            return _BAD if _BAD in parts else parts
        case EnumType(name):
            members = model.enums[name].members
            return members.index(text) if text in members else _BAD
        case DefinitionType(kind):
            ids = [each.id for each in model.definitions]
            fits = text in ids and is_kind_of(
                model.kinds, model.definitions[ids.index(text)].kind, kind
            )
            return ids.index(text) if fits else _BAD
        case Basic("bool"):
            return True if text in TRUE_WORDS else False if text in FALSE_WORDS else _BAD
        case _:
            return int(text) if len(text) < 15 and text.removeprefix("-").isdecimal() else _BAD


def option_text(model: Game, option: Option, value: object) -> str:
    """Return a value of an option as a person types it."""
    return _text_of(model, option.type, value)


def _text_of(model: Game, sort: Type, value: object) -> str:
    """Return the text of a run-time value."""
    match sort, value:
        case Maybe(of), _:
            return "none" if value is None else _text_of(model, of, value)
        case ListOf(of), tuple():
            return ",".join(_text_of(model, of, each) for each in value)
        case EnumType(name), int() if 0 <= value < len(model.enums[name].members):
            return model.enums[name].members[value]
        case DefinitionType(), int():
            return model.definitions[value].id
        case _, bool():
            return "true" if value else "false"
        case _:
            return str(value)
