"""Play a match in a terminal, decision by decision."""

from __future__ import annotations

from enum import Enum

from cardwright.apps.face.console import clear_screen, is_terminal
from cardwright.apps.table.terminal.answers import Next, answer
from cardwright.apps.table.terminal.saving import offer_save
from cardwright.apps.table.terminal.session import Sitting
from cardwright.apps.table.terminal.showing import show, show_end


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
        show_end(sitting)
    else:
        offer_save(sitting)
    return ending


def _play_on(sitting: Sitting) -> Ending:
    """Make decision after decision."""
    while not sitting.match.over:
        decision = sitting.decision
        if decision.player not in sitting.people:
            sitting.let_policy_choose()
            sitting.printed = {}
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
    if sitting.seat != seat:
        sitting.printed = {}
    sitting.seat = seat
    show(sitting)
    sitting.session.tell("play-keys")


def _ask(sitting: Sitting) -> Next:
    """Ask until the person has chosen, taken back or left."""
    while True:
        line = input(sitting.session.say("prompt")).strip()
        after = answer(sitting, line)
        if after is Next.SHOW:
            show(sitting, is_whole=True)
        elif after is not Next.ASK_AGAIN:
            return after
