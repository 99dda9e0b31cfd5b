"""Let bots play matches over lines of JSON."""

from __future__ import annotations

import json

import click
from msgspec.structs import asdict

import cardwright
from cardwright import Game, find_package
from cardwright.apps.commands.options import (
    MATCHES,
    MOST_SECONDS,
    NumberRange,
    chosen_start,
    seed_option,
    words_option,
)
from cardwright.apps.face.session import Session, common_options, current, going_round
from cardwright.apps.policies.policies import POLICIES
from cardwright.apps.programs.league import Played, Table, play

_OUTCOMES = {
    "win": "agent-win", "loss": "agent-loss", "draw": "agent-draw", "fault": "agent-fault",
}  # fmt: skip
SECONDS = NumberRange(0.001, MOST_SECONDS)

EPILOG = """\b
Examples:
  cardwright agent leduc "python examples/bots/bot.py" random
  cardwright agent dream-tricks "node examples/bots/bot.mjs" greedy mcts --seconds 2 -n 5
  cardwright agent hearts tcp:localhost:7000 random random random

A bot is a command that reads its standard input, `tcp:HOST:PORT` or `unix:PATH` of a listening bot,
or a policy: random, greedy, mcts. `docs/agents.md` describes the lines."""


@click.command("agent", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option(
    "-n", "number", type=MATCHES, default=1, show_default=True, help="The number of matches."
)
@seed_option
@click.option(
    "--seconds", type=SECONDS, default=5.0, show_default=True, help="The time for each answer."
)
@click.option("--stand-in", type=click.Choice(list(POLICIES)), default="random", show_default=True,
              help="The policy that answers for a faulty bot.")  # fmt: skip
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a match.")
@common_options
def command(
    target: str, bots: tuple[str, ...], number: int, seed: int, seconds: float, stand_in: str,
    words: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Let bots play matches, one a seat; show the outcomes and the conduct of the bots."""
    session = current()
    game = chosen_game(session, target, words, len(bots))
    table = Table(game=game, seconds=seconds, stand_in=stand_in, hears=True)
    for each in going_round(range(seed, seed + number)):
        show(session, play(table, bots, each), as_json)


def chosen_game(session: Session, target: str, words: tuple[str, ...], players: int | None) -> Game:
    """Return the game that a person chose; so many must be able to play it."""
    package, words = find_package(target, session.path).settled_words(words)
    model = cardwright.load(package, cache=session.cache, named=words).model
    _, options = chosen_start(package, model, None, players, words)
    return cardwright.load(package, options, cache=session.cache)


def show(session: Session, played: Played, as_json: bool) -> None:
    """Print what came of a match."""
    if as_json:
        click.echo(json.dumps(asdict(played), ensure_ascii=False))
        return
    session.tell("agent-match", seed=played.seed, outcome=session.say(_OUTCOMES[played.outcome]))
    for seat, bot in enumerate(played.bots):
        won = f" {session.say('agent-won')}" if seat in played.winners else ""
        click.echo(f"  {seat + 1} {bot}: {played.scores[seat]}{won}")
        for kind, times in sorted(played.conduct[seat].items()):
            detail = played.details[seat].get(kind)
            click.echo(f"      {kind} {times}" + (f": {detail}" if detail else ""))
