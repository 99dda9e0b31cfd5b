"""Let bots play a league and rate them."""

from __future__ import annotations

import json
from pathlib import Path

import click
from msgspec.structs import asdict

from cardwright.apps.commands.agent import SECONDS, chosen_game
from cardwright.apps.commands.options import MATCHES, seed_option, words_option
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import UserError, common_options, current
from cardwright.apps.policies.policies import POLICIES
from cardwright.apps.programs.league import Table, ratings, run

EPILOG = """\b
Examples:
  cardwright league leduc random greedy "python examples/bots/bot.py" --rounds 20
  cardwright league dream-tricks random greedy mcts --players 3 --record league.jsonl

The league is a round robin: each group plays once in every rotation of the seats, with the same
seeds. --record keeps the matches and does not play recorded ones again."""


@click.command("league", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option(
    "--players",
    type=click.IntRange(min=1),
    help="The number of players at a table. Default: the smallest.",
)
@click.option(
    "--rounds",
    type=MATCHES,
    default=10,
    show_default=True,
    help="The number of times for each pairing.",
)
@seed_option
@click.option(
    "--seconds", type=SECONDS, default=5.0, show_default=True, help="The time for each answer."
)
@click.option("--stand-in", type=click.Choice(list(POLICIES)), default="random", show_default=True,
              help="The policy that answers for a faulty bot.")  # fmt: skip
@words_option
@click.option("--record", "file", type=click.Path(dir_okay=False, path_type=Path),
              help="The file for the matches.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@common_options
def command(
    target: str, bots: tuple[str, ...], players: int | None, rounds: int, seed: int,
    seconds: float, stand_in: str, words: tuple[str, ...], file: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play a league, seats rotated; show ratings with their intervals and conduct."""
    session = current()
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise UserError("league-bots")
    game = chosen_game(session, target, words, players)
    table = Table(game=game, seconds=seconds, stand_in=stand_in)
    number = game.player_counts.start if players is None else players
    try:
        matches = run(table, bots, number, rounds, seed, file)
    except ValueError as error:
        raise UserError("bad-league", reason=error) from None
    rows = ratings(matches)
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], ensure_ascii=False))
        return
    keys = (
        "league-bot",
        "matches",
        "league-wins",
        "league-rating",
        "league-interval",
        "league-conduct",
    )
    shown = [
        [
            row.bot, str(row.matches), str(row.wins), f"{row.rating:.0f}",
            f"{row.low:.0f} – {row.high:.0f}",
            ", ".join(f"{kind} {n}" for kind, n in row.conduct.items()),
        ]
        for row in rows
    ]  # fmt: skip
    show_table([session.say(key) for key in keys], shown, right=(1, 2, 3, 4))
