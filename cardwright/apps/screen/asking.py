"""Build the question of a seat: its options, their meaning, and the actions that are not open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from cardwright import Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Area, Closed, Option, Pick, Question
from cardwright.apps.screen.preview import Preview
from cardwright.apps.screen.sentences import GAP, sentence, whole
from cardwright.apps.screen.wording import Wording
from cardwright.apps.text.course import condition_words
from cardwright.apps.text.rules import MOST_COLUMNS, expression_words, rule_text
from dsl import Language, Phrase
from dsl.model.expressions import Expression, Filter, Fold, IsEmpty, Local, Logic, ValueCall
from dsl.model.nouns import Text
from dsl.model.rules import Action, Becomes, Replacement, Trigger
from dsl.model.types import BOOL, DefinitionType, EntityType, EnumType, Type, one_of
from dsl.model.walk import conjuncts, free_slots, walk
from interpreter import Decision, SeatView, Value

_NOT_IN_PLAY = "nobody"
MOST_OF_NONE = 64
"""So wide is a sentence at most that says what is not there."""
OF_CARD = "{self}"
_OF_STEPS = ("choose", "piece", "unit", "order")
_OF_RULES = ("replacement", "trigger")


def question(match: Match, seat: int, wording: Wording, view: SeatView) -> Question | None:
    """Return what a seat is asked, None where it is not."""
    decision = match.decision
    if decision is None or decision.player != seat:
        return None
    decision.forgotten = view.forgotten
    picks = tuple(_picked(match, wording, view))
    chosen = (*view.keys.chosen(), *(pick.key for pick in picks if pick.key))
    preview = Preview(match, seat, wording)
    texts = _texts(match, decision, wording, preview, has_picked=bool(picks))
    prices = preview.prices()
    deed = preview.deed()
    colors, told = _colors(match, wording), _told(match, wording, preview, texts)
    if deed:  # the question says it
        told = [()] * len(texts)
    options = tuple(
        Option(
            index=at,
            label=label,
            text=text,
            touches=touched,
            price=prices[at],
            does=told[at],
            color=colors[at],
        )
        for at, (label, text, touched) in enumerate(
            zip(decision.labels, texts, view.keys.touched(), strict=True)
        )
    )
    within, text = sentence(match, decision, options, wording, deed)
    return Question(
        kind=decision.kind,
        text=text,
        within=within,
        is_declinable=decision.declinable,
        options=options,
        chosen=chosen,
        picks=picks,
        purpose=preview.purpose() if decision.kind in _OF_STEPS else "",
    )


def _texts(
    match: Match, decision: Decision, wording: Wording, preview: Preview, *, has_picked: bool
) -> Sequence[str]:
    """Return what people read for each option."""
    lang = wording.lang
    # of a way that is called by its number, or with a gap, all that it does, of others what they
    # begin with
    named = zip(decision.labels, decision.texts(lang), preview.ways(), preview.aims(), strict=True)
    texts = [
        way or (aim if aim and (label.startswith("option-") or GAP in text) else text)
        for label, text, way, aim in named
    ]
    ask, actions = match.state.ask, match.machine.program.actions
    if ask.kind == "action":
        # they were told apart with gaps in them
        pairs = zip(ask.options, (text.partition("#")[0] for text in texts), strict=True)
        texts = [whole(actions[number].action, text, wording) for (number, _), text in pairs]
        texts = [*_told_apart(match, wording, texts)]
    if match.picks_freely and Decision.ENOUGH in ask.options:
        said = say(lang, "confirm" if has_picked else "none-of-these")
        texts[ask.options.index(Decision.ENOUGH)] = said
    return texts


def _told_apart(match: Match, wording: Wording, texts: Sequence[str]) -> Iterator[str]:
    """Yield the texts of actions; where several that have no text are called as their card is, each
    with what it does."""
    options, actions = match.state.ask.options, match.machine.program.actions
    ways = {(text, number) for text, (number, _) in zip(texts, options, strict=True)}
    often = Counter(text for text, _ in ways)
    for text, (number, _) in zip(texts, options, strict=True):
        action = actions[number].action
        if often[text] > 1 and not action.text:
            text = Language(wording.lang).behind_name(text, wording.action(action))
        yield text


def _picked(match: Match, wording: Wording, view: SeatView) -> Iterator[Pick]:
    """Yield what a person has picked, who picks freely."""
    type_ = match.state.ask.of
    if not match.picks_freely or type_ is None:
        return
    for part in view.taken_parts():
        text = view.labels.text(
            match.state, part, type_, wording.lang, hidden=_is_hidden(view, part, type_)
        )
        keys = view.keys.keys(part, type_)
        yield Pick(key=keys[0] if keys else "", text=text)


def _is_hidden(view: SeatView, part: Value, type_: Type) -> bool:
    type_, part = one_of(type_, part)
    if not isinstance(type_, EntityType):
        return False
    return not view.tells(int(part)) or int(part) in view.forgotten


def _colors(match: Match, wording: Wording) -> Sequence[str]:
    """Return for each option the colour of the member of an enum that it is, else ""."""
    ask = match.state.ask
    type_ = ask.of
    if not isinstance(type_, EnumType) or ask.kind == "piece":
        return [""] * len(ask.options)
    members = wording.model.enums[type_.name].members
    labels = [members[each] if type(each) is int else "" for each in ask.options]
    return [wording.color(label, type_) for label in labels]


def _told(
    match: Match, wording: Wording, preview: Preview, texts: Sequence[str]
) -> Sequence[tuple[str, ...]]:
    """Return for each option what it does: of the game's own actions, of rules that could work in
    the place of what happens or are next, of definitions, and what one agrees to."""
    ask = match.state.ask
    if ask.kind == "yes-no":
        said = preview.purpose(is_priced=any(preview.prices())) or _effect(match, wording)
        return [(said,) if option and said else () for option in ask.options]
    if ask.kind == "alternative":
        pairs = zip(preview.aims(), texts, strict=True)
        return [(aim,) if aim and aim.casefold() != text.casefold() else () for aim, text in pairs]
    type_ = ask.of
    is_piece = ask.kind == "piece"
    found: list[tuple[str, ...]] = []
    for option, text in zip(ask.options, texts, strict=True):
        value = option[1] if is_piece and isinstance(option, tuple) else option
        if ask.kind == "action":
            action = match.machine.program.actions[option[0]].action
            is_told = action.card is not None and bool(action.text)
            said = "" if is_told else wording.action(action)
            found.append((said,) if said and said not in text else ())
        elif ask.kind in _OF_RULES and isinstance(option, tuple):
            number, card, *_ = option
            definitions = wording.model.definitions
            kind = "" if card is None else definitions[match.state.entity_definitions[card]].kind
            rule = match.machine.program.reactions[number].rule
            assert isinstance(rule, Replacement | Trigger | Becomes)
            found.append((rule_text(wording.model, rule, kind, wording.lang),))
        elif isinstance(type_, DefinitionType) and type(value) is int:
            face = wording.face(wording.model.definitions[value].id)
            found.append((*face.line, *face.texts))
        else:
            found.append(())
    return found


def _effect(match: Match, wording: Wording) -> str:
    """Return what the card says whose steps under an attribute ask, "" where none does."""
    program, site = match.machine.program, match.state.ask.site
    sort, _, name = program.code_of[site].name.partition(" ") if isinstance(site, int) else [""] * 3
    return wording.effect(*name.split(".", 1)) if sort == "effect" else ""


def closed(
    match: Match, seat: int, wording: Wording, view: SeatView, areas: Sequence[Area]
) -> tuple[Closed, ...]:
    """Return what a seat that is asked cannot choose now, and why: actions of the phase, or what a
    choice leaves out."""
    decision = match.decision
    if decision is None or decision.player != seat:
        return ()
    if decision.kind == "parameter":
        return (*barred(match, wording, view), *_closed_cards(match, wording, areas))
    if decision.kind in _OF_STEPS:
        return (*barred(match, wording, view),)
    actions = {each.id: each for each in wording.model.actions}
    return tuple(
        Closed(
            name=refusal.action,
            text=_called(actions[refusal.action], wording),
            reason=_reason(match, actions[refusal.action], refusal.reason, refusal.texts, wording),
        )
        for refusal in match.refusals
        if refusal.reason != _NOT_IN_PLAY
    )


def _called(action: Action, wording: Wording) -> str:
    """Return what an action is called of which nothing is decided."""
    text = wording.names.text(action.text, action.id)
    if action.card is not None:
        name = wording.card(action.card)
        is_said = OF_CARD in text
        lang = wording.names.tag
        text = text.replace(OF_CARD, name) if is_said else Language(lang).behind_name(name, text)
    return whole(action, Phrase(text).with_gaps(GAP), wording)


def _reason(match: Match, action: Action, reason: str, texts: Text, wording: Wording) -> str:
    """Return why an action is not open: plainly, or in words made from what it asks for."""
    if reason == "condition":
        return _condition(match, action, texts, wording)
    return (reason == "none-fits" and _none_fits(match, action, wording)) or wording.text(texts)


def _none_fits(match: Match, action: Action, wording: Wording) -> str:
    """Return that there is nothing of which holds what an action asks of that which it chooses;
    "" where that takes too many words."""
    me, closure = match.state.ask.asked, match.machine.evaluator.closure
    if action.kind is not None or action.card is not None:
        return ""
    for parameter in action.parameters:
        source = parameter.source
        if not isinstance(source, Filter) or free_slots(source):
            return ""
        if not closure(source)(match.state, [me, None, me, *[None] * len(action.slots)]):
            said = condition_words(IsEmpty(source, False, BOOL), wording.names, {}).rstrip(".。")
            return said if Phrase(said).columns <= MOST_OF_NONE else ""
    return ""


def _condition(match: Match, action: Action, plainly: Text, wording: Wording) -> str:
    """Return what does not hold of that which an action asks for, in words made from its condition,
    else plainly; of an action on a card the condition as a whole."""
    me, closure = match.state.ask.asked, match.machine.evaluator.closure
    given = [p for p in conjuncts(action.when) if not any(isinstance(n, Local) for n in walk((p,)))]
    if action.kind is None and action.card is None:
        given = [each for each in given if not closure(each)(match.state, [me, None, me])][:1]
    elif len(given) < len([*conjuncts(action.when)]):
        given = []
    said = [_only_if(each, wording, {}, plainly) for each in given]
    return said[0] if len(said) == 1 else wording.text(plainly)


def _only_if(
    condition: Expression, wording: Wording, called: Mapping[int, str], plainly: Text
) -> str:
    """Return a condition in words, else what is said plainly where that is too long to help; where
    something has to be there, that it is not."""
    is_of_some = isinstance(condition, Fold) and condition.function == "any"
    asked = Logic("not", condition, None, BOOL) if is_of_some else condition
    words = condition_words(asked, wording.names, called).rstrip(".。")
    if Phrase(words).columns > MOST_COLUMNS:
        return wording.text(plainly) or say(wording.lang, "not-now")
    return words if is_of_some else say(wording.lang, "only-if-now", condition=words)


def barred(match: Match, wording: Wording, view: SeatView) -> Iterator[Closed]:
    """Yield what the conditions of a choice leave out, or what stands behind it."""
    st, labels = match.state, view.labels
    text = partial(labels.text, st, language=wording.lang, hidden=False)
    for each in match.machine.barred(st):
        if each.is_of_all and not match.picks_freely:
            continue
        if _is_hidden(view, each.value, each.type):
            continue
        name = text(each.value, each.type)
        called = {slot: text(value, type_) for slot, value, type_ in each.given}
        reason = wording.text(each.texts) or say(wording.lang, "not-now")
        if each.condition is not None and free_slots(each.condition) <= {*called, each.slot}:
            it = say(wording.lang, "all-chosen") if each.is_of_all else name
            reason = _only_if(each.condition, wording, {**called, each.slot: it}, each.texts)
        label, keys = labels.label(st, each.value, each.type), view.keys.keys(each.value, each.type)
        yield Closed(name=label, text=name, reason=reason, touches=keys)


def _closed_cards(match: Match, wording: Wording, areas: Sequence[Area]) -> Iterator[Closed]:
    """Yield the cards that lie beside those that a parameter can be, where the value that lists
    them has words."""
    site = match.state.ask.site
    source = match.machine.program.actions[site[1]].action.parameters[site[2]].source
    values = wording.model.values.get(source.value, ()) if isinstance(source, ValueCall) else ()
    if not values or not values[0].text:
        return
    what = expression_words(wording.model, source, wording.lang).rstrip(".。")
    for area in areas:
        if any(card.options for card in area.cards):
            for card in (c for c in area.cards if not c.options and c.id is not None):
                reason = say(wording.lang, "not-among", what=what)
                yield Closed(name=card.id or "", text=card.name, reason=reason, touches=(card.key,))
