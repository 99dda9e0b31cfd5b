"""Say what a seat is asked, what each option means, and what is not open."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.match import Match
from cardwright.screen.model import Closed, Option, Question
from cardwright.screen.wording import Wording
from dsl.model.types import DefinitionType, EnumType, ListOf, SetOf
from interpreter.observe.spots import Spots

_NOT_IN_PLAY = "nobody"


def question(match: Match, seat: int, wording: Wording, spots: Spots) -> Question | None:
    """Return what a seat is asked, None where it is not."""
    decision = match.decision
    if decision is None or decision.player != seat:
        return None
    chosen = spots.chosen()
    lang = wording.lang
    parts = zip(decision.labels, decision.texts(lang), spots.touched(), strict=True)
    colors, told = _colors(match, wording), _told(match, wording)
    options = tuple(
        Option(index=at, label=label, text=text, touches=touched, does=told[at], color=colors[at])
        for at, (label, text, touched) in enumerate(parts)
    )
    return Question(
        kind=decision.kind,
        text=decision.question(lang),
        is_declinable=decision.declinable,
        options=options,
        chosen=chosen,
    )


def _colors(match: Match, wording: Wording) -> Sequence[str]:
    """Return for each option the colour of the member of an enum that it is, else ""."""
    ask = match.state.ask
    type_ = ask.type.of if isinstance(ask.type, ListOf | SetOf) else ask.type
    if not isinstance(type_, EnumType) or ask.kind == "piece":
        return [""] * len(ask.options)
    members = wording.model.enums[type_.name].members
    labels = [members[each] if type(each) is int else "" for each in ask.options]
    return [wording.color(label, type_) for label in labels]


def _told(match: Match, wording: Wording) -> Sequence[tuple[str, ...]]:
    """Return for each option what it does: of the game's own actions, and of definitions."""
    ask = match.state.ask
    type_ = ask.type.of if isinstance(ask.type, ListOf | SetOf) else ask.type
    is_piece = ask.kind == "piece"
    found: list[tuple[str, ...]] = []
    for option in ask.options:
        value = option[1] if is_piece and isinstance(option, tuple) else option
        if ask.kind == "action":
            action = match.machine.program.actions[option[0]].action
            found.append(() if action.card is not None else (wording.action(action),))
        elif isinstance(type_, DefinitionType) and type(value) is int:
            face = wording.face(wording.model.definitions[value].id)
            found.append((*face.line, *face.texts))
        else:
            found.append(())
    return found


def closed(match: Match, seat: int, wording: Wording) -> tuple[Closed, ...]:
    """Return the phase's actions that a seat which is asked cannot take now, and why."""
    decision = match.decision
    if decision is None or decision.player != seat:
        return ()
    actions = {plan.action.id: plan.action for plan in match.machine.program.actions}
    return tuple(
        Closed(
            name=refusal.action,
            text=wording.names.text(actions[refusal.action].text, refusal.action),
            reason=wording.text(refusal.texts),
        )
        for refusal in match.refusals
        if refusal.reason != _NOT_IN_PLAY
    )
