"""Put a question into a sentence: `play …: card`, Play which card?

What a question is within (the action that is being taken, the card that asks) stands apart. Nothing
has a gap: what is not decided yet is called by its noun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright import Match
from cardwright.apps.face.words import WORDS, say
from cardwright.apps.screen.model import Option
from cardwright.apps.screen.wording import Wording
from dsl import Language, Phrase
from dsl.model.rules import Action, Parameter
from dsl.model.types import INT, EnumType, Type, innermost, is_list
from interpreter import Decision, PartialChoice

GAP = Phrase.UNKNOWN
WITHIN = " › "
MOST_ACTIONS, MOST_COLUMNS = 3, 80
"""So few actions, in so little room, are the question themselves."""
_PARTS = ("piece", "unit")
_GENERAL = ("order", "alternative", "replacement", "trigger")


def sentence(
    match: Match, decision: Decision, options: Sequence[Option], wording: Wording, deed: str
) -> tuple[str, str]:
    """Return what an open question is within, "" where in nothing, and what is asked.

    Args:
        decision: That which is open, which knows what its seat has forgotten.
        options: Of the question, in words.
        deed: What is done by who says yes, "" where nothing tells.
    """
    ask, lang = match.state.ask, wording.lang
    within, named, general = decision.described(lang)
    whole = [part for part in within if GAP not in part]
    if ask.kind == "action":
        asked = _of_actions(match, options, wording)
    elif ask.kind == "choose" and isinstance(ask.of, EnumType) and 1 < len(options) <= MOST_ACTIONS:
        asked = _of_few([option.text for option in options], wording)
    elif isinstance(ask.site, tuple) and ask.site[0] == "action" and within:
        action = match.machine.program.actions[ask.site[1]].action
        whole, asked = _of_parameter(action, ask.site[2], within[-1], named, wording)
    elif deed:
        asked = say(lang, "asked", text=deed)
    elif within and ask.kind in ("yes-no", "unit"):
        asked = whole.pop() if whole else within[-1]
        asked = say(lang, "asked", text=asked) if ask.kind == "yes-no" else asked
    elif ask.kind in _GENERAL or ask.type is None:
        asked = general
    elif ask.kind == "choose" and str(innermost(ask.type)) == "int":
        asked = say(lang, "how-many")
    else:
        asked = _choose(ask.type, wording, are_many=ask.kind in _PARTS and not _is_of_one(match))
    if ask.asked != ask.decider:
        whole.insert(0, say(lang, "in-place-of", name=match.names[ask.asked]))
    return capital(WITHIN.join(whole)), capital(asked)


def _is_of_one(match: Match) -> bool:
    """Return whether one thing at most can be picked, one after another though it is asked."""
    picking = PartialChoice.at(match)
    return picking is not None and picking.most == 1


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _of_actions(match: Match, options: Sequence[Option], wording: Wording) -> str:
    """Return the actions as a question, of more than a few what one does."""
    texts = dict.fromkeys(option.text for option in options)
    has_cards = any(card is not None for _, card in match.state.ask.options)
    joint = say(wording.lang, "this-or-that", first="", last="").rstrip("?？")
    asked = _of_few([*texts], wording)
    signs = joint, wording.names.row(("", ""))
    is_unclear = has_cards or any(sign in text for sign in signs for text in texts)
    if is_unclear or len(texts) > MOST_ACTIONS or Phrase(asked).columns > MOST_COLUMNS:
        return say(wording.lang, "what-now")
    return asked


def _of_few(texts: Sequence[str], wording: Wording) -> str:
    """Return a few answers as a question."""
    *first, last = texts
    if not first:
        return say(wording.lang, "asked", text=last)
    return say(wording.lang, "this-or-that", first=wording.names.row(first), last=last)


def _choose(of: Type, wording: Wording, *, are_many: bool) -> str:
    noun = Phrase(wording.names.noun(innermost(of))).noun
    noun = wording.names.many(noun) if are_many else _some(noun, wording.lang)
    return say(wording.lang, "choose-noun", noun=noun)


# --- actions ----------------------------------------------------------------------------------


def whole(action: Action, text: str, wording: Wording, decided: int = 0) -> str:
    """Return the words of an action without gaps.

    Args:
        decided: So many of its parameters stand in them.
    """
    return _filled(text, _open(action, wording.lang, action.parameters[decided:]), None, wording)


def _of_parameter(
    action: Action, place: int, head: str, named: str, wording: Wording
) -> tuple[list[str], str]:
    """Return what asks for a parameter, within its action; in one sentence where the words of the
    action hold it and the author says no more of it.

    Args:
        head: The action, with gaps for what is not decided.
        named: What the author calls the parameter, or "".
    """
    lang, asked = wording.lang, action.parameters[place]
    found = _open(action, lang, action.parameters[place:])
    if not named and asked in found and head.count(GAP) == len(found):
        return [], say(lang, "asked", text=_filled(head, found, asked, wording))
    within = [_filled(head, found, None, wording)]
    if not named:
        if asked.type == INT:
            return within, say(lang, "how-many")
        which = say(lang, "which", noun=_noun(asked, wording))
        return within, say(lang, "asked", text=which)
    words: Sequence[str] = named.split() if lang != "ja" else named
    if any(word in words for word in WORDS.text(lang, "question-words").split()):
        return within, say(lang, "asked", text=named)
    return within, say(lang, "asked-for", noun=_some(named, lang))


def _open(action: Action, lang: str, parameters: Iterable[Parameter]) -> list[Parameter]:
    """Return the parameters that stand in the words of an action, as they stand there."""
    named = {each.name: each for each in parameters}
    words = Language(lang).text_of(action.text) if action.text else ""
    slots = (slot[1:-1].partition("'")[0] for slot in Phrase.SLOT.findall(words))
    return [named[slot] for slot in slots if slot in named]


def _noun(parameter: Parameter, wording: Wording) -> str:
    """Return what a parameter is called: as one, or as many where it is a choice of several."""
    noun = Phrase(wording.names.noun(innermost(parameter.type))).noun
    return wording.names.many(noun) if is_list(parameter.type) else noun


def _some(noun: str, lang: str, key: str = "some-thing") -> str:
    """Return a noun with its article, unless it means many or has one."""
    if lang == "en" and (Phrase(noun).is_plural or Language(lang).with_the(noun) == noun):
        return noun
    text = WORDS.text(lang, key)
    return Language(lang).with_articles(text, lambda slot: noun).format(noun=noun)


def _filled(
    text: str, found: Sequence[Parameter], asked: Parameter | None, wording: Wording
) -> str:
    """Return a text with the names of parameters in its gaps: `a card`, `another card`, `cards`,
    `which card`; as it is where their numbers differ."""
    lang, said = wording.lang, set[str]()
    first, *others = text.split(GAP)
    if len(others) != len(found):
        return text
    for parameter, behind in zip(found, others, strict=True):
        noun = _noun(parameter, wording)
        first = _without(first, noun, lang)
        is_number, how_many = parameter.type == INT, say(lang, "which-number")
        if parameter is asked:
            first = first.removesuffix("the ") if lang == "en" else first
            first += how_many if is_number else say(lang, "which", noun=noun)
        elif is_number and wording.text(parameter.text).startswith(how_many):
            first += say(lang, "some-number")
        elif is_list(parameter.type) or not Language(lang).behind(first, "the "):
            first += noun  # it has an article already
        else:
            first += _some(noun, lang, "another-thing" if noun in said else "some-thing")
        if not is_number:
            said.add(noun)
        first += _unrepeated(behind, noun, lang)
    return first


def _unrepeated(behind: str, noun: str, lang: str) -> str:
    """Return what stands behind a noun without the same noun at its beginning."""
    rest = behind.removeprefix(say(lang, "noun-behind", noun=noun))
    return rest if lang == "ja" or not rest[:1].isalnum() else behind


def _without(text: str, noun: str, lang: str) -> str:
    """Return a text without a noun at its end, and its article: `claim the monument `, claim."""
    head = text.rstrip().casefold().removesuffix(noun.casefold())
    if len(head) == len(text.rstrip()) or (lang != "ja" and not head.endswith(" ")):
        return text
    return text[: len(head)].removesuffix("the ")
