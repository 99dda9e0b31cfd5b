"""Show how a game reads the sentences of its rulebook that can be read in several ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cardwright.api.names import in_language
from dsl.model.game import Game, Ruling

if TYPE_CHECKING:
    from cardwright.apps.face.session import Session


def rulings_of(model: Game, expansion: str = "") -> tuple[Ruling, ...]:
    """Return the rulings of a game, or of an expansion that is in it."""
    return tuple(each for each in model.rulings if each.expansion == expansion)


def ruling_lines(session: Session, model: Game, expansion: str = "") -> Iterator[str]:
    """Yield the lines of each ruling: where the sentence stands, the sentence, what was decided."""
    default = model.manifest.default_language
    for each in rulings_of(model, expansion):
        head = " · ".join([*([expansion] if expansion else []), *_sources(session, each)])
        yield f"  {session.say('ruling')} {each.id} ({head})"
        yield f"    {in_language(each.sentence, session.lang, default)}"
        yield f"    → {in_language(each.decision, session.lang, default)}"
        if each.option is not None:
            yield f"    {session.say('ruling-option', option=each.option)}"


def _sources(session: Session, ruling: Ruling) -> Iterator[str]:
    """Yield where the sentence stands, and where the decision comes from."""
    yield ", ".join(ruling.source)
    if ruling.settled_by:
        yield session.say("ruling-by", source=", ".join(ruling.settled_by))
    else:
        yield session.say("ruling-here")


def plain_rulings(model: Game, expansion: str = "") -> list[dict[str, Any]]:
    """Return rulings as plain data."""
    return [
        {
            "id": each.id,
            "sentence": dict(each.sentence),
            "decision": dict(each.decision),
            "source": list(each.source),
            "settled-by": list(each.settled_by),
            "option": each.option,
        }
        for each in rulings_of(model, expansion)
    ]
