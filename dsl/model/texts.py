"""Define a text for people as it is written; join texts as sentences; read what one says.

What is read of a printed text can be compared: its numbers, and whether it says `may` or `each`.
The words are those of English and Japanese; in any other language only digits are read.

Whoever does not draw a text reads it without its marks. A backslash lets `*` and `{` stand as they
are written; so does a mark that has no partner.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from dsl.languages import Phrase
from dsl.model.nouns import Text
from dsl.records import Record, Span

Path: TypeAlias = tuple[str, ...]
"""What a translation calls a text: its keys from the top of a package on."""

MANIFEST: Final = ("title", "summary", "published", "reconstructed")
_ENDS: Final = re.compile(r"[.!?…。！？][\"”’」』)）]*$")


class WrittenText(Record):
    """A text as it is written.

    Attributes:
        path: What a translation calls it: see `text_nodes`.
        expansion: Whose text it is; empty for the game.
        is_shared: Whether it is a word of the prelude.
    """

    path: Path
    text: Text
    span: Span
    expansion: str
    is_shared: bool


def sentence(text: str) -> str:
    """Return a text with a capital in front and a full stop behind."""
    begun = text[:1].upper() + text[1:]
    if _ENDS.search(begun):
        return begun
    return begun + ("。" if _ends_wide(begun) else ".")


def run_together(sentences: Iterable[str]) -> str:
    """Return sentences one behind the other; a blank parts those that end in a narrow letter."""
    found = ""
    for each in sentences:
        found += each if _ends_wide(found) or not found else f" {each}"
    return found


def _ends_wide(text: str) -> bool:
    """Return whether the last letter of a text is a wide one."""
    return Phrase.is_wide(text[-1:] or " ")


# --- what a printed text says ------------------------------------------------------------------

ENGLISH: Final = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2,
}  # fmt: skip
KANJI: Final = {word: value for value, word in enumerate("〇一二三四五六七八九十")}
_HINTS: Final = {
    "pair": 2, "pairs": 2, "couple": 2, "both": 2, "trio": 3, "trios": 3, "triple": 3, "triples": 3,
    "triplet": 3, "triplets": 3, "thrice": 3, "quartet": 4, "quartets": 4, "dozen": 12,
}  # fmt: skip
"""Words for so many that are said of other things too."""
_COUNTERS: Final = "つ枚個人回点体度目番本組種色手巡ラ倍日匹頭冊軒列台杯"
_DIGITS: Final = re.compile(r"(?<![a-z0-9#第])\d+(?![0-9a-wyz]|.目)")
_WORDS: Final = re.compile(r"[a-z]+")
_JAPANESE: Final = re.compile(
    f"([一二三四五六七八九]?十?[一二三四五六七八九]?)(?=[{_COUNTERS}])(?!つ組|.目)"
)
_ANY_KANJI: Final = re.compile("[二三四五六七八九]?十?[二三四五六七八九]?")
_MAY: Final = {
    "en": re.compile(
        r"\b(may|can|could|up to|if you like|any number|any of|as often as|optional(ly)?)\b"
    ),
    "ja": re.compile(r"よい|できる|できま|でき[、。]|まで|好きな(枚数|数|回数|だけ)|任意"),
}
_EACH: Final = {
    "en": re.compile(r"\b(each|every|everybody|everyone)\b"),
    "ja": re.compile(r"それぞれ|各|全員|みな|皆|ごと|につき"),
}
_ALL: Final = {
    "en": re.compile(r"\b(each|every|everybody|everyone|all|any|both|per|whole)\b|s\b"),
    "ja": re.compile(r"それぞれ|各|全|みな|皆|ごと|につき|すべて|ずつ|両|どの|たび|毎|いずれ"),
}
_ONE_PLAYER: Final = {
    "en": re.compile(r"\b(an?|another|one|1|that) (other )?(opponent|player|rival)\b"),
    "ja": re.compile(r"(対戦相手|プレイヤー|相手|ライバル)(の)?(1人|一人)"),
}


_STRETCHES: Final = {
    "en": re.compile(
        r"\b(?:once|twice|times) (?:each|per|a|every|in each|in every) (turn|round|game)\b"
    ),
    "ja": re.compile(r"(手番|ターン|ラウンド|ゲーム)(?:に|ごとに|につき)[1-9一二三]回"),
}
_STRETCH_OF: Final = {"手番": "turn", "ターン": "turn", "ラウンド": "round", "ゲーム": "game"}


def folded(text: str) -> str:
    """Return a text with narrow digits and letters, small, without what slots show."""
    return Phrase(unicodedata.normalize("NFKC", text).lower()).with_gaps(" ")


def numbers(text: str, language: str) -> frozenset[int]:
    """Return the numbers of a text from 2 on: 0 and 1 are said in too many ways (a, no, the)."""
    plain = folded(text)
    found = {int(word) for word in _DIGITS.findall(plain) if len(word) < 7}
    if language == "en":
        found |= {ENGLISH[word] for word in _WORDS.findall(plain) if word in ENGLISH}
    if language == "ja":
        found |= {_kanji(word) for word in _JAPANESE.findall(plain) if word}
    return frozenset(n for n in found if n > 1)


def hinted(text: str, language: str) -> frozenset[int]:
    """Return the numbers that words of a text may stand for, without being sure of it: `trios`,
    「三つ組」. A text that has such a word does not leave that number out."""
    plain = folded(text)
    if language == "en":
        return frozenset(_HINTS[word] for word in _WORDS.findall(plain) if word in _HINTS)
    found = _ANY_KANJI.findall(plain) if language == "ja" else []
    return frozenset(_kanji(word) for word in found if word)


def _kanji(word: str) -> int:
    """Return a number below a hundred in kanji."""
    tens, ten, ones = word.partition("十")
    if not ten:
        return KANJI[word]
    return KANJI.get(tens, 1) * 10 + KANJI.get(ones, 0)


def says_may(text: str, language: str) -> bool | None:
    """Return whether a text leaves a choice; None in a language whose words are not known."""
    return _says(_MAY, text, language)


def says_each(text: str, language: str) -> bool | None:
    """Return whether a text speaks of all; None in a language whose words are not known. `Once each
    turn` speaks of none."""
    stretch = _STRETCHES.get(language)
    return _says(_EACH, stretch.sub(" ", folded(text)) if stretch else text, language)


def differ_in_each(first: str, one: str, second: str, other: str) -> bool:
    """Return whether one of two texts says `each` and the other speaks of no more than one."""
    pairs = ((first, one, second, other), (second, other, first, one))
    return any(
        says_each(text, language) is True and _says(_ALL, against, tag) is False
        for text, language, against, tag in pairs
    )


def names_one_player(text: str, language: str) -> bool:
    """Return whether a text speaks of one other player and not of all."""
    return bool(_says(_ONE_PLAYER, text, language)) and not says_each(text, language)


def _says(words: dict[str, re.Pattern[str]], text: str, language: str) -> bool | None:
    known = words.get(language)
    return None if known is None else known.search(folded(text)) is not None


def stretches(text: str, language: str) -> frozenset[str]:
    """Return in which stretches of time a text allows something so often: `turn`, `round`,
    `game`."""
    found = _STRETCHES[language].findall(folded(text)) if language in _STRETCHES else []
    return frozenset(_STRETCH_OF.get(word, word) for word in found)


SIZES: Final = {"small": 0.8, "large": 1.25}
"""The words for sizes of letters, with how many times as large they are."""
_TOKEN: Final = re.compile(
    r"\\[*{}\\]|\*{1,2}|\{([A-Za-z#][A-Za-z0-9_-]*):[ \t]*(?=[^\s}])|[{}]|[^\\*{}]+|\\"
)


class Style(Record):
    """How letters look beside the plain ones of their text; `color` is as it was written."""

    is_bold: bool = False
    is_italic: bool = False
    color: str = ""
    scale: float = 1


PLAIN: Final = Style()


class Run(Record):
    """Letters of one style."""

    text: str
    style: Style = PLAIN


Runs: TypeAlias = tuple[Run, ...]


class Mark(Record):
    """A mark that opens something, as it stands in a text; `word` is a colour or size."""

    start: int
    end: int
    text: str
    word: str
    is_closed: bool


class _Token(Record):
    """A mark, or what stands between marks; `partner` is the place of the other end."""

    start: int
    text: str
    word: str = ""
    is_opening: bool = False
    partner: int | None = None


def _tokens(text: str) -> list[_Token]:
    """Return the marks of a text and what stands between them, in a time that grows as the text."""
    found, at = list[_Token](), 0
    opened: dict[str, list[int]] = {"{": [], "*": [], "**": []}  # the last is the nearest
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None
        said, word, partner = match[0], match[1] or "", None
        before = text[at - 1 : at]
        if said == "**" and text[at + 2 : at + 3] == "*" and before.strip():
            nearest = max((each[-1] for each in opened.values() if each), default=-1)
            if opened["*"][-1:] == [nearest]:
                said = "*"  # of three that close two things
        end, is_opening = at + len(said), said == "{" or bool(word)
        if said == "}":
            partner = next(reversed(opened["{"]), None)
        elif said in ("*", "**"):
            if before.strip() and opened[said] and opened[said][-1] < len(found) - 1:
                partner = opened[said][-1]
            is_opening = partner is None and bool(text[end : end + 1].strip())
        if partner is not None:
            found[partner] = replace(found[partner], partner=len(found))
            for stack in opened.values():
                while stack and stack[-1] >= partner:
                    stack.pop()
        elif is_opening:
            opened["{" if said[0] == "{" else said].append(len(found))
        found.append(_Token(at, said, word, is_opening, partner))
        at = end
    return found


def runs_of(text: str) -> Runs:
    """Return the letters of a text by their style, without its marks."""
    found, styles, runs = _tokens(text), [PLAIN], list[Run]()
    for token in found:
        other = None if token.partner is None else found[token.partner]
        is_mark = other is not None and bool(token.text[0] == "*" or token.word or other.word)
        if not is_mark:
            said = token.text[1:] if len(token.text) == 2 and token.text[0] == "\\" else token.text
            if runs and runs[-1].style == styles[-1]:
                said = runs.pop().text + said
            runs.append(Run(said, styles[-1]))
        elif not token.is_opening:
            styles.pop()
        else:
            styles.append(_marked(styles[-1], token))
    return tuple(runs)


def _marked(style: Style, token: _Token) -> Style:
    """Return a style with what a mark says."""
    if token.text == "**":
        return replace(style, is_bold=True)
    if token.text == "*":
        return replace(style, is_italic=True)
    if token.word in SIZES:
        return replace(style, scale=SIZES[token.word])
    return replace(style, color=token.word)


def without_marks(text: str) -> str:
    """Return a text as it is read, without its marks."""
    return "".join(run.text for run in runs_of(text)) if has_marks(text) else text


def has_marks(text: str) -> bool:
    """Return whether a text may hold marks."""
    return "*" in text or "\\" in text or (":" in text and "{" in text)


def opening(text: str) -> Iterator[Mark]:
    """Yield each mark that opens something."""
    for token in _tokens(text) if has_marks(text) else ():
        if token.is_opening and token.text != "{":
            end = token.start + len(token.text)
            yield Mark(token.start, end, token.text, token.word, token.partner is not None)


def lines_of(runs: Iterable[Run]) -> list[Runs]:
    """Return the lines of a text, none of them empty."""
    lines = list[list[Run]]([[]])
    for run in runs:
        first, *rest = run.text.split("\n")
        for number, part in enumerate((first, *rest)):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Run(part, run.style))
    return [tuple(line) for line in lines if any(run.text.strip() for run in line)]
