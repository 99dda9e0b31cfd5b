"""Tell each function and native event in Japanese; the English stands in the vocabulary."""

from __future__ import annotations

from typing import Final

IN_JAPANESE: Final = """
count: 要素の数。式があれば満たすものの数。組や量では単位の数。
sum: 要素についての合計。何もなければ0か空の組。
min: 最小の数。何もなければ既定値か none。
max: 最大の数。何もなければ既定値か none。
best: 値が最大の最初の要素。
worst: 値が最小の最初の要素。
bests: 値が最大の要素すべて。
leader: 値が最大のただ一つの要素。同点なら none。
any: 満たすものがあるか。
all: すべてが満たすか。
each: 結果の並び。並びは一つにつながれる。
sort: 値の小さい順。同じなら元の順。
first: 最初の要素。
last: 最後の要素。
only: 一つだけならその要素。
reverse: 逆順。
distinct: 同じ値を一度だけ。
default: x、x が none なら y。
abs: 符号を除いた数。
top: 置き場の一番上のカード、または上から n 枚。
bottom: 置き場の一番下のカード。
next: p の次の席の、脱落していない人。
previous: p の前の席の人。
seats: 脱落した人も含む席順の全員。
vacant: あと何枚入るか。限りがなければ誤り。
keys: 数のある種類を順に。
reduce: a から d を引いた量。払う人が好きなところに当て、0で止まる。
payable: b から a を払えるか。
definitions: ゲームにあるその種類の定義すべて。
move: カードを置き場へ動かす。満杯なら動かない。
shuffle: 置き場のカードを混ぜる。
reveal: プレイヤーにカードを知らせる。`to` がなければ全員に。
create: ゲームの外の余ったカードを置き場に出す。
retire: カードを返す。どの置き場にもなくなる。
exchange: 2枚のカードの場所を入れ替える。
fill: 空いた場所に別の置き場の上から順に置く。
pass: `repeat` のある一番内側のフェイズから、次に始まるまで抜ける。
eliminate: プレイヤーを対戦から除く。
"""
