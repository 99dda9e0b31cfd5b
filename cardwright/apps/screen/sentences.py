"""Put a question into a sentence: what is open in the words of an action is named, not left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from cardwright import Match
from cardwright.apps.face.words import WORDS, say
from cardwright.apps.screen.model import Option, Question
from cardwright.apps.screen.wording import Wording
from dsl import languages
from dsl.model.rules import Action, Parameter
from dsl.model.types import is_list

_GAP = languages.UNKNOWN
_COLONS = ": ", "："


def in_sentences(match: Match, asked: Question, wording: Wording) -> Question:
    """Return a question whose text is a sentence, with options that leave no gap: `play …: card`,
    Play which card?"""
    ask, program = match.state.ask, match.machine.program
    options: Sequence[Option] = asked.options
    text = asked.text
    if ask.kind == "action":
        named = zip(options, ask.options, strict=True)
        options = [
            replace(option, text=_whole(program.actions[number].action, option.text, wording))
            for option, (number, _) in named
        ]
    elif isinstance(ask.site, tuple) and ask.site[0] == "action":
        action = program.actions[ask.site[1]].action
        text = _asked(action, ask.site[2], text, wording)
    return replace(asked, text=_capital(text), options=tuple(options))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _open(action: Action, lang: str, parameters: Iterable[Parameter]) -> list[Parameter]:
    """Return the parameters that stand in the words of an action, as they stand there."""
    named = {each.name: each for each in parameters}
    words = languages.in_language(action.text, lang) if action.text else ""
    slots = (slot[1:-1].partition("'")[0] for slot in languages.SLOT.findall(words))
    return [named[slot] for slot in slots if slot in named]


def _whole(action: Action, text: str, wording: Wording) -> str:
    """Return the words of an action of which nothing is decided, without gaps."""
    return _filled(text, _open(action, wording.lang, action.parameters), None, wording)


def _asked(action: Action, place: int, text: str, wording: Wording) -> str:
    """Return what asks for a parameter, as a sentence where the words of the action hold it; what
    the author says of the parameter stays as it is."""
    asked = action.parameters[place]
    found = _open(action, wording.lang, action.parameters[place:])
    sign = next((each for each in _COLONS if each in text), "")
    head, _, tail = text.rpartition(sign) if sign else ("", "", text)
    if not sign or head.count(_GAP) != len(found):
        return text
    if asked not in found or asked.text:
        return _filled(head, found, None, wording) + sign + tail
    return say(wording.lang, "asked", text=_filled(head, found, asked, wording))


def _noun(parameter: Parameter, wording: Wording) -> str:
    """Return what a parameter is called: as one, or as many where it is a choice of several."""
    noun = wording.names.noun(parameter.type)
    many = languages.behind_number(noun) if is_list(parameter.type) else ""
    return many or languages.noun(noun)


def _some(noun: str, lang: str) -> str:
    """Return a noun with its article."""
    text = WORDS.text(lang, "some-thing")
    return languages.with_articles(text, lang, lambda slot: noun).format(noun=noun)


def _filled(
    text: str, found: Sequence[Parameter], asked: Parameter | None, wording: Wording
) -> str:
    """Return a text with the names of parameters in its gaps: `a card`, `cards`, `which card`; as
    it is where their numbers differ."""
    first, *others = text.split(_GAP)
    if len(others) != len(found):
        return text
    for parameter, behind in zip(found, others, strict=True):
        noun = _noun(parameter, wording)
        if parameter is asked:
            first += say(wording.lang, "which", noun=noun)
        elif is_list(parameter.type) or not languages.behind(first, "the ", wording.lang):
            first += noun  # it has an article already
        else:
            first += _some(noun, wording.lang)
        first += behind
    return first
