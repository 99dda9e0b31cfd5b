"""Play a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import click

import cardwright
from cardwright import Game, Match, Package, SavedFile, find_package
from cardwright.apps.commands import options
from cardwright.apps.commands.policy_options import chosen_budget, thinking_options
from cardwright.apps.face.session import (
    Session,
    UserError,
    common_options,
    current,
    require_language,
)
from cardwright.apps.policies.budget import processor_count
from cardwright.apps.policies.policies import POLICIES, QUICK, THINKING
from cardwright.apps.screen import Viewer
from cardwright.apps.table.campaigns import Campaign, read_campaign, write_campaign
from cardwright.apps.table.terminal.play import Ending, play
from cardwright.apps.table.terminal.session import PlaySession, record

INTERRUPTED = 130
STRONG = "strong"
_A_SECOND = 0.8

EPILOG = """\b
Examples:
  cardwright play dream-tricks --players 3
  cardwright play equilibrion --seed 7 --lang ja
  cardwright play dream-tricks --players 2 --seat all       two people at one screen
  cardwright play dream-tricks --players 4 --auto --seed 7  the policies play it out
  cardwright play equilibrion --load equilibrion-7.cardwright-save
  cardwright play equilibrion --from cards/equilibrion/scripts/matches.yaml:1
  cardwright play my-game/ --campaign journey.yaml          matches that build on each other
  cardwright play dream-tricks --opponent strong            against programs that think ahead

\b
Input: a number or a name chooses; ? explains the options and the closed actions; c NAME a card;
t the whole table; l log; u undo; s [FILE] save; q leave; rules; help."""


@click.command("play", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@options.players_option
@click.option("--seed", type=options.SEED, help="Default: a new seed, shown at the start.")
@options.words_option
@click.option("--scenario", metavar="NAME", help="Begin with one of the game's scenarios.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N|all",
    help="A seat you play, from 1; several for several people. Default: 1.",
)
@click.option(
    "--opponent",
    "--policy",
    "policy",
    type=click.Choice([*POLICIES, STRONG]),
    default=QUICK,
    show_default=True,
    help=f"The policy of the other seats; {STRONG} thinks for a second.",
)
@thinking_options
@click.option("--auto", is_flag=True, help="Let the policies play it out.")
@click.option(
    "--from", "script", metavar="SCRIPT", help="Begin at the end of a script: FILE[:LINE]."
)
@click.option("--load", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the trajectory here, for `cardwright replay`.")  # fmt: skip
@click.option(
    "--campaign",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Begin from this file, and write the start of the next match to it.",
)
@common_options
def command(target: str, **given: Any) -> None:
    """Play a game against policies, or with several people at one screen."""
    session = current()
    package = find_package(target, session.path)
    campaign = _campaign(session, package, given["campaign"])
    if campaign is not None:  # it says what the person does not
        given["words"] = (*campaign.words, *given["words"])
        given["players"] = given["players"] or campaign.players
    playing = _begin_play(session, package, given)
    ending = play(playing)
    outcome = playing.match.outcome
    if campaign is not None and outcome is not None and outcome.kind not in ("draw", "fault"):
        write_campaign(given["campaign"], campaign.matches + 1, playing.match)
        is_over = playing.match.kept is None
        word = "campaign-ends" if is_over else "campaign-goes-on"
        session.tell(word, path=given["campaign"], number=campaign.matches + 2 - is_over)
    if given["record"] is not None:
        record(playing, str(given["record"]))
    click.get_current_context().exit(INTERRUPTED if ending is Ending.INTERRUPTED else 0)


def _campaign(session: Session, package: Package, file: Path | None) -> Campaign | None:
    """Return the campaign that goes on, or begins; None where none is asked for."""
    if file is None:
        return None
    if not cardwright.load(package, cache=session.cache).model.end.keeps:
        raise UserError("no-campaign", game=package.id)
    found = read_campaign(file, package.id)
    if found.is_over:
        raise UserError("campaign-over", path=file, number=found.matches)
    return found


def _begin_play(session: Session, package: Package, given: dict[str, Any]) -> PlaySession:
    """Return the match, with its console, that a person asked for."""
    seed = given["seed"] if given["seed"] is not None else Game.drawn_seed()
    if given["policy"] == STRONG:
        thought = given["seconds"] or _A_SECOND
        given = {**given, "policy": THINKING, "seconds": thought}
    game, match = _begin(session, package, given, seed)
    people = frozenset() if given["auto"] else _people(given["seats"], len(match.names))
    return PlaySession(
        console=session,
        package=package,
        game=game,
        match=match,
        people=people,
        policy=given["policy"],
        budget=chosen_budget(given, processor_count()),
        save_file=given["load"] or Path(f"{game.id}-{seed}.cardwright-save"),
        random=Random(f"policy {seed}"),
        viewer=Viewer(game, session.lang),
    )


def _begin(
    session: Session, package: Package, given: dict[str, Any], seed: int
) -> tuple[Game, Match]:
    """Return the game and a new or a saved match of it."""
    if given["load"] is not None:
        game, match = SavedFile(given["load"], session.cache).match(package)
        require_language(game.id, game.model.manifest.languages)
        return game, match
    if given["script"] is not None:
        return _after_script(session, package, given, seed)
    package, words = package.settled_words(given["words"])
    model = cardwright.load(package, cache=session.cache, named=words).model
    require_language(package.id, model.manifest.languages)
    case, players = given["scenario"], given["players"]
    players, chosen = options.chosen_start(package, model, case, players, words)
    game = cardwright.load(package, chosen, cache=session.cache)
    session.tell("play-title", title=game.title(session.lang), players=players, seed=seed)
    return game, game.start(players=players, seed=seed)


def _after_script(
    session: Session, package: Package, given: dict[str, Any], seed: int
) -> tuple[Game, Match]:
    """Return the game of a script, with its options, and the match that it leads to."""
    package = Package.around(options.split_place(given["script"])[0], session.path) or package
    model = cardwright.load(package, cache=session.cache, whole=True).model
    require_language(package.id, model.manifest.languages)
    case = options.script_case(package, model, given["script"])
    assert case is not None
    if given["players"] or given["words"] or given["scenario"]:
        raise UserError("script-decides")
    game = cardwright.load(package, case.script.options, cache=session.cache, whole=True)
    players = len(case.script.players)
    session.tell("play-title", title=game.title(session.lang), players=players, seed=seed)
    try:
        return game, game.match_after(case.script, seed)
    except ValueError as error:
        raise UserError("script-fails", reason=error) from None


def _people(words: tuple[str, ...], seats: int) -> frozenset[int]:
    """Return the seats of people, from 0."""
    if "all" in words:
        return frozenset(range(seats))
    chosen: set[int] = set()
    for word in words or ("1",):
        if not word.isdecimal() or not 1 <= int(word[:9]) <= seats:
            raise UserError("no-seat", word=word, last=seats)
        chosen.add(int(word) - 1)
    return frozenset(chosen)
