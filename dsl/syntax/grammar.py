"""Put the grammar of effect texts together, take the words of the language from it, and parse.

Building a parser takes a third of a second, reading the kept tables a hundredth. They belong to the
program as its byte code does and lie beside it, or in the user's cache folder where the program
is not the user's own, under a name that changes with the grammar. Where they cannot be written,
the parser is built each time. Between lexer and parser, line ends become the tokens that open and
close blocks; those inside brackets are dropped. The parser asks for an object with `process` and
`always_accept`, which keeps no state between texts.
"""

from __future__ import annotations

import logging
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from typing import ClassVar, Final

import lark
import lark.lexer
from lark import Lark, Token

from dsl.files import blake2b, is_own, is_own_folder
from dsl.syntax.limits import EFFECT_DEPTH
from dsl.syntax.scan import Problem
from dsl.syntax.statements import STATEMENTS


def _written() -> str:
    """Return the grammar: what statements share, the rule of each, and the terminals of words that
    came later."""
    shared = files("dsl.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    rows = STATEMENTS.values()
    lines = [
        f"_compound: {' | '.join(row.name for row in rows if row.holds_steps)}",
        f"?simple: {' | '.join(row.name for row in rows if not row.holds_steps)}",
        *(f"{row.name}: {row.rule}" for row in rows),
        *(f"_{word.upper()}.1: /{word}(?={behind})/"
          for row in rows for word, behind in row.later.items()),
    ]  # fmt: skip
    return shared + "\n".join(lines) + "\n"


GRAMMAR: Final = _written()


def _group(pattern: str) -> str:
    """Return what a pattern with one group finds in the grammar."""
    found = re.search(pattern, GRAMMAR)
    assert found is not None
    return found[1]


KEYWORDS: Final = tuple(_group(r"NAME: /\(\?!\(([a-z|]+)\)").split("|"))
"""They never become more within a version of the language."""
RESERVED: Final = frozenset(KEYWORDS)
LATER_STATEMENTS: Final = tuple(word for row in STATEMENTS.values() for word in row.later)
"""They begin a statement where no package has an event of that name."""
LATER_KEYWORDS: Final = tuple(
    word
    for word in re.findall(r"(?m)^_[A-Z]+\.1: /([a-z-]+)\(\?=", GRAMMAR)
    if word not in LATER_STATEMENTS
)
"""They mean something before a bracket alone, where no package has a value of that name."""
PREPOSITIONS: Final = tuple(re.findall(r'"([a-z]+)"', _group(r"!preposition: (.*)")))
_GOING_ON: Final = ("if", "elif", "else", "then")
"""Words with which parts of a statement begin."""
STEP_KEYWORDS: Final = tuple(
    dict.fromkeys((*_GOING_ON, *(row.word for row in STATEMENTS.values() if row.word)))
)
"""The words with which a line of an effect begins."""


_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})


class Layout:
    """Adds `_INDENT` and `_DEDENT` to a stream of tokens."""

    always_accept: ClassVar[tuple[str, ...]] = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of a text, with blocks marked."""
        open_brackets = 0
        has_begun = False
        levels = [0]
        for token in stream:
            if token.type == "_NL":
                if open_brackets == 0 and has_begun:
                    yield token
                    yield from _change_level(token, levels)
                continue
            has_begun = True
            open_brackets += (token.type in _OPENING) - (token.type in _CLOSING)
            yield token


def _change_level(line_end: Token, levels: list[int]) -> Iterator[Token]:
    """Yield what the indentation of the next line opens or closes."""
    indentation = line_end.rsplit("\n", 1)[1]
    depth = len(indentation)
    if depth > levels[-1]:
        levels.append(depth)
        if len(levels) > EFFECT_DEPTH:
            at = line_end.end_pos or 0
            raise Problem("effect-too-deep.blocks", at, None, most=EFFECT_DEPTH)
        yield Token.new_borrow_pos("_INDENT", indentation, line_end)
    while depth < levels[-1]:
        levels.pop()
        yield Token.new_borrow_pos("_DEDENT", indentation, line_end)
    if depth != levels[-1]:
        raise Problem("bad-indentation.between", line_end.end_pos or 0, None)


STARTS = [
    "effect",
    "expression",
    "quantified",
    "loop",
    "event_signature",
    "value_signature",
    "type_",
    "field",
    "pattern",
]


EFFECTS = "effects"
CACHE_VARIABLE = "CARDWRIGHT_CACHE"
"""Names the folder of kept tables; `off` keeps none."""
NO_CACHE = "off"


@cache
def engine(names: frozenset[str] = frozenset()) -> Lark:
    """Return the parser.

    Args:
        names: Later keywords that are names and nothing else.
    """
    grammar = GRAMMAR
    for word in names:
        grammar = grammar.replace(f"/{word}(?=", f"/{word}(?!)(?=")  # it fits nowhere
    return kept_parser(EFFECTS, grammar, STARTS, Layout())


def kept_parser(name: str, grammar: str, start: list[str], postlex: Layout | None = None) -> Lark:
    """Return the parser of a grammar, from its kept tables where they are there."""
    kept = _cache_file(grammar, name, start)
    if kept is not None:
        # A table that cannot be read is built anew; nobody needs to hear of it.
        logging.getLogger("lark").setLevel(logging.CRITICAL)
    with _terminals_not_compared():
        return Lark(
            grammar,
            start=start,
            parser="lalr",
            lexer="contextual",
            postlex=postlex,
            propagate_positions=True,
            maybe_placeholders=True,
            cache=False if kept is None else kept,
        )


@contextmanager
def _terminals_not_compared() -> Iterator[None]:
    """Stop lark from comparing all terminals, which takes longer than the rest of the building.

    It does so wherever interegular is installed; a test of the grammar does it once, strictly.
    """
    found = lark.lexer.has_interegular
    lark.lexer.has_interegular = False
    try:
        yield
    finally:
        lark.lexer.has_interegular = found


def _cache_file(grammar: str, name: str = EFFECTS, start: Sequence[str] = STARTS) -> str | None:
    """Return where the tables are kept, or None where no folder of the user's own is writable."""
    version = f"{lark.__version__} {sys.version_info[:2]} {start}"
    digest = blake2b(f"{version}\n{grammar}".encode(), digest_size=8).hexdigest()
    folders = []
    if not sys.dont_write_bytecode:
        folders.append(Path(cache_from_source(__file__)).parent)
    named = os.environ.get(CACHE_VARIABLE)
    if named != NO_CACHE:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folders.append(Path(named) if named else Path(base) / "cardwright")
    files = (each / f"{name}-{digest}.tables" for each in folders if _is_usable(each))
    return next((str(file) for file in files if _is_trusted(file)), None)


def _is_usable(folder: Path) -> bool:
    """Return whether a folder is there, or can be made, and is the user's own."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK) and is_own_folder(folder)


def _is_trusted(file: Path) -> bool:
    """Return whether a file is not there yet or is the user's: the tables of another could run
    their code."""
    try:
        found = file.lstat()
    except OSError:
        return True
    return stat.S_ISREG(found.st_mode) and is_own(found)
