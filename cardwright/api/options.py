"""Read and write options of a game as people type them: `-o option=value`; check and draw seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import SystemRandom
from typing import Any, ClassVar, Final

from cardwright.api.errors import Mistake
from cardwright.api.package import FALSE_WORDS, TRUE_WORDS
from dsl.diagnostics.wording import nearest
from dsl.model.expressions import Expression
from dsl.model.game import Game
from dsl.model.nouns import Option, is_kind_of
from dsl.model.types import INT, Basic, DefinitionType, EnumType, ListOf, Maybe, Type
from dsl.syntax.deck_lists import CardNames, DeckList
from dsl.words.folding import evaluate, refused
from interpreter.program.limits import DECISIONS
from interpreter.state.chance import MOST_SEED


class OptionError(Mistake, ValueError):
    """An option that does not fit. `key` is the message's, `slots` what stands in it."""


class Options:
    """The options of a game as people type them; iterating gives those that people set."""

    MOST_SEED: ClassVar = MOST_SEED
    MOST_DECISIONS: ClassVar = DECISIONS
    """The largest seed, and the decisions of a match at most."""
    PLAYER_COUNT = "player-count"
    """The option that the number of players sets; nobody else does."""

    def __init__(self, model: Game, others: Iterable[str] = ()) -> None:
        """Take the options of a game.

        Args:
            others: The cards of a pool that this game leaves out, for guesses.
        """
        self._model, self._all, self._others = model, model.options, sorted(others)

    @staticmethod
    def value_under(
        expression: Expression, options: Mapping[str, object], otherwise: object = None
    ) -> object:
        """Return the value of an expression that options settle, else something else."""
        return evaluate(expression, options, otherwise)

    def __iter__(self) -> Iterator[Option]:
        return (each for each in self._all.values() if each.id != self.PLAYER_COUNT)

    def read(self, words: Iterable[str]) -> dict[str, object]:
        """Return the options that words like `hidden-hands=true` set, in run-time form.

        Raises:
            OptionError: A word is not of this form, or names no option or no value of it.
        """
        pairs = [self._read_word(word) for word in words]
        sides = {id_: value for pair in pairs for id_, value in self._sideboard(*pair)}
        return sides | {name: value for name, value, _ in pairs}

    def fitting(self, chosen: dict[str, object]) -> dict[str, object]:
        """Return options in run-time form if they go together; what is not named has its default.

        Raises:
            OptionError: They do not.
        """
        defaults = {id_: option.default for id_, option in self._all.items()}
        found = refused(self._all.values(), {**defaults, **chosen})
        if found is None:
            self._check_decks({**defaults, **chosen})
            return chosen
        value = self.text(found, chosen.get(found.id, found.default))
        raise OptionError("options-clash", option=found.id, word=value, condition=found.said)

    def settled(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return options in run-time form; texts are read as people write them.

        Raises:
            OptionError: A name or a text does not fit.
        """
        words: list[str] = []
        for name, value in given.items():
            option = self._all.get(name)
            if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
                value = ",".join(value)
            text = self.text(option, value) if option else str(value)
            words.append(f"{name}={text}")
        return self.fitting(self.read(words))

    def of_next_match(
        self, chosen: Mapping[str, object], kept: Mapping[str, object]
    ) -> dict[str, str]:
        """Return the options of the next match as people write them."""
        unusual = {
            id_: value
            for id_, value in chosen.items()
            if id_ != self.PLAYER_COUNT and value != self._all[id_].default
        }
        return {id_: self.text(self._all[id_], v) for id_, v in {**unusual, **kept}.items()}

    def choices(self, option: Option) -> list[str]:
        """Return the texts of an option's values; of a list's, those of its elements."""
        if option.type == INT and option.low is not None and option.high is not None:
            return [f"{option.low}..{option.high}"]
        if not isinstance(option.type, ListOf):
            return [self.text(option, each) for each in option.choices]
        model = self._model
        match option.type.of:
            case EnumType(name):
                return list(model.enums[name].members)
            case DefinitionType(kind):
                cards = (each for each in model.definitions if each.is_front)
                return [each.id for each in cards if is_kind_of(model.kinds, each.kind, kind)]
            case _:
                return []

    def _possible(self, option: Option, word: str) -> str:
        """Return what a person may have meant; of a large pool the nearest, or the first few."""
        choices = self.choices(option)
        if isinstance(option.type, ListOf) and isinstance(option.type.of, DefinitionType):
            choices += self._others
        if len(choices) <= _MANY:
            return ", ".join(choices)
        return nearest(word, choices) or ", ".join((*choices[:_MANY], "…"))

    def text(self, option: Option, value: object) -> str:
        """Return a value of an option as a person types it."""
        return _text_of(self._model, option.type, value)

    def as_written(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with cards by their ids: numbers tell which only where a model holds the
        same cards."""
        return {
            id_: self.text(self._all[id_], value) if _names_cards(self._all[id_].type) else value
            for id_, value in values.items()
        }

    def plain(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values in run-time form as JSON data: members of enums and cards by name."""
        from interpreter.trajectory.saving import saved_options

        return saved_options(self._model, values)

    def _check_decks(self, values: Mapping[str, object]) -> None:
        """Raise OptionError for the first deck that its format does not allow."""
        cards, sides = {each.id: each for each in self._model.definitions}, self._sides()
        for option in self._all.values():
            format_ = self._model.formats.get(option.format or "")
            if format_ is None:
                continue
            side = sides.get(option.id)
            beside = () if side is None else self._ids(values[side.id])
            for fault in format_.faults(self._ids(values[option.id]), beside, cards):
                raise OptionError(f"bad-deck.{fault.key}", name=option.id, **fault.slots)

    def _ids(self, value: object) -> tuple[str, ...]:
        """Return the ids of a list of cards in run-time form."""
        numbers = value if isinstance(value, tuple) else ()
        return tuple(self._model.definitions[each].id for each in numbers)

    def _sides(self) -> dict[str, Option]:
        """Return the options that are sideboards, by the options of their decks."""
        return {each.sideboard_of: each for each in self._all.values() if each.sideboard_of}

    def _sideboard(
        self, name: str, value: object, side: tuple[int, ...]
    ) -> Iterator[tuple[str, object]]:
        """Yield the sideboard that the list of a deck says, with its option."""
        option = self._sides().get(name)
        if option is not None:
            yield option.id, side
        elif side:
            raise OptionError("no-sideboard", option=name)

    def _read_deck(self, option: Option, text: str) -> tuple[object, tuple[int, ...]]:
        """Return the cards of a deck by its name or its list, and those of its sideboard."""
        model, deck = self._model, self._model.decks.get(text)
        if deck is not None:
            main, side = deck.main, deck.side
        else:
            names = CardNames()
            for each in (card for card in model.cards if not card.is_veil):
                also = (each.id,) if each.face_of else ()
                names.add(each.face_of or each.id, iter((*each.name.values(), *also)))
            found = DeckList.of(text, names.card_of)
            for line in found.unknown:
                possible = self._possible(option, line.name)
                raise OptionError(
                    "bad-deck.no-such-card", name=option.id, card=line.name, all=possible
                )
            main, side = found.main, found.side
        numbers = {each.id: number for number, each in enumerate(model.definitions)}
        kind = option.type.of.kind  # type: ignore[union-attr]
        fits = all(is_kind_of(model.kinds, model.definitions[numbers[id_]].kind, kind)
                   for id_ in (*main, *side))  # fmt: skip
        if not fits:
            return _BAD, ()
        return tuple(numbers[id_] for id_ in main), tuple(numbers[id_] for id_ in side)

    def _read_word(self, word: str) -> tuple[str, object, tuple[int, ...]]:
        """Return the option and value of one word, and the cards of its sideboard."""
        name, sign, text = word.partition("=")
        if not sign:
            raise OptionError("option-form", word=word)
        if name == self.PLAYER_COUNT:
            raise OptionError("option-of-players", word=name)
        option = self._all.get(name)
        if option is None:
            known = [each.id for each in self]
            guess = nearest(name, known) or ", ".join(known) or "-"
            raise OptionError("unknown-option", word=name, guess=guess)
        side: tuple[int, ...] = ()
        if isinstance(option.type, ListOf) and isinstance(option.type.of, DefinitionType):
            value, side = self._read_deck(option, text)
        else:
            value = _read_value(self._model, option.type, text)
        if value is _BAD or not option.allows(value):
            possible, type_ = self._possible(option, text), option.type
            raise OptionError("bad-option", option=option.id, word=text, type=type_, all=possible)
        return name, value, side


_BAD = object()
_MANY = 40  # choices that a message lists


def _names_cards(sort: Type) -> bool:
    """Return whether values of a type are cards by their numbers."""
    return isinstance(sort, DefinitionType) or (
        isinstance(sort, ListOf | Maybe) and _names_cards(sort.of)
    )


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


_DRAWN: Final = 1 << 32
"""What is drawn is below this: short enough to be typed."""


def drawn_seed() -> int:
    """Return a seed that nobody could know."""
    return SystemRandom().randrange(_DRAWN)


def settled_seed(seed: int | None) -> int:
    """Return a seed as it is said, or a new one for None.

    Raises:
        ValueError: There is no such seed.
    """
    if seed is None:
        return drawn_seed()
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed!r}")
    number = seed.__index__()
    if not 0 <= number <= MOST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {number}")
    return number
