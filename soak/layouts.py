"""Lay packages out in any way, and hold that the formatter brings them to one style."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

from msgspec.structs import replace

from cardwright.api.folders import prelude_folder
from cardwright.api.loading import all_packages
from dsl.load import load_files, load_sources, prelude_in
from dsl.model.documents import Scalar
from dsl.model.game import Game
from dsl.records import Source
from dsl.syntax.effect_style import Edit, with_edits
from dsl.syntax.file_style import format_file
from dsl.syntax.parser import texts_read
from dsl.syntax.scan import PIECE
from soak.measure import Part, hold

MOST_CHANGED: Final = 3
"""Files of a package that are laid out anew in one case."""

_TOP_KEY = re.compile(r"(?m)^(?=[a-z][\w-]*:)")
_PLAIN_LINE = re.compile(r"(?m)^( *(?:- )?[\w.-]+:) (?=[\w{\[][^\"'\n#:]*$)")
_COMMA = re.compile(r"(?m)(?<=[\w}\]]), (?=[\w-]+: )(?=[^\"'#\n]*$)")
_INDENT = re.compile(r"(?m)^( *)(- )?")
_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))#.*$")

Texts = tuple[Source, ...]


@cache
def shipped() -> tuple[tuple[Texts, str], ...]:
    """Return the texts and the digest of every game, those of the classics too."""
    found = []
    for package in all_packages():
        loaded = load_files(package.files(), package.shown, prelude_folder())
        if loaded.game is not None:
            found.append((loaded.sources, loaded.game.digest))
    return tuple(found)


def check(rng: Random, number: int, part: Part) -> None:
    """Hold that a game in another layout is the same, and that its style is one.

    Raises:
        Broken: It is not.
    """
    sources, digest = rng.choice(shipped())
    part.tally["files"] += len(hold_one_style(sources, digest, rng))


def hold_one_style(sources: Texts, digest: str, rng: Random) -> Texts:
    """Return the texts of a game after a change of layout and back into style.

    Raises:
        Broken: The game is another, a comment is lost, or the style is not stable.
    """
    _, before = _read(sources)
    chosen = set(rng.sample(range(len(sources)), min(MOST_CHANGED, len(sources))))
    laid_out = tuple(
        replace(source, text=disarrayed(source.text, before.get(source.path, []), rng))
        if at in chosen
        else source
        for at, source in enumerate(sources)
    )
    _, texts = _read(laid_out)
    styled = tuple(replace(each, text=_styled(each, texts)) for each in laid_out)
    for old, new in zip(laid_out, styled, strict=True):
        hold(comments(old.text) == comments(new.text), f"{old.path}: other comments\n{old.text}")
    game, texts = _read(styled)
    hold(game is not None and game.digest == digest, f"another game: {styled[0].path}")
    for each_ in styled:
        hold(_styled(each_, texts) == each_.text, f"{each_.path}: not stable\n{each_.text}")
    return styled


def comments(text: str) -> list[str]:
    """Return what begins with `#` in a text."""
    return [found.rstrip() for found in _COMMENT.findall(text)]


def _read(sources: Texts) -> tuple[Game | None, dict[str, list[Scalar]]]:
    """Return the game that texts make, and the effect texts of each file."""
    with texts_read() as read:
        loaded = load_sources(sources, "", prelude_in(prelude_folder()))
    found: dict[str, list[Scalar]] = {}
    for scalar in read:
        found.setdefault(scalar.span.source.path, []).append(scalar)
    return loaded.game, found


def _styled(source: Source, texts: dict[str, list[Scalar]]) -> str:
    """Return a file in style."""
    effects = {scalar.span.start for scalar in texts.get(source.path, ())}
    found = format_file(source.text, effects)
    hold(found is not None, f"{source.path} cannot be read:\n{source.text}")
    return found or ""


def disarrayed(text: str, effects: list[Scalar], rng: Random) -> str:
    """Return a file laid out in another way that means the same."""
    edits = {edit.start: edit for scalar in effects for edit in _spacing(scalar, rng)}
    text = with_edits(text, [edits[start] for start in sorted(edits)])
    text = _PLAIN_LINE.sub(lambda found: found[1] + " " * rng.choice((1, 1, 2, 5)), text)
    text = _COMMA.sub(lambda _: rng.choice((", ", " , ", ",   ")), text)
    wide = rng.choice((1, 1, 2, 3))
    text = _INDENT.sub(
        lambda found: found[1] * wide + (found[2].ljust(2 * wide) if found[2] else ""), text
    )
    return _TOP_KEY.sub(lambda _: rng.choice(("", "", "\n\n\n", "#note\n", "   \n# wide\n")), text)


def _spacing(scalar: Scalar, rng: Random) -> Iterator[Edit]:
    """Yield other blanks between the words and signs of an effect text."""
    raw, start = scalar.span.text, scalar.span.start
    is_block = raw[0] in "|>"
    if raw[0] in "\"'" or not (is_block or scalar.text in raw):
        return
    pieces = [match for match in PIECE.finditer(raw) if match.lastgroup != "blank"][is_block:]
    for left, right in pairwise(pieces):
        blank = raw[left.end() : right.start()]
        kinds, texts = {left.lastgroup, right.lastgroup}, {left[0], right[0]}
        is_kept = kinds & {"comment", "other"} or texts & {".", "/", "-"}
        if not blank or "\n" in blank or is_kept or rng.random() < 0.6:
            continue
        is_sign = "sign" in kinds and ":" not in texts
        other = rng.choice(("", "  ", "   ")) if is_sign else "  "
        yield Edit(start + left.end(), start + right.start(), other)
