"""Store a campaign in a file of YAML: how many matches were played, by how many, and the options
with which the next one begins."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardwright import Match, Mistake, write_atomically
from dsl import Record, read_yaml
from dsl.model import documents as d
from dsl.model.types import ListOf

FIRST_LINE: Final = "# What the next match of a campaign begins with."


class Campaign(Record, kw_only=True):
    """A campaign between two matches.

    Attributes:
        matches: So many were played.
        players: So many play; None where nobody has yet.
        words: The options of the next match, each as `-o` takes it.
        is_over: Whether no match follows.
    """

    matches: int = 0
    players: int | None = None
    words: tuple[str, ...] = ()
    is_over: bool = False


def _bad(file: Path, reason: str) -> Mistake:
    return Mistake("bad-file", path=file, reason=reason)


def read_campaign(file: Path, game: str) -> Campaign:
    """Return the campaign in a file; where there is none, one that begins.

    Raises:
        Mistake: It is no campaign, or one of another game.
    """
    if not file.exists():
        return Campaign()
    found = read_yaml(file)
    if found.findings:
        first = found.findings[0]
        line, column = first.span.source.position(first.span.start)
        raise _bad(file, f"{line}:{column}: {first.message}")
    root = found.documents[0].root if len(found.documents) == 1 else None
    named, matches = d.scalar_at(root, "campaign"), d.number_of(d.child(root, "matches"))
    if not isinstance(root, d.Mapping) or named is None or matches is None:
        raise _bad(file, "it needs `campaign:` with the game, `matches:` and `options:`")
    if named.text != game:
        raise _bad(file, f"it is a campaign of `{named.text}`, not of `{game}`")
    words = (
        f"{entry.key.text}={','.join(part.text for part in d.scalars_of(entry.value))}"
        for entry in d.entries_of(d.child(root, "options"))
    )
    players = d.number_of(d.child(root, "players"))
    return Campaign(
        matches=matches,
        players=players,
        words=tuple(words),
        is_over=d.flag_of(d.child(root, "over")),
    )


def write_campaign(file: Path, matches: int, match: Match) -> None:
    """Write what the match after one that is over begins with, or that none follows.

    Raises:
        OSError: It cannot be written.
    """
    game, kept = match.machine.program.game, match.kept
    options = []
    for id_, text in (kept or {}).items():  # all are numbers, words and lists of these
        if isinstance(game.options[id_].type, ListOf):
            text = f"[{', '.join(part for part in text.split(',') if part)}]"
        options.append(f"  {id_}: {text}")
    lines = [
        FIRST_LINE,
        f"campaign: {game.manifest.id}",
        f"matches: {matches}",
        f"players: {len(match.names)}",
        *(["over: true"] if kept is None else []),
        "options:" if kept else "options: {}",
        *options,
    ]
    write_atomically(file, "\n".join(lines) + "\n")
