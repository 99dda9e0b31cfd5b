"""Put what a decision asks into words."""

from __future__ import annotations

from dsl.model.types import EntityType, EnumType, ListOf, SetOf
from interpreter.compile.program import Program
from interpreter.graph import ops
from interpreter.graph.ops import Code
from interpreter.run.decision import Ask
from interpreter.run.labels import bare, in_language
from interpreter.state.record import State

ASKS: dict[str, dict[str, str]] = {
    "action": {"en": "choose an action", "ja": "アクションを選ぶ"},
    "parameter": {"en": "{action}: {name}", "ja": "{action}：{name}"},
    "choose": {"en": "choose {name}", "ja": "{name}を選ぶ"},
    "piece": {"en": "choose {name}, one by one", "ja": "{name}を1つずつ選ぶ"},
    "unit": {"en": "choose {name}, one by one", "ja": "{name}を1つずつ選ぶ"},
    "order": {"en": "which comes next?", "ja": "次はどれ？"},
    "yes-no": {"en": "{event}?", "ja": "{event}？"},
    "alternative": {"en": "choose one", "ja": "1つ選ぶ"},
    "replacement": {"en": "what happens instead?", "ja": "代わりに何が起こる？"},
    "trigger": {"en": "which happens first?", "ja": "どれが先に起こる？"},
}


def question(program: Program, st: State, ask: Ask, language: str) -> str:
    """Return what a decision asks."""
    pattern = in_language(ASKS[ask.kind], language, ask.kind)
    return pattern.format(**_words(program, ask, language))


def _words(program: Program, ask: Ask, language: str) -> dict[str, str]:
    if ask.kind in ("parameter", "piece") and isinstance(ask.site, tuple):
        plan = program.actions[ask.site[1]].action
        text = bare(in_language(plan.text, language, plan.id)) or plan.id
        name = plan.parameters[ask.site[2]].name
        return {"action": text, "name": _noun(program, ask, language, name), "event": plan.id}
    if isinstance(ask.site, int):
        code = program.code_of[ask.site]
        name = _noun(program, ask, language, _slot_name(program, ask.site))
        return {"name": name, "event": _subject(program, code, language),
                "action": code.name}  # fmt: skip
    if ask.site[0] == "rule":
        rule = program.rules[ask.site[1]].rule
        return {"name": rule.id, "event": in_language(rule.text, language, rule.id), "action": ""}
    return {"name": "", "event": "", "action": ""}


def _noun(program: Program, ask: Ask, language: str, name: str) -> str:
    """Return what people call the things to choose from, else the name in the text."""
    type_ = ask.type.of if isinstance(ask.type, ListOf | SetOf) else ask.type
    if isinstance(type_, EntityType) and type_.kind:
        return in_language(program.game.kinds[type_.kind].text, language, type_.kind)
    if isinstance(type_, EnumType):
        return in_language(program.game.enums[type_.name].text, language, type_.name)
    return name


def _slot_name(program: Program, number: int) -> str:
    operation = program.operations[number]
    slot = getattr(operation, "slot", None)
    if isinstance(operation, ops.Ask) and operation.choice:
        slot = operation.choice.slot
    return program.code_of[number].names[slot] if slot is not None else ""


def _subject(program: Program, code: Code, language: str) -> str:
    word, _, id_ = code.name.partition(" ")
    plan = program.events.get(id_ if word == "event" else f"act:{id_}")
    return bare(in_language(plan.text, language, id_)) if plan else id_
