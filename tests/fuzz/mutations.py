"""Break small packages in many ways, each from a seed, so that a failing case can be made again."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Final

Files = dict[str, str]
Edit = Callable[[str, random.Random], str]

TOKEN: Final = re.compile(r"[^\W\d_][\w-]*|\d+|->|\.\.|//|[=!<>]=|[^\s\w]|_+|\n[ ]*")
KEY: Final = re.compile(r"(?m)^([ ]*(?:- )*)([\w.-]+)(?=[^\n]*?:)")
NUMBER: Final = re.compile(r"(?<![\w.])\d+(?![\w.])")
EXCHANGED: Final = (
    ("==", "!=", "<", "<=", ">", ">="), (" and ", " or "), ("+", "-", "*", "//", "%"),
    ("everyone", "owner", "nobody"), ("true", "false"), (" top ", " bottom "), ("me", "opponent"),
    ("before", "after", "instead"), ("may", "require"), ("stack", "set"), ("stop", "end game"),
    ("if", "while"), ("add", "set"), ("min", "max"), ("count", "sum"), ("shuffle", "reveal"),
)  # fmt: skip
WORD: Final = re.compile(
    "|".join(
        re.escape(word) if not word.isalpha() else rf"\b{word}\b"
        for word in sorted((w for words in EXCHANGED for w in words), key=len, reverse=True)
    )
)
NOISE: Final = (
    "\t\r\0\x07\x1b\x7f\x85\xa0\u3000\u200b\u202e\u2028\ufeff\ufffd\ufffe\ud800\udfff"
    "あ見張札「」、。（）：；＝＋０１é´̈🎴👨\u200d👩Å\U000e0001"
    "{}[]()<>|&*!%@`'\"#:,;?-=+/\\~^.$_ \n"
)  # fmt: skip
FRAGMENTS: Final = (
    "if ", "else, ", "elif true, ", "for each x in players, ", "for each p in players:\n",
    "may, ", "may pay ", "choose c from ", "choose one:\n", "choose up to 2 cs from ",
    "together ", "at once for each p in players:\n", "then:\n", "let x = ", "set x to ",
    "add 1 to ", "return ", "stop", "end game", "repeat 3 times, ", "while true, ",
    "require 1", " where ", " so that ", " by p", " by chance", " -> x", " is none",
    " is empty", " in ", " not ", " and ", " == ", " = ", " // 0", " % ", " .. ", "[0]",
    "(", ")", "[", "]", "self", "me", "it", "none", "any", "every ", "base", "result",
    "999999999999999999", "-1", "0", "1000000000001", "count(", "sum(", "best(", "top(",
    "list of ", "maybe ", "bag of ", "zone of ", "def of ", "amount of ", "set of ",
    " until turn", " keep", " per turn", "&a ", "*a ", "<<: ", "!!int ", "!x ", "|", ">",
    "|2-\n", "null", "~", "true", "{", "}", "{a: ", "- ", "? ", "---\n", "...\n", "%YAML 1.1\n",
    "only-if: fast\n", "extends: ", "when: ", "do: ", "is: ", "actions:\n", "kinds:\n",
)  # fmt: skip


def mutated(files: Mapping[str, str], rng: random.Random) -> Files:
    """Return a package with one to four things changed."""
    changed = dict(files)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        if changed and rng.random() < 0.04:
            _change_files(changed, rng)
        if changed:
            path = rng.choice(sorted(changed))
            changed[path] = rng.choice(EDITS)(changed[path], rng)
    return changed


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return the bytes of a file with some of them flipped, missing or cut off."""
    if not data:
        return b"\xff"
    at = rng.randrange(len(data))
    form = rng.randrange(4)
    if form == 0:
        return data[:at]
    if form == 1:
        return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
    if form == 2:
        return data[:at] + data[at + 1 + rng.randrange(4) :]
    return data[:at] + rng.randbytes(rng.randrange(1, 6)) + data[at:]


def _change_files(files: Files, rng: random.Random) -> None:
    """Lose, empty, rename or copy one file."""
    path = rng.choice(sorted(files))
    form = rng.randrange(4)
    text = files[path] if form == 3 else files.pop(path)
    if form == 1:
        files[path] = rng.choice(("", "\n", "# nothing\n", "---\n", "null\n", "[]\n", "a\n"))
    elif form >= 2:
        files[rng.choice(("copy.yaml", "cards/other.yaml", "scripts/x.yaml", "日本.yaml"))] = text


def _stretch(text: str, rng: random.Random) -> tuple[int, int]:
    """Return the place of one token."""
    places = [match.span() for match in TOKEN.finditer(text)]
    return rng.choice(places) if places else (0, len(text))


def delete_token(text: str, rng: random.Random) -> str:
    start, end = _stretch(text, rng)
    return text[:start] + text[end:]


def double_token(text: str, rng: random.Random) -> str:
    start, end = _stretch(text, rng)
    return f"{text[:end]}{rng.choice(('', ' '))}{text[start:]}"


def swap_tokens(text: str, rng: random.Random) -> str:
    first, second = sorted((_stretch(text, rng), _stretch(text, rng)))
    if first[1] > second[0]:
        return text
    left, right = text[slice(*first)], text[slice(*second)]
    return text[: first[0]] + right + text[first[1] : second[0]] + left + text[second[1] :]


def replace_token(text: str, rng: random.Random) -> str:
    (start, end), (other, last) = _stretch(text, rng), _stretch(text, rng)
    return text[:start] + text[other:last] + text[end:]


def insert_fragment(text: str, rng: random.Random) -> str:
    start, end = _stretch(text, rng)
    at = rng.choice((start, end))
    return text[:at] + rng.choice(FRAGMENTS) + text[at:]


def replace_by_fragment(text: str, rng: random.Random) -> str:
    start, end = _stretch(text, rng)
    return text[:start] + rng.choice(FRAGMENTS) + text[end:]


def insert_noise(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    noise = "".join(rng.choices(NOISE, k=rng.choice((1, 1, 2, 5))))
    return text[:at] + noise + text[at + rng.randrange(2) :]


def swap_letters(text: str, rng: random.Random) -> str:
    start, end = _stretch(text, rng)
    at = rng.randrange(start, max(end - 1, start + 1))
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def _with_lines(change: Callable[[list[str], int, random.Random], None]) -> Edit:
    """Return an edit that changes the list of lines at one line."""

    def edit(text: str, rng: random.Random) -> str:
        lines = text.split("\n")
        change(lines, rng.randrange(len(lines)), rng)
        return "\n".join(lines)

    return edit


def _delete_lines(lines: list[str], at: int, rng: random.Random) -> None:
    del lines[at : at + rng.choice((1, 1, 2, 5))]


def _double_lines(lines: list[str], at: int, rng: random.Random) -> None:
    count = rng.choice((1, 1, 2, 5))
    lines[at:at] = lines[at : at + count]


def _move_lines(lines: list[str], at: int, rng: random.Random) -> None:
    count = rng.choice((1, 1, 2, 5))
    taken = lines[at : at + count]
    del lines[at : at + count]
    to = rng.randrange(len(lines) + 1)
    lines[to:to] = taken


def _indent_lines(lines: list[str], at: int, rng: random.Random) -> None:
    width = rng.choice((-4, -2, -1, 1, 2, 4))
    for number in range(at, min(at + rng.choice((1, 1, 3)), len(lines))):
        line = lines[number]
        lines[number] = " " * width + line if width > 0 else line[min(-width, _indent(line)) :]


def _tab_lines(lines: list[str], at: int, rng: random.Random) -> None:
    lines[at] = rng.choice(("\t", " \t", "\u3000")) + lines[at]


def _join_lines(lines: list[str], at: int, rng: random.Random) -> None:
    lines[at : at + 2] = [rng.choice(("", " ", "; ", ", ")).join(lines[at : at + 2])]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def rename_key(text: str, rng: random.Random) -> str:
    """Misspell one key, or give it the name of another."""
    keys = list(KEY.finditer(text))
    if not keys:
        return text
    key, other = rng.choice(keys), rng.choice(keys)
    at = rng.randrange(len(key[2]))
    misspelt = key[2][:at] + rng.choice("aeiox-_") + key[2][at + 1 :]
    return text[: key.start(2)] + rng.choice((misspelt, other[2])) + text[key.end(2) :]


def cut_off(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def wrap_value(text: str, rng: random.Random) -> str:
    """Put brackets or quotes around a stretch."""
    (start, _), (_, end) = sorted((_stretch(text, rng), _stretch(text, rng)))
    end = min(end, start + 60)
    left, right = rng.choice(("()", "[]", "{}", "''", '""', "（）", "  "))
    return text[:start] + left * 3 + text[start:end] + right * 3 + text[end:]


def change_number(text: str, rng: random.Random) -> str:
    """Write another number; the package is often still right, and plays otherwise."""
    places = [match.span() for match in NUMBER.finditer(text)]
    if not places:
        return text
    start, end = rng.choice(places)
    return text[:start] + rng.choice(("0", "1", "2", "3", "7", "60", "1000", "-1")) + text[end:]


def exchange_words(text: str, rng: random.Random) -> str:
    """Write one word of an effect for another: a comparison, a mover, a bound."""
    found = list(WORD.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    others = next(words for words in EXCHANGED if match.group() in words)
    return text[: match.start()] + rng.choice(others) + text[match.end() :]


def repeat_token(text: str, rng: random.Random) -> str:
    """Say one thing very often."""
    start, end = _stretch(text, rng)
    return text[:end] + text[start:end] * rng.choice((20, 70, 300, 3000)) + text[end:]


EDITS: Final[tuple[Edit, ...]] = (
    delete_token, delete_token, double_token, swap_tokens, swap_tokens, replace_token,
    replace_token, insert_fragment, insert_fragment, replace_by_fragment, replace_by_fragment,
    insert_noise, insert_noise, swap_letters, rename_key, rename_key, cut_off, wrap_value,
    repeat_token, change_number, change_number, change_number, change_number, exchange_words,
    exchange_words, exchange_words, exchange_words, _with_lines(_delete_lines),
    _with_lines(_delete_lines),
    _with_lines(_double_lines), _with_lines(_move_lines), _with_lines(_indent_lines),
    _with_lines(_indent_lines), _with_lines(_tab_lines), _with_lines(_join_lines),
)  # fmt: skip
