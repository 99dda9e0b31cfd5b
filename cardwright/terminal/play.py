"""Play a match in a terminal, decision by decision."""

from __future__ import annotations

from enum import Enum

import click

from cardwright.protocols import Decision
from cardwright.terminal.answers import Next, answer
from cardwright.terminal.saving import offer_save
from cardwright.terminal.sitting import Sitting
from cardwright.view.console import clear_screen, is_terminal, show


class Ending(Enum):
    """Why a sitting ended."""

    OVER = "over"
    QUIT = "quit"
    INPUT_ENDED = "input-ended"
    INTERRUPTED = "interrupted"


def play(sitting: Sitting) -> Ending:
    """Play until the match is over or the person leaves; leaving offers a save."""
    try:
        ending = _play_on(sitting)
    except EOFError:
        ending = Ending.INPUT_ENDED
    except KeyboardInterrupt:
        ending = Ending.INTERRUPTED
    if ending is Ending.OVER:
        _show_end(sitting)
    else:
        offer_save(sitting)
    return ending


def _play_on(sitting: Sitting) -> Ending:
    """Make decision after decision."""
    while not sitting.match.over:
        decision = sitting.decision
        if decision.player not in sitting.people:
            sitting.let_policy_choose()
            if not sitting.people:
                _tell_events(sitting)
            continue
        _turn_to(sitting, decision.player)
        if _ask(sitting) is Next.QUIT:
            return Ending.QUIT
    return Ending.OVER


def _turn_to(sitting: Sitting, seat: int) -> None:
    """Show the table to a seat; between two people the screen is cleared and handed over."""
    if sitting.seat != seat and sitting.is_hot_seat:
        clear_screen()
        name = sitting.match.names[seat]
        sitting.session.tell("hand-over", name=name)
        if is_terminal():
            input(sitting.session.say("press-enter", name=name))
            clear_screen()
    sitting.seat = seat
    _tell_events(sitting)
    show_table(sitting)


def show_table(sitting: Sitting) -> None:
    """Draw what the present seat sees."""
    assert sitting.seat is not None
    show(sitting.artist.draw(sitting.match.observe(sitting.seat)))


def _tell_events(sitting: Sitting) -> None:
    """Print what has happened since the last time."""
    for text in sitting.new_texts():
        click.echo(f"  {text}")


def _ask(sitting: Sitting) -> Next:
    """Ask until the person has chosen, taken back or left."""
    show_options(sitting, sitting.decision)
    while True:
        line = input(sitting.session.say("prompt")).strip()
        after = answer(sitting, line)
        if after is Next.SHOW:
            show_table(sitting)
            show_options(sitting, sitting.decision)
        elif after is not Next.ASK_AGAIN:
            return after


def show_options(sitting: Sitting, decision: Decision) -> None:
    """Print the question and the numbered options."""
    lang = sitting.session.lang
    name = sitting.match.names[decision.player]
    click.echo(click.style(f"{name}: {decision.question(lang)}", bold=True))
    width = len(str(len(decision.options)))
    for number, option in enumerate(decision.options, start=1):
        click.echo(f"  {number:>{width}}  {option.text(lang)}")
    sitting.session.tell("play-keys")


def _show_end(sitting: Sitting) -> None:
    """Print the last events, the table and how it ended."""
    _tell_events(sitting)
    sitting.seat = sitting.seat if sitting.seat is not None else 0
    show_table(sitting)
    sitting.session.tell("outcome-is", outcome=outcome_text(sitting))


def outcome_text(sitting: Sitting) -> str:
    """Return how the match ended."""
    outcome = sitting.match.outcome
    assert outcome is not None
    say = sitting.session.say
    names = ", ".join(sitting.match.names[seat] for seat in outcome.winners)
    ended = {"win": "won-by", "loss": "lost", "draw": "drawn"}.get(outcome.kind, "faulty")
    text = say(ended, names=names)
    return f"{text} ({outcome.reason})" if outcome.reason else text
