"""Explain each word of the effect language in a sentence: the word, English, then Japanese."""

from __future__ import annotations

from typing import Final

STEP_WORDS: Final = """
if
  Does its steps where a condition holds; `x if c else y` chooses between two values.
  条件が成り立てば行う。`x if c else y` は二つの値から選ぶ。
elif
  Behind `if`: another condition, asked where none before it held.
  `if` の続き。前の条件が成り立たないときの別の条件。
else
  The steps or the value if no condition before it held; also behind `may`.
  どの条件も成り立たないとき。`may` の後では断られたとき。
for
  `for each x in xs` does its steps once for each element; a phase with `for` begins for each.
  `for each x in xs` は要素ごとに行う。フェイズの `for` も同じ。
each
  `for each`: once for each element. Of a table of cards: their common keys.
  `for each` は要素ごとに。カードの表では共通の項目。
in
  Whether a list, set or bag holds something; of `for each`, which list; of an action, its phase.
  含まれるか。`for each` では並び、アクションではフェイズ。
repeat
  `repeat 3 times` does its steps so often; of a phase: turns go round and round.
  `repeat 3 times` は回数だけ行う。フェイズでは手番が回り続ける。
times
  How often: `repeat 3 times`; of `happened`, how often an event was.
  回数。`repeat 3 times` など。
while
  Again as long as a condition holds, which is looked at before the first time too.
  条件が成り立つ間くり返す。最初の前にも調べる。
may
  Asks yes or no; the steps before the comma are a cost and must be payable.
  行うかどうか尋ねる。コンマの前は費用で、払えるときだけ。
choose
  Lets a player pick from a list; with nothing to pick from the name is none.
  並びから選ばせる。選ぶものがなければ none。
let
  Names a value for the rest of the block: `let n = 3`. Of a trigger: names read just before.
  値に名を付ける(`let n = 3`)。誘発では直前に読む値。
set
  `set x to y` changes a state or a `let`. As a type, `set of T`: each at most once.
  `set x to y` で状態を変える。型では重複のない集まり。
add
  `add 1 to me.coins` puts to a number, list, set or bag.
  数や集まりに加える(`add 1 to me.coins`)。
subtract
  `subtract 1 from me.coins` takes from a number or a bag, whose counts stop at 0.
  数や組から引く。組の数は0で止まる。
move
  Puts cards into a zone: `move c to top of deck`.
  カードを置き場へ動かす(`move c to top of deck`)。
order
  `order cs from xs` lets a player put them in order. Of a zone: stack, row or none.
  並べさせる。置き場では並び方(`stack` `row` `none`)。
retire
  Gives a copy back, so that it is in no zone.
  カードを返す。どの置き場にもなくなる。
do
  The steps of an event, action, rule or phase; as a step, what a card says: `do c.income`.
  行う手順。手順の中では `do c.income` でカードの言うこと。
require
  In a cost: where the condition does not hold, the cost cannot be paid.
  費用の中で、成り立たなければ払えない条件。
return
  Ends a value or event and gives its result.
  値やイベントを終え、結果を返す。
stop
  Ends the body it stands in. As a policy of loops: what waits is dropped.
  その手順を終える。ループの方針では待つものを捨てる。
end
  `end game` ends the match. As a section: when it is over and who has won.
  `end game` で対戦が終わる。節では終わりの条件と勝者。
and
  Both conditions hold.
  両方とも成り立つ。
or
  One of the conditions holds, or both.
  少なくとも一方が成り立つ。
not
  The condition does not hold; `not in`, `is not none`.
  成り立たない。`not in`、`is not none`。
is
  Asks `is none`, `is empty` or `is KIND`. As a key: what an entry is, where it says more.
  `is none` `is empty` `is 種類` と尋ねる。キーでは中身。
where
  The elements of a list for which a condition holds; `it` is the element, bare names its fields.
  条件に合う要素。要素は `it`、その項目は名だけで書ける。
except
  Of an amount: any members but these, `3 any except gold`.
  量で、これら以外のどれでも(`3 any except gold`)。
when
  A condition: whether it can happen, be taken or be asked; at the end, that it is over.
  起こせる条件。`end` では終わりの条件。
to
  Where or whom: of a slot, `move … to …`, `set … to …`; of a modifier, the new result.
  行き先や相手。修正では新しい結果。
from
  Where something comes from: of a slot, of `choose … from`, of `subtract … from`.
  どこから。`choose … from`、`subtract … from` など。
on
  A preposition for a slot of an event.
  イベントの引数の前置詞。
onto
  A preposition for a slot of an event.
  イベントの引数の前置詞。
into
  A preposition for a slot of an event: `create 1 moth into me.hand`.
  イベントの引数の前置詞。
with
  A preposition for a slot of an event; of a board: attributes that name places inside.
  イベントの引数の前置詞。盤では中に描く場所の属性。
by
  Who does it, decides or pays: `gain 1 by p`, `choose … by p`; `by chance` draws at random.
  だれが行い決めるか。`by chance` は運による。
at
  `at once for each` lets all choose in secret. A preposition for a slot, too.
  `at once for each` は全員が伏せて選ぶ。前置詞でもある。
as
  A preposition for a slot of an event.
  イベントの引数の前置詞。
of
  `list of T`, `top of deck`; of a zone: the kind of its cards; of a modifier: which kind is meant.
  `list of T` など。置き場ではカードの種類。
together
  Does several events as one: all are looked at first, then all happen, then rules react.
  いくつかのイベントを同時に行う。
then
  Behind `at once`: the steps when all have chosen. Of an example: what holds at its end.
  `at once` の後に行うこと。例では最後に成り立つこと。
every
  All members of an enum, or all things of a kind: `every color`.
  列挙のすべて、または種類のすべて。
any
  Whether one element fulfils a condition; of an amount, a part that the payer chooses: `2 any`.
  どれか一つが満たすか。量では好きなもの(`2 any`)。
again
  `may again` asks until declined.
  `may again` は断られるまで尋ねる。
one
  `choose one:` offers several bodies, of which one is done.
  `choose one:` は一つを選んで行う。
up
  `up to 2`: as many or fewer.
  `up to 2` はそれ以下の数。
so
  `so that`: a condition on all chosen things together; `so far`: on a growing choice.
  `so that` は選んだ全体、`so far` は選ぶ途中の全体が満たす条件。
that
  `so that`: a condition on all chosen things together.
  `so that` は選んだ全体が満たす条件。
empty
  `is empty`: a list, set, bag or zone with nothing in it.
  `is empty` は何も入っていないこと。
none
  No value, of a `maybe`; as an answer, to choose nothing; of a zone's order: it means nothing.
  値がないこと。答えでは何も選ばない。置き場では順序なし。
once
  `at once for each` lets all choose in secret.
  `at once for each` は全員が伏せて選ぶ。
top
  The top card of a zone, `top(deck)`, or its end, `top of deck`; of `seen-by`, who sees that card.
  一番上のカードや、置き場の上端。
bottom
  The bottom card of a zone, or its end: `bottom of deck`.
  一番下のカードや、置き場の下端。
until
  Behind a default: back to it when a turn, round, phase, event or action is over.
  既定値の後で、その区切りが終わると元に戻る。
keep
  Behind a default of a kind's state: kept when the card leaves its active zones.
  カードが働く場所を離れても保たれる状態。
it
  The element inside `where` and collection functions, unless it has a name of its own.
  `where` や関数の中の要素。名を付けた要素は指さない。
true
  The condition that always holds.
  いつも成り立つ条件。
false
  The condition that never holds.
  決して成り立たない条件。
me
  The player who acts: of an action its player, in a turn its player, of a rule its controller.
  行う人。アクションや手番の人、カードの規則ではその支配者。
self
  The card whose rule this is; in an example, the card that it stands on.
  この規則のカード。例ではそれが書かれたカード。
actor
  In a card's rule: who does the event.
  カードの規則の中で、そのイベントを行う人。
active
  The player whose turn it is; none outside of turns.
  手番の人。手番の外では none。
round
  The number of the round, from 1; as a stretch of time, `until round`.
  ラウンドの番号(1から)。`until round` では区切り。
start-player
  The player who begins, at first the first seat; rules may set it.
  始める人。最初は最初の席で、規則で変えられる。
players
  All players from the start player on, without the eliminated. As a section: how many, and state.
  開始プレイヤーからの全員。節では人数と状態。
opponents
  The others in turn order from me, with teams those of the other teams; `opponents(p)` those of p.
  相手たち。チームがあれば他チームの人。
mates
  The others of my team, in turn order from me; `mates(p)` those of p.
  同じチームのほかの人。`mates(p)` は p の仲間。
player-count
  How many play; always among the options.
  何人で遊ぶか。いつでも読める。
seat
  The number of a player's seat, from 0.
  席の番号(0から)。
definition
  The definition a card is a copy of; as state of its kind it can change: `set c.definition to d`.
  そのカードの定義。種類の `state` に書けば変えられる: `set c.definition to d`。
zone
  The zone a card is in; as a type, `zone of K`: a zone itself.
  カードのある置き場。型では置き場そのもの。
position
  A card's place in its zone, from 0.
  置き場の中での位置(0から)。
holder
  The player who owns the zone a card is in, maybe none.
  カードのある置き場の持ち主。
owner
  The player in whose zone a card came into the game; in `seen-by`, whose zone or state it is.
  最初に入った置き場の持ち主。`seen-by` では持ち主本人。
int
  A whole number up to ±10¹².
  整数。
bool
  True or false.
  真か偽。
player
  A player; before a dot, all players' zones: `player.hand`.
  プレイヤー。点の前では全員の置き場。
card
  In a signature: any card.
  引数では任意のカード。
maybe
  `maybe T`: a T, or none.
  T か none。
list
  `list of T`: in order, with repeats.
  順のある並び。
bag
  `bag of T`: the number of each; a missing element counts 0.
  種類ごとの個数。
amount
  `amount of T`: a price or a payment, with open parts: `2 gold + 1 any`.
  払い方に選ぶ余地のある量。
def
  `def of K`: a definition of a kind, rather than a copy.
  種類の定義そのもの。
range
  What a type such as `1..3` is: whole numbers within bounds. It is written so, never as a key.
  `1..3` のような型。範囲のある整数で、このままの形で書き、キーにはしない。
effect
  Of an attribute: it holds steps, which `do c.NAME` does.
  手順を持つ属性の型。
turn
  The part of one player in a phase with `turns`; `until turn`, `1 per turn`. Of an example: whose.
  一人の手番。例ではだれの手番か。
game
  The whole match: `until game`, `1 per game`. Of a script: the game it is for.
  対戦全体。台本ではどのゲームか。
action
  Taking an action, with all that it leads to: `until action`, `1 per action`.
  アクション一つとその結果すべて。
leave
  `leave PHASE`: a phase that goes on is over, with all turns, elements and phases left in it.
  `leave PHASE` は進んでいるフェイズを終える。残りの手番や要素は行わない。
can
  `can(EVENT)`: whether it would happen now, if it were done: `can(pay 3)`, `can(tap c by p)`.
  `can(イベント)` はいま行えば起こるか(`can(pay 3)`、`can(tap c by p)`)。
base
  In an override: the former value, or the former steps.
  置き換えの中で、元の定義。
enough
  As an answer: no more of a choice of several.
  いくつか選ぶとき、もう十分という答え。
"""
