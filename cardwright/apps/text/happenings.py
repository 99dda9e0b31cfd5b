"""Build an event in words: its subject and verb, as something to do or as something done."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from msgspec.structs import replace

from cardwright.apps.text.inflection import (
    OF,
    SUBJECT,
    TOPIC,
    agreeing,
    base,
    for_many,
    in_row,
    is_surface,
    led_verb,
    phrase,
    third,
)
from cardwright.apps.text.names import Names, in_words
from dsl import VOCABULARY, Language, Phrase, Record
from dsl.model.game import Phase
from dsl.model.rules import Action, Group
from dsl.model.types import INT

_WHO: Final = ("each", "every", "all", "the", "a", "an", "this", "that", "no", "nobody")
"""A text that begins so says itself who does it."""
_BY_ITSELF: Final = ("arrives", "begins", "comes", "ends", "falls", "grows", "is", "rises", "wakes")
"""A text in which one of these stands second or third says what happens without anybody: `dusk
falls`, `spring tide comes`."""
_JA_SUBJECT: Final = re.compile(
    rf"(?:\{{[a-zA-Z][\w-]*\}}{OF})?"  # its owner
    r"[^{}、。を]*[一-鿿゠-ヿA-Za-z](?=[はが](?![ぁ-ゟ]))"
)
_WORDS: Final = re.compile(r"(?:“[^”]*”|\S)+")
_PREPOSITIONS: Final = ("of", "in", "on", "from", "at", "among", "beside")
_ARTICLES: Final = ("the", "a", "an", "all", "each", "every", "any")
_WHOSE: Final = ("'s", "’s")


def own_subject(text: str, lang: str) -> str:
    """Return who does what a text says, where that is neither a slot nor the actor: `Fate brings
    {c}`, `the sharks leave`; "" where there is nobody."""
    if lang == "ja":
        found = _JA_SUBJECT.match(text)
        return found[0] if found else ""
    words = _WORDS.findall(text)
    ends = [
        number for number, word in enumerate(words[1:], 1) if word.isalpha() and base(word) != word
    ]
    if words[0].lower() in _WHO:
        verb = 2 if not ends or ends[0] == 1 else ends[0]
        is_alone = words[0].lower() == "nobody" or len(words) == 2
        return " ".join(words[: 1 if is_alone else verb]) if len(words) > 1 else ""
    if words[0][:1].isupper():
        return words[0] if ends[:1] == [1] and len(words) > 1 else ""
    at = next((number for number, word in enumerate(words[:3]) if word in _BY_ITSELF), 0)
    return " ".join(words[:at])


def led_subject(text: str, *, is_number: bool) -> tuple[str, str]:
    """Return what an English text that begins with a slot says something of, and the rest of it:
    `{n} bands of {me}` and `fall in {r}`.

    Args:
        is_number: Whether the slot counts what stands behind it.
    """
    words = text.split(" ")
    ends = [2 if words[0].endswith(_WHOSE) else 1]
    if is_number:  # with the first plural, else at once
        many = (n for n, word in enumerate(words) if n and word.isalpha())
        plural = next((n for n in many if Phrase(words[n]).is_plural), None)
        ends = [2, 1] if plural is None else [plural + 1, 2, 1]
    ends = [_behind_places(words, end) for end in ends]
    end = next((each for each in ends if each < len(words)), 1)
    return " ".join(words[:end]), " ".join(words[end:])


def _behind_places(words: list[str], at: int) -> int:
    """Return where what belongs to a noun ends: `of {me}`, `in the {z}`."""
    while words[at : at + 1] and words[at] in _PREPOSITIONS:
        at += 2 + (words[at + 1 : at + 2] != [] and words[at + 1] in _ARTICLES)
    return at


def lower_article(text: str) -> str:
    """Return words without the capital of an article at their beginning; names keep theirs."""
    return text[:1].lower() + text[1:] if text.partition(" ")[0].lower() in _WHO else text


SLOT: Final = re.compile(r"\{([a-zA-Z][\w-]*)\}")
_PLACED: Final = re.compile(r"(\bin(?:to)? )?\{([a-zA-Z][\w-]*)\}")
_LEAD: Final = re.compile(r"\{([a-zA-Z][\w-]*)\}\s*")
_PARTICLES: Final = (TOPIC, SUBJECT)
_ME: Final = "{me}"
_NOT_DOING: Final = ("'", "’", "の", ":", ",", "：")
"""Behind somebody these begin what belongs to them, or what they say."""
_DOES: Final = re.compile(r"\{([a-zA-Z][\w-]*)\} ([a-z]+)")
_ALSO: Final = re.compile(
    r"(?<= and )([a-z]+)(?= (?:\{|an? |the |all |(?:out|off|up|down|back|it)\b))"
)
"""A second verb: `knocks and discards {c}`."""


class Template(Record):
    """The words of an event with its slots open.

    Attributes:
        numbers: The slots that hold a number.
    """

    slots: tuple[str, ...]
    text: str
    numbers: frozenset[str] = frozenset()

    def says_who(self) -> bool:
        """Return whether the actor stands within the text: `{n} bands of {me} fall`."""
        return _ME in self.text and not _acts_first(self.text)

    def says_who_again(self) -> bool:
        """Return whether the actor stands in it twice."""
        return self.text.count(_ME) > 1


def _acts_first(text: str) -> bool:
    """Return whether a text begins with the actor, who then does what it says."""
    return text.startswith(_ME) and text[len(_ME) :][:1] not in _NOT_DOING


def template_of(event: str, names: Names, empty: Collection[int] = ()) -> Template:
    """Return the words for an event; one without a text is called by its id.

    Args:
        empty: The numbers of the slots that show nothing: their parts of the text are left out.
    """
    native, _, manner = event.partition(" ")
    if native in VOCABULARY.natives:
        row = VOCABULARY.natives[native]
        slots = tuple(slot.name for slot in row.slots)
        return Template(slots, Language(names.lang).worded(row.phrases[manner]))
    if event.startswith(("act:", "phase:")):
        sort, _, name = event.partition(":")
        if sort == "act":
            takeable: tuple[Action | Group, ...] = (*names.game.actions, *names.game.groups)
            action = next((each for each in takeable if each.id == name), None)
            slots = tuple(each.name for each in action.parameters) if action else ()
            return Template(slots, names.text(action.text if action else {}, name))
        title = phase_name(name, names)
        return Template((), phrase(names.lang, "phase", name=title))
    found = names.game.events.get(event, ())
    if not found:
        return Template((), in_words(event))
    slots = tuple(slot.name for slot in found[0].slots)
    if found[0].text:
        text = names.as_written(found[0].text, event)
        shows_nothing = {slots[number] for number in empty}
        text = Phrase(text).without_empty(shows_nothing.__contains__)
        return Template(slots, text, frozenset(x.name for x in found[0].slots if x.type == INT))
    words = [in_words(found[0].id)]
    for slot in found[0].slots:
        words += [slot.preposition or "", f"{{{slot.name}}}"]
    return Template(slots, " ".join(word for word in words if word))


def phase_name(name: str, names: Names) -> str:
    """Return what a phase is called."""
    waiting = [*names.game.setup, *names.game.phases]
    while waiting:
        phase = waiting.pop()
        if phase.id == name:
            return stage_name(phase, names)
        waiting.extend(phase.phases or ())
    return in_words(name)


def stage_name(phase: Phase, names: Names) -> str:
    """Return what a phase is called; a set-up of one piece has no name of its own."""
    if not phase.text and phase.id == "setup":
        return phrase(names.lang, "setup")
    return names.text(phase.text, phase.id)


class Happening(Record):
    """An event in words.

    Attributes:
        subject: Who does it; "" where `rest` begins with a plain verb.
        rest: Verb and what follows: in the third person behind a subject, else plain.
        condition: The condition on all deeds behind it; "" for a deed.
        is_open: Whether a sentence behind it would be taken for a part of it: "if …, …".
    """

    lang: str
    subject: str
    rest: str
    is_open: bool = False
    condition: str = ""

    def closed(self) -> str:
        """Return it as a phrase with more behind it."""
        around = ("（", "）") if self.lang == "ja" else ("(", ")")
        return self.text().join(around) if self.is_open else self.text()

    def text(self) -> str:
        """Return it as a sentence without its end."""
        if self.lang == "ja":
            return self.subject + self.rest
        return f"{self.subject} {self.rest}" if self.subject else self.rest

    def plain(self, who: str = "") -> str:
        """Return it with the verb in its plain form: behind `players` or `you may`."""
        if self.lang == "ja":
            return self.text()
        before, verb, more = led_verb(self.rest)
        verb = base(verb) if self.subject else verb
        return in_row(self.subject or who, before, verb, more)


def happening(
    template: Template,
    names: Names,
    slot: Callable[[str], str],
    left_out: frozenset[str] = frozenset(),
    actor: str = "",
) -> Happening:
    """Return an event in words.

    Args:
        slot: Gives the words for a slot.
        left_out: The slots that the phrase left out: who does it is then not said.
        actor: Who does it, where it is not the reader.
    """
    template = replace(template, text=Phrase(template.text).in_number(partial(number_in, slot)))
    lead = _LEAD.match(template.text)
    first = lead[1] if lead else ""
    ja = names.lang == "ja"

    def placed(found: re.Match[str]) -> str:
        within, words = found[1] or "", slot(found[2])
        return f"{within.replace('in', 'on', 1) if is_surface(words) else within}{words}"

    def agreed(found: re.Match[str]) -> str:
        """Return a slot and the verb behind it: `Scopa! you clear the table`."""
        is_reader = found[1] == "me" and slot("me") == "you"
        return f"you {base(found[2])}" if is_reader else found[0]

    def fill(text: str) -> str:
        if not ja:
            text = Language(names.lang).with_articles(text, slot)
            text = _DOES.sub(agreed, text)
            return _PLACED.sub(placed, text)
        return SLOT.sub(lambda found: _not_twice(found, slot(found[1])), text)

    if not lead or (ja and not template.text[lead.end() :].startswith(_PARTICLES)):
        return _unled(template, names.lang, fill, actor)
    if ja or _acts_first(template.text):
        subject, rest = lead[0].strip(), template.text[lead.end() :]
    else:
        subject, rest = led_subject(template.text, is_number=first in template.numbers)
    if (subject == _ME and not actor) or first in left_out:
        if ja:
            return Happening("ja", "", fill(rest[1:]))
        return Happening("en", "", fill(_plainly(rest)))
    subject = actor if subject == _ME and actor else fill(subject)
    if subject == "you" or (not ja and Phrase(subject).is_plural):
        before, verb, more = led_verb(rest)
        is_own = for_many(verb) != base(verb)
        rest = in_row(before, for_many(verb), more) if is_own else _plainly(rest)
    return Happening(names.lang, subject, fill(rest))


def _unled(template: Template, lang: str, fill: Callable[[str], str], actor: str) -> Happening:
    """Return an event whose text begins with no slot that does something."""
    subject = own_subject(template.text, lang)
    if subject:
        rest = template.text[len(subject) :].strip()
        subject = lower_article(subject) if lang != "ja" else subject
        return Happening(lang, fill(subject), fill(rest))
    if template.says_who():
        return Happening(lang, "", fill(template.text))
    return done_by(actor, fill(template.text), lang)


def number_in(slot: Callable[[str], str], name: str) -> int | None:
    """Return the number that words behind a slot go by; a number in other words than digits is
    said of many."""
    words = "" if name == "me" else slot(name)
    return int(words) if words.isdecimal() else Phrase.MANY if words else None


def _not_twice(found: re.Match[str], word: str) -> str:
    """Return what stands for a slot, without the noun that stands before it already: `塔{t}`."""
    for size in range(min(len(word), found.start()), 1, -1):
        before = found.string[found.start() - size : found.start()]
        if not before.isascii() and word.endswith(before):
            return word[: len(word) - size]
    return word


def done_by(actor: str, text: str, lang: str) -> Happening:
    """Return something to do, by somebody else if there is one."""
    if not actor:
        return Happening(lang, "", text)
    if lang == "ja":
        return Happening("ja", actor + SUBJECT, text)
    before, verb, more = led_verb(text)
    return Happening("en", actor, in_row(before, agreeing(actor, third(verb), verb), more))


def _plainly(rest: str) -> str:
    """Return what somebody does with its verbs in the plain form: `knock and discard {c}`."""
    before, verb, more = led_verb(rest)
    return _ALSO.sub(lambda found: base(found[1]), in_row(before, base(verb), more))
