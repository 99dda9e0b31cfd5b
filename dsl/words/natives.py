"""Rows of the events that the machine carries out itself."""

from __future__ import annotations

from typing import Final

from dsl.model import types as t
from dsl.model.expressions import Constant, Primitive
from dsl.model.steps import Formula
from dsl.model.words import Native, Slot, Writes

END: Final = t.Basic("end")
"""The type of `top` and `bottom`."""
CARD: Final = t.EntityType("")
ZONE: Final = t.ZoneType("")
_NONE: Final = Formula((), 0, Constant(None, t.NONE))
_ALL: Final = Formula((), 0, Primitive("seats", (), t.ListOf(t.PLAYER)))
"""Who sits at the table; what is public, those see too who are out."""

NATIVES: Final = (
    Native(
        "move", "move (card c) to [top of|bottom of] (zone z)",
        ("Put a card into a zone, at its `top of` or `bottom of`. Into a full zone nothing "
         "moves.",
         "カードを置き場へ動かす。満杯なら動かない。"),
        slots=(Slot("c", CARD), Slot("z", ZONE, "to"), Slot("end", t.Maybe(END), default=_NONE)),
        writes=Writes.CARDS, enters=1, pair=(0, 1), needs_room=True, goes_as_one=True,
        label=("move", "動かす"),
        log=("{c} goes to {z}", "{c}が{z}へ移る"),
        phrases={
            "": ("put {c} into {z}", "{c}を{z}に置く"),
            "top": ("put {c} on top of {z}", "{c}を{z}の上に置く"),
            "bottom": ("put {c} under {z}", "{c}を{z}の下に置く"),
        },
    ),
    Native(
        "shuffle", "shuffle (zone z)",
        ("Put a zone's cards in random order.", "置き場のカードを混ぜる。"),
        slots=(Slot("z", ZONE),), writes=Writes.ORDER, label=("shuffle", "切り混ぜる"),
        log=("{z} is shuffled", "{z}を混ぜる"), phrases={"": ("shuffle {z}", "{z}を切り混ぜる")},
    ),
    Native(
        "reveal", "reveal (card c) to (player p)",
        ("Let a player know a card; without `to`, all seats, the eliminated too. Of other "
         "things: the answer or the value.",
         "プレイヤーにカードを知らせる。`to` がなければ、脱落した人も含む全員に。"
         "カードでないものなら、成り立つかどうか、何であるかを知らせる。"),
        slots=(Slot("c", CARD), Slot("p", t.ListOf(t.PLAYER), "to", default=_ALL)),
        writes=Writes.KNOWLEDGE, label=("reveal", "公開する"),
        log=("{p} sees {c}", "{p}が{c}を見る"),
        phrases={
            "": ("show {c} to {p}", "{c}を{p}に見せる"),
            "me": ("look at {c}", "{c}を見る"),
            "all": ("reveal {c}", "{c}を公開する"),
        },
    ),
    Native(
        "create", "create (bag of def b) into (zone z) -> list of card",
        ("Take free copies from outside the game into a zone, as many as there are and have room.",
         "ゲームの外の余ったカードを置き場に出す。足りなければあるだけ、入るだけ。"),
        slots=(Slot("b", t.BagOf(t.DefinitionType(""))), Slot("z", ZONE, "into")),
        result=t.ListOf(CARD), writes=Writes.CARDS, enters=1, pair=(0, 1), label=("create", "作る"),
        log=("{b} comes into {z}", "{z}に{b}が現れる"),
        phrases={"": ("put {b} from outside the game into {z}", "{b}をゲーム外から{z}に置く")},
    ),
    Native(
        "retire", "retire (card c)",
        ("Give a copy back: it is in no zone.", "カードを返す。どの置き場にもなくなる。"),
        slots=(Slot("c", CARD),), writes=Writes.CARDS, label=("retire", "除く"),
        log=("{c} leaves the game", "{c}がゲームから離れる"),
        phrases={"": ("remove {c} from the game", "{c}をゲームから取り除く")},
    ),
    Native(
        "exchange", "exchange (card x) with (card y)",
        ("Let two cards trade places.", "2枚のカードの場所を入れ替える。"),
        slots=(Slot("x", CARD), Slot("y", CARD, "with")),
        writes=Writes.CARDS, pair=(0, 1), label=("exchange", "入れ替える"),
        log=("{x} and {y} trade places", "{x}と{y}を入れ替える"),
        phrases={"": ("swap {x} with {y}", "{x}と{y}を入れ替える")},
    ),
    Native(
        "fill", "fill (zone z) from (zone y)",
        ("Put cards from the top of another zone into the vacant slots, in order.",
         "空いた場所に別の置き場の上から順に置く。"),
        slots=(Slot("z", ZONE), Slot("y", ZONE, "from")),
        writes=Writes.CARDS, enters=0, pair=(1, 0), label=("fill", "埋める"),
        log=("{z} is filled from {y}", "{y}から{z}を補充する"),
        phrases={"": ("fill {z} from {y}", "{y}から{z}を補充する")},
    ),
    Native(
        "pass", "pass",
        ("Leave the innermost phase with `repeat` until it begins anew, or one's own with "
         "`while`.",
         "`repeat` のある一番内側のフェイズから、次に始まるまで抜ける。"),
        writes=Writes.TURNS, has_actor=True, label=("pass", "パスする"),
        log=("{me} passes", "{me}はパスする"), phrases={"": ("pass", "パスする")},
    ),
    Native(
        "eliminate", "eliminate (player p)",
        ("Take a player out of the match: `players`, `opponents` and `turns` then skip the seat.",
         "プレイヤーを対戦から除く。"),
        slots=(Slot("p", t.PLAYER),), writes=Writes.PLAYERS,
        label=("eliminate", "脱落させる"), log=("{p} is out", "{p}は脱落する"),
        phrases={"": ("{p} leaves the game", "{p}が脱落する")},
    ),
)  # fmt: skip
