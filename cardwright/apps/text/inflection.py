"""Inflect words in English and Japanese, and return the words that join phrases.

The functions for Japanese stand at the end; each says so in its first line.

A slot in braces takes a phrase. What a game itself calls its things stands in the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from dsl import VOCABULARY, Catalogue, Language, Phrase
from dsl.model.words import Both

_TWO_ARTICLES: Final = re.compile(
    r"\b(?:the|an?) (the|an?|that|those|this|these)(?= )", re.IGNORECASE
)
_THAT_THAT: Final = re.compile(r"(?<!so )(?<!note )\bthat that\b(?= [a-z]+)", re.IGNORECASE)
_SAME: Final = re.compile(r"\b(\w+) (\1)\b", re.IGNORECASE)
_TWICE: Final = re.compile(r"\bthe (\w+) (an?|the|that|this) \1\b", re.IGNORECASE)
"""A text that says the noun before its slot: `the monument {m}`."""
_NOUN: Final = r"(?:(?!of\b)[\w’-]+ ){1,3}"
_ALL_OF_YOU: Final = re.compile(
    rf"\b(any number of )?the ({_NOUN}(?:of an? [\w’-]+ )?)of you\b"
    rf"|\b(any number of )({_NOUN})of you\b",
    re.IGNORECASE,
)
_SOME_OF_YOU: Final = re.compile(
    rf"(?<!of )\b((?:an?|another|no|that many|up to \d+|\d+|[XYZ]|\S*\)) {_NOUN}of) you\b",
    re.IGNORECASE,
)
_YOUS: Final = re.compile(r"\byou['’]s\b")
_IRREGULAR: Final = {
    "die": "dice", "child": "children", "man": "men", "woman": "women", "domino": "dominoes",
    "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes",
}  # fmt: skip
_SURFACES: Final = ("table", "board", "mat", "track", "map")
"""Cards lie on these and not in them."""
_BEHIND_PLACE: Final = re.compile(r" (?:of|on|in|not|that|where) ")
_VOWELS: Final = "aeiou"
_BASES: Final = {"is": "be", "are": "be", "has": "have", "does": "do", "goes": "go"}
_THIRD: Final = {"be": "is", "have": "has", "do": "does", "go": "goes", "can": "can", "die": "dies"}
_OWN_VERBS: Final = {
    "is": "are", "was": "were", "has": "have", "can": "can", "may": "may", "must": "must",
}  # fmt: skip
"""Verbs that a state's text may begin with, and their forms for many."""
_ADVERBS: Final = frozenset((
    "still", "already", "also", "always", "never", "often", "only", "just", "now", "once", "again",
    "alone", "even", "first", "then", "soon", "ever", "later", "secretly", "openly", "both",
))  # fmt: skip
"""Words that may stand between a subject and its verb."""
_ARTICLES: Final = ("the", "a", "an", "every", "no")
_HISSES: Final = ("s", "sh", "ch", "x", "z")
_ENDS_IN_S: Final = ("ss", "us", "is")


_IN_VES: Final = ("half", "elf", "olf", "leaf", "loaf", "thief", "knife", "wife", "life")
"""What ends so has many in `ves`: halves, shelves, wives."""


def plural(noun: str) -> str:
    """Return a noun for many; of `Book of Powers` the head changes."""
    head, of, rest = noun.partition(" of ")
    if of:
        return plural(head) + of + rest
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith(_IN_VES):
        return noun.removesuffix("e")[:-1] + "ves"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return noun[:-1] + "ies"
    if noun.endswith("s") and not noun.endswith(_ENDS_IN_S):
        return noun
    return noun + ("es" if noun.endswith(_HISSES) else "s")


def with_article(noun: str) -> str:
    """Return a noun with `a` or `an` before it."""
    return f"{Phrase(noun).article} {noun}"


def is_surface(place: str) -> bool:
    """Return whether things lie on what is called so: `the table of that player`."""
    return _BEHIND_PLACE.split(place, maxsplit=1)[0].rpartition(" ")[2].lower() in _SURFACES


def only_within(text: str) -> str:
    """Return words without the brackets that hold all of them: `(2 if …, otherwise 1)`."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(text) - 1:
            return text
    return text[1:-1] if text[:1] == "(" and text[-1:] == ")" else text


def which_that(text: str) -> str:
    """Return a text without one `that` behind another: `the points which that player has`."""
    return _THAT_THAT.sub("which that", text)


def one_article(text: str) -> str:
    """Return a text in which names that bring an article have no second, `one of the the tops`, and
    nouns that bring their own word are said once: `the tower a tower`."""
    text = _TWICE.sub(lambda found: f"{_as(found[0], found[2])} {found[1]}", text)
    return _TWO_ARTICLES.sub(lambda found: _as(found[0], found[1]), text)


def said_once(text: str) -> str:
    """Return a text without the name of a slot right before the noun that says the same:
    `essence Essence`."""
    return _SAME.sub(r"\2", text)


def your_own(text: str) -> str:
    """Return a text in which what belongs to the reader is said so: `your home` for `the home of
    you`, `2 bands of yours` for `2 bands of you`."""
    text = _YOUS.sub("your", text)
    text = _ALL_OF_YOU.sub(_yours, text)
    return _SOME_OF_YOU.sub(r"\1 yours", text)


def _yours(found: re.Match[str]) -> str:
    number, noun = found[1] or found[3] or "", found[2] or found[4]
    whose = "your" if number else _as(found[0], "your")
    return f"{number}{whose} {noun.strip()}"


def _as(whole: str, word: str) -> str:
    """Return a word, begun as what it stands for is."""
    return capital(word) if whole[0].isupper() else word


def led_verb(said: str) -> tuple[str, str, str]:
    """Return the words before a verb, the verb, and what follows: `still`, `has`, `coins`."""
    words = said.split(" ")
    at = next((n for n, word in enumerate(words) if word not in _ADVERBS), 0)
    return " ".join(words[:at]), words[at], " ".join(words[at + 1 :])


def in_row(*parts: str) -> str:
    """Return words in a row, without those that are not there."""
    return " ".join(part for part in parts if part)


def is_so(what: str, *, is_many: bool, negated: bool) -> str:
    """Return that something is so: `is used`; what begins with a verb of its own keeps it."""
    before, verb, rest = led_verb(what)
    if is_third(verb):
        return verb_forms(what, negated=negated)[is_many]
    if verb not in _OWN_VERBS:
        before, verb, rest = "", "is", what
    verb = _OWN_VERBS[verb] if is_many else verb
    return in_row(before, verb, "not" if negated else "", rest)


def is_third(word: str) -> bool:
    """Return whether a word reads like a verb of somebody else: `fits`, `goes`."""
    is_ended = word.endswith("s") and not word.endswith(_ENDS_IN_S)
    return word.isalpha() and word.islower() and is_ended and word not in _OWN_VERBS


def is_past(verb: str) -> bool:
    """Return whether a verb says what was so."""
    return verb in ("was", "were")


def is_of_one(word: str) -> bool:
    """Return whether a word is a verb as it is said of one: `has`, `goes`."""
    return is_third(word) or word in _OWN_VERBS


def begins_with_verb(what: str) -> bool:
    """Return whether a state's text says what somebody does, as `has passed`, and no quality."""
    verb = led_verb(what)[1]
    return verb in _OWN_VERBS or is_third(verb)


def verb_forms(said: str, *, negated: bool) -> tuple[str, str]:
    """Return what is said of one and of many, or its opposite: `is ready` and `are ready`, `does
    not hold a card` and `do not hold a card`."""
    before, verb, rest = led_verb(said)
    if verb in ("is", "are", "was", "were", "can", "may", "must"):
        rest = in_row("not", rest) if negated else rest
        return in_row(before, verb, rest), in_row(before, for_many(verb), rest)
    plain = in_row(before, base(verb), rest)
    return (f"does not {plain}", f"do not {plain}") if negated else (said, plain)


def is_noun_phrase(what: str) -> bool:
    """Return whether words name something, as `the last round`, and say no quality, as `dry`."""
    return what.partition(" ")[0].lower() in _ARTICLES


def as_clause(what: str, *, negated: bool, no: str = "not") -> str:
    """Return a state's text that says all by itself, `hearts are broken`, as so or not so; "" of
    any other, as `the last round`."""
    words = what.split(" ")
    place = next((n for n, word in enumerate(words[1:4], 1) if word in _OWN_VERBS.values()
                  or word in _OWN_VERBS), 0)  # fmt: skip
    if place:
        rest = [*words[: place + 1], no, *words[place + 1 :]] if negated else words
        return " ".join(rest)
    is_said = words[0].lower() in _ARTICLES and "of" not in words[2:4]
    if not is_said or not any(word.isalpha() and base(word) != word for word in words[2:4]):
        return ""
    return f"it is {no} so that {what}" if negated else what


def base(verb: str) -> str:
    """Return the plain form of a verb in the third person: `gains`, gain."""
    if verb in _BASES:
        return _BASES[verb]
    if verb.endswith("ies") and len(verb) > len("dies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def for_many(verb: str) -> str:
    """Return a verb in the third person as it is said of many, and of `you`: `is`, are."""
    return _OWN_VERBS.get(verb) or (verb if verb == "are" else base(verb))


def third(verb: str) -> str:
    """Return the third person of a plain verb: `carry`, carries."""
    if verb in _THIRD:
        return _THIRD[verb]
    return plural(verb) if not verb.endswith("is") else verb


def agreeing(subject: str, one: str, many: str) -> str:
    """Return the predicate of one or of many, as the subject wants it."""
    return many if subject == "you" or Phrase(subject).is_plural else one


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


VERB_ENDS: Final = "うくぐすつぬぶむる"
_BEFORE_PAST: Final = "いきぎしちにびみりえけげせてねべめれんっ出得見来着寝"
_STEMS: Final = {
    "う": "い", "く": "き", "ぐ": "ぎ", "す": "し", "つ": "ち", "ぬ": "に", "ぶ": "び", "む": "み",
}  # fmt: skip
_BEFORE_NOT: Final = {
    "う": "わ", "く": "か", "ぐ": "が", "す": "さ", "つ": "た", "ぬ": "な", "ぶ": "ば", "む": "ま",
}  # fmt: skip
_SHORT: Final = "いきしちにみりびぎじえけせてねへめれべげぜで見得出経寝着似煮"
"""Before `る`: a verb that only loses it."""


def ends_in_past(text: str) -> bool:
    """Return whether a Japanese text ends in a verb of the past: `止められた`, and no adjective."""
    return len(text) > 1 and text[-1] in "ただ" and text[-2] in _BEFORE_PAST


def ends_in_verb(text: str) -> bool:
    """Return whether a Japanese text ends like a verb in its plain form."""
    return text[-1:] in VERB_ENDS and bool(text)


TOPIC, SUBJECT, OF, BEING = "は", "が", "の", "である"
"""Particles, and the verb behind a noun."""
LINKS: Final = f"{TOPIC}{SUBJECT}に"
"""What ties a Japanese subject to its predicate."""
_NO_NOUN: Final = f"{VERB_ENDS}いただ"


def ends_like_predicate(text: str) -> bool:
    """Return whether a Japanese clause ends so that it needs no other word before `場合`."""
    return text[-1:] in _NO_NOUN


def has_subject(text: str) -> bool:
    """Return whether a Japanese clause has a subject of its own."""
    return SUBJECT in text or TOPIC in text


def ends_in_predicate(text: str) -> bool:
    """Return whether a Japanese text can stand before a noun: it ends in a plain verb or `ない`."""
    return ends_in_verb(text) or text.endswith("ない")


def as_not_so(text: str) -> str:
    """Return the opposite of a Japanese clause with a predicate: `かかっている`, かかっていない."""
    if text.endswith(("ていた", "でいた")):
        return f"{text[:-1]}なかった"
    if ends_in_past(text):
        return f"{text[:-1]}{'てい' if text[-1] == 'た' else 'でい'}ない"
    if text.endswith("する"):
        return f"{text[:-2]}しない"
    if text.endswith("ある"):
        return f"{text[:-2]}ない"
    if text.endswith("い") and not text.endswith("ない"):
        return f"{text[:-1]}くない"
    if text.endswith("る"):
        return f"{text[:-1]}{'' if text[-2:-1] in _SHORT else 'ら'}ない"
    if text[-1:] in _BEFORE_NOT:
        return f"{text[:-1]}{_BEFORE_NOT[text[-1]]}ない"
    return f"{text}わけではない"


def continuing(text: str) -> str:
    """Return a Japanese text that ends in a verb so that another follows: `支払う`, 支払い."""
    if text.endswith("する"):
        return text[:-2] + "し"
    if text.endswith("る"):
        return text[:-1] + ("" if text[-2:-1] in _SHORT else "り")
    return text[:-1] + _STEMS[text[-1]] if text[-1:] in _STEMS else text


def in_turn(texts: list[str]) -> str:
    """Return Japanese deeds one after another: all but the last go on to the next."""
    return "、".join([*map(continuing, texts[:-1]), *texts[-1:]])


def uncounted(text: str, number: str) -> str:
    """Return a Japanese text without a counter behind a number that was named before, which
    come before what they count: `その数の意志力を得る`."""
    text = re.sub(rf"([一-鿿ァ-ヶー]+){number}(?=を)", rf"{number}の\1", text)
    text = re.sub(f"{number}点(?=[をがのは])", f"{number}の点", text)
    text = re.sub(f"{number}点", f"{number}の点を", text)
    return re.sub(f"{number}[個枚つ人回]", f"{number}だけ", text)


WORDS: Final = Catalogue(__file__)


@cache
def phrases_of_words() -> Mapping[str, Both]:
    """Return the phrases of the language's own words, by key."""
    folds = VOCABULARY.folds.values()
    rows = ((row.name, row.phrase) for row in (*folds, *VOCABULARY.functions.values()))
    plain = ((f"{fold.name}-plain", fold.plain_phrase) for fold in folds)
    over = ((f"{fold.name}-over", fold.over_phrase) for fold in folds)
    return {key: each for key, each in (*rows, *plain, *over) if each is not None}


def beside(texts: Sequence[str], lang: str) -> str:
    """Return names beside one another, without a comma: `hearts and spades`."""
    return WORDS.text(lang, "joint.beside").join(texts)


def phrase(lang: str, key: str, /, **slots: str) -> str:
    """Return a phrase in a language, its slots filled."""
    if key in WORDS:
        return WORDS.text(lang, key).format(**slots)
    return Language(lang).worded(phrases_of_words()[key]).format(**slots)
