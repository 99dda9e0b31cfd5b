"""Understand a line that a person typed: a number, or a letter with something behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType

import click

from cardwright import api
from cardwright.terminal.saving import save
from cardwright.terminal.sitting import Sitting
from cardwright.view.card import card_lines, lines_at
from cardwright.view.names import card_name, find_cards, in_language


class Next(Enum):
    """What to do after an answer."""

    GO_ON = "go-on"
    ASK_AGAIN = "ask-again"
    SHOW = "show"
    QUIT = "quit"


def answer(sitting: Sitting, line: str) -> Next:
    """Carry out a typed line."""
    if not line:
        return Next.SHOW
    if line.isdecimal():
        return _choose(sitting, int(line[:9]))
    word, _, rest = line.partition(" ")
    act = LETTERS.get(word)
    if act is None:
        return _choose_label(sitting, line)
    return act(sitting, rest.strip())


def _choose(sitting: Sitting, number: int) -> Next:
    """Take the option of a number, from 1."""
    options = sitting.decision.options
    if not 1 <= number <= len(options):
        sitting.session.tell("bad-number", last=len(options))
        return Next.ASK_AGAIN
    sitting.match.apply(number - 1)
    return Next.GO_ON


def _choose_label(sitting: Sitting, line: str) -> Next:
    """Take the option whose label or text a person typed out."""
    lang = sitting.session.lang
    for number, option in enumerate(sitting.decision.options, start=1):
        if line in (option.label, option.text(lang)):
            return _choose(sitting, number)
    sitting.session.tell("bad-answer", word=line)
    return Next.ASK_AGAIN


def _explain(sitting: Sitting, _: str) -> Next:
    """Say where this decision comes from, with the text of the rule."""
    decision = sitting.decision
    sitting.session.tell("why", kind=decision.kind, place=decision.place)
    for line in lines_at(decision.place, sitting.package.folder):
        click.echo(f"  {line}")
    for refusal in sitting.match.refusals:
        text = in_language(refusal.texts, sitting.session.lang, "en")
        sitting.session.tell("why-not", action=refusal.action, text=text)
    return Next.ASK_AGAIN


def _show_card(sitting: Sitting, word: str) -> Next:
    """Show a card in full, or the names of all that were meant."""
    model, lang = sitting.game.model, sitting.session.lang
    found = find_cards(model, word)
    if not found:
        sitting.session.tell("no-card", word=word)
    elif len(found) == 1:
        click.echo("\n".join(card_lines(model, found[0], lang)))
    else:
        names = ", ".join(card_name(model, each, lang) for each in found)
        sitting.session.tell("many-cards", names=names)
    return Next.ASK_AGAIN


def _undo(sitting: Sitting, _: str) -> Next:
    """Go back to the last decision of a person; what policies chose since is taken back too.

    It is all or nothing: where a step back is refused, nothing is taken back.
    """
    steps = _steps_back(sitting)
    if steps == 0:
        sitting.session.tell("undo-refused")
        return Next.ASK_AGAIN
    sitting.match.undo(steps)
    sitting.forget_undone()
    return Next.GO_ON


def _steps_back(sitting: Sitting) -> int:
    """Return how many decisions back a person decided last; 0 if that cannot be reached."""
    trial = sitting.match.clone()
    steps = 0
    try:
        while True:
            trial.undo(1)
            steps += 1
            if trial.decision is not None and trial.decision.player in sitting.people:
                return steps
    except api.undo_refused():
        return 0


def _save(sitting: Sitting, word: str) -> Next:
    """Save the match."""
    save(sitting, word or str(sitting.save_file))
    return Next.ASK_AGAIN


def _log(sitting: Sitting, _: str) -> Next:
    """Print all that happened, as this person may know it."""
    for text in sitting.all_texts():
        click.echo(f"  {text}")
    return Next.ASK_AGAIN


def _quit(sitting: Sitting, _: str) -> Next:
    """Leave."""
    return Next.QUIT


LETTERS: Mapping[str, Callable[[Sitting, str], Next]] = MappingProxyType(
    {"?": _explain, "c": _show_card, "u": _undo, "s": _save, "l": _log, "q": _quit}
)
