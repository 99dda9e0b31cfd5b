"""Play a match in a terminal, decision by decision, by the lines that a person types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

import click

from cardwright import Match
from cardwright.apps.face.console import INDENT, clear_screen, is_terminal, paragraph
from cardwright.apps.face.words import find_cards
from cardwright.apps.screen.model import Face
from cardwright.apps.table.terminal.fitting import all_cards
from cardwright.apps.table.terminal.session import (
    PlaySession,
    drawing_of,
    log_lines,
    look,
    offer_save,
    put,
    save,
    show,
    show_end,
)
from interpreter import State


def steps_back(match: Match, seat: int) -> int:
    """Return how many decisions back a seat decided last, if nobody else has learned anything
    hidden since; 0 where that cannot be."""
    after, entry, steps = match.state, match.history, 0
    while entry is not None:
        rest, _, before = entry
        steps += 1
        if _others_learned(match, before, after, seat):
            return 0
        if before.ask is not None and before.ask.decider == seat:
            return steps
        after, entry = before, rest
    return 0


def take_back(match: Match, steps: int) -> None:
    """Take so many decisions back, whatever the seat that goes back has learned by them."""
    for _ in range(steps):
        assert match.history is not None
        rest, _, before = match.history
        match.history, match.state = rest, before.clone()


def _others_learned(match: Match, before: State, after: State, seat: int) -> bool:
    """Return whether a decision has told a seat but one what it did not know."""
    if before.learned == after.learned:
        return False
    others = ((1 << match.machine.program.seats) - 1) & ~(1 << seat)
    knowledge = match.machine.knowledge
    known = {e: knowledge.identifies(before, e) for e in range(len(before.entity_definitions))}
    for entity in range(len(after.entity_definitions)):
        if knowledge.identifies(after, entity) & others & ~known.get(entity, 0):
            return True
    return any(
        others & seen & ~known.get(entity, 0)
        for record in after.records(before.next_id - 1)
        for entity, seen in record.named()
    )


class Next(Enum):
    """What to do after an answer."""

    GO_ON = "go-on"
    ASK_AGAIN = "ask-again"
    SHOW = "show"
    QUIT = "quit"


_MOST_CARDS: Final = 12


def answer(session: PlaySession, line: str) -> Next:
    """Carry out a typed line."""
    if not line:
        return Next.SHOW
    if line.isdecimal():
        number = int(line[:9])
        choices = drawing_of(look(session)).choices()
        if not 1 <= number <= len(choices):
            session.console.tell("bad-number", last=len(choices))
            return Next.ASK_AGAIN
        session.choose(choices[number - 1][0].index)
        return Next.GO_ON
    word, _, rest = line.partition(" ")
    act = COMMANDS.get(word)
    if act is None or (rest and word not in WITH_WORDS):
        return _choose_by_name(session, line)
    return act(session, rest.strip())


# --- choosing -------------------------------------------------------------------------------------


def _choose_by_name(session: PlaySession, line: str) -> Next:
    """Take the option whose label or text a person typed out; say why where it is not open."""
    view = look(session)
    for option in view.question.options if view.question else ():
        if line in (option.label, option.text):
            session.choose(option.index)
            return Next.GO_ON
    for each in view.closed:
        if line in (each.name, each.text):
            session.console.tell("why-not", action=each.text, text=each.reason)
            return Next.ASK_AGAIN
    session.console.tell("bad-answer", word=line)
    return Next.ASK_AGAIN


# --- details on demand ----------------------------------------------------------------------------


def _explain(session: PlaySession, _: str) -> Next:
    """Print the effects of the options, and why other actions are not open."""
    view = look(session)
    width = drawing_of(view).width
    purpose = view.question.purpose if view.question else ""
    lines = paragraph(purpose, width) if purpose else []
    for option, _number in drawing_of(view).choices() if view.question else ():
        told = option.does
        if not told:  # what is read on the one card that it is
            cards = {card.key: card.id for card in all_cards(view)}
            ids = [id_ for id_ in map(cards.get, option.touches) if id_ is not None]
            told = view.faces[ids[0]].texts if len(ids) == 1 else ()
            told = () if any(each and each in option.text for each in told) else told
        if told:
            lines += paragraph(f"{option.text}: {' '.join(told)}", width)
    put(view, lines)
    for each in view.closed:
        session.console.tell("why-not", action=each.text, text=each.reason)
    if not lines and not view.closed:
        session.console.tell("nothing-closed")
    return Next.ASK_AGAIN


def _show_card(session: PlaySession, word: str) -> Next:
    """Show a card in full by its name, or by the number of the option that it is."""
    view = look(session)
    width = drawing_of(view).width
    choices = drawing_of(look(session)).choices()
    is_number = word.isdecimal() and 1 <= int(word[:9]) <= len(choices)
    option = choices[int(word) - 1][0] if is_number else None
    if option is not None:
        cards = [
            next((card.id for card in drawing_of(look(session)).cards() if card.key == key), None)
            for key in option.touches
        ]
        ids = [id_ for id_ in cards if id_ is not None]
        if not ids:
            put(view, paragraph(": ".join([option.text, " ".join(option.does)]), width))
    else:
        ids = [each.id for each in find_cards(session.game.model, word)]
    if option is None and not ids:
        session.console.tell("no-card", word=word)
    elif len(ids) > 1 and option is None:
        names = [session.viewer.wording.card(each) for each in ids[:_MOST_CARDS]]
        more = [" …"] if len(ids) > _MOST_CARDS else []
        session.console.tell("many-cards", names=", ".join([*names, *more]))
    else:
        for id_ in ids:
            put(view, face_lines(session.viewer.wording.face(id_), width))
    return Next.ASK_AGAIN


def face_lines(face: Face, width: int) -> list[str]:
    """Return what is printed on a card."""
    lines = [f"{face.name}  ({face.kind})"]
    if face.line:
        lines += paragraph(" · ".join(face.line), width, INDENT)
    for text in face.texts:
        lines += paragraph(text, width, INDENT)
    return lines


def _table(session: PlaySession, _: str) -> Next:
    """Show the whole table."""
    view = look(session)
    put(view, drawing_of(view).whole())
    return Next.ASK_AGAIN


def _log(session: PlaySession, _: str) -> Next:
    """Print all that happened, as this person may know it."""
    view = look(session)
    put(view, log_lines(view.log, drawing_of(view).width))
    return Next.ASK_AGAIN


def _rules(session: PlaySession, _: str) -> Next:
    """Print the rules, made from the package."""
    from cardwright.apps.press.rulebook_text import rules_lines

    width = drawing_of(look(session)).width
    click.echo("\n".join(rules_lines(session.game.model, session.console.lang, width)))
    return Next.ASK_AGAIN


def _help(session: PlaySession, _: str) -> Next:
    """Print the commands."""
    session.console.tell("play-help")
    return Next.ASK_AGAIN


# --- back, and away -------------------------------------------------------------------------------


def _undo(session: PlaySession, _: str) -> Next:
    """Put back what was picked last, or go back to the last decision of a person; what policies
    chose since is taken back too."""
    if session.picking is not None and session.picking.put_back():
        return Next.GO_ON
    seat = session.seat
    steps = 0 if seat is None else steps_back(session.match, seat)
    if steps == 0:
        session.console.tell("undo-refused")
        return Next.ASK_AGAIN
    take_back(session.match, steps)
    session.printed = {}
    return Next.GO_ON


def _save(session: PlaySession, word: str) -> Next:
    """Save the match."""
    save(session, word or str(session.save_file))
    return Next.ASK_AGAIN


def _quit(session: PlaySession, _: str) -> Next:
    """Leave."""
    return Next.QUIT


COMMANDS: Mapping[str, Callable[[PlaySession, str], Next]] = MappingProxyType(
    {
        "?": _explain, "c": _show_card, "t": _table, "l": _log, "u": _undo, "s": _save,
        "q": _quit, "h": _help, "help": _help, "rules": _rules,
    }
)  # fmt: skip
WITH_WORDS: Final = ("c", "s")
"""Commands that take words behind them; with words behind another it is the name of an option."""


class Ending(Enum):
    """Why a session ended."""

    OVER = "over"
    QUIT = "quit"
    INPUT_ENDED = "input-ended"
    INTERRUPTED = "interrupted"


def play(session: PlaySession) -> Ending:
    """Play until the match is over or the person leaves; leaving offers a save."""
    try:
        ending = _play_on(session)
    except EOFError:
        ending = Ending.INPUT_ENDED
    except KeyboardInterrupt:
        ending = Ending.INTERRUPTED
    if ending is Ending.OVER:
        show_end(session)
    else:
        offer_save(session)
    return ending


def _play_on(session: PlaySession) -> Ending:
    """Make decision after decision."""
    while not session.match.over:
        decision = session.decision
        if decision.player not in session.people:
            session.let_policy_choose()
            session.printed = {}
            continue
        _turn_to(session, decision.player)
        if _ask(session) is Next.QUIT:
            return Ending.QUIT
    return Ending.OVER


def _turn_to(session: PlaySession, seat: int) -> None:
    """Show the table to a seat; between two people the screen is cleared and handed over."""
    if session.seat != seat and session.is_hot_seat:
        clear_screen()
        name = session.match.names[seat]
        session.console.tell("hand-over", name=name)
        if is_terminal():
            input(session.console.say("press-enter", name=name))
            clear_screen()
    if session.seat != seat:
        session.printed = {}
    session.seat = seat
    show(session)
    session.console.tell("play-keys")


def _ask(session: PlaySession) -> Next:
    """Ask until the person has chosen, taken back or left."""
    while True:
        line = input(session.console.say("prompt")).strip()
        after = answer(session, line)
        if after is Next.SHOW:
            show(session, is_whole=True)
        elif after is not Next.ASK_AGAIN:
            return after
