"""Explain each key of a package's rules in a sentence: the key, then English, then Japanese."""

from __future__ import annotations

from typing import Final

RULE_KEYS: Final = """
id
  What rules, saves and logs call a thing: lower case letters, digits, hyphens.
  規則や記録での名。
version
  The version of the package, a text.
  パッケージの版。
language
  The version of the language that the package is written in.
  使う言語の版。
translation
  The language of a file that translates what the package says elsewhere.
  この翻訳ファイルの言語。
title
  What the game is called.
  ゲームの名前。
default-language
  The language of texts that do not name one.
  言語を書かない文の言語。
authors
  Who made the package.
  作者。
licence
  Under which licence the files of the package may be used.
  パッケージのファイルの利用条件。
source
  Where the rules, or a card, come from.
  出典。
summary
  One or two sentences for the list of games.
  一覧のための紹介。
genre
  Beside which other games it is listed, such as `tricks`.
  一覧でどのゲームと並べるか。
published
  What the package takes over from a published game.
  出版されたものから取ったところ。
reconstructed
  What the package had to fill in.
  補ったところ。
origins
  What cards take from each source, by a name that their `source` cites.
  カードが出典ごとに取ったもの。カードの `source` から名で引く。
rulings
  How open sentences of the rulebook are read, by name.
  ルールブックのあいまいな文の読み方。
sentence
  Of a ruling: the sentence of the rulebook that it settles.
  裁定が扱うルールブックの文。
decision
  Of a ruling: the decision.
  裁定の中身。
settled-by
  Of a ruling: where the decision comes from, if it was not made here.
  裁定の出どころ。
option
  Of a ruling: the option by which it changes.
  裁定を変える設定。
options
  Settings that players choose before a match; in a script, the chosen settings.
  対戦の前に決めること。
type
  The type of an option.
  設定の型。
default
  The value of an option that nobody sets; as a function, what to take instead of none.
  既定値。関数では none の代わり。
enums
  Closed lists of words.
  決まった語の一覧。
kinds
  What sorts of things there are.
  物の種類。
kind
  The kind of a card; of a card in play, `c.kind`; as a type, a kind itself.
  カードの種類。
extends
  Another kind whose attributes, state and rules a kind has too.
  元になる種類。
attributes
  What a card's definition says.
  カードの定義が言う値。
state
  The data that can change, besides the places of cards.
  カードの場所のほかに変わるもの。
active-in
  The zones in which a card's rules work.
  カードの規則が働く置き場。
unique
  Each definition of the kind is one thing, and its id names it.
  定義ごとに一つだけある。
start
  The zone in which copies begin; without it they begin outside the game.
  始まる置き場。
copies
  How many copies each definition has; `any` for as many as are made.
  枚数。作られるだけあるなら any。
zones
  Places for cards; `zones: follow` of a kind: they move along with their card.
  カードの置き場。種類では一緒に動くかどうか。
follow
  Of `zones`: a card with zones of its own may move, and they move along.
  置き場を持つカードと一緒に動く。
layer
  Of a modifier: a number; those of a lower one come first, 0 where it is left out.
  修正の層。小さい数が先。書かなければ0。
affects
  Of an event: the player whom it concerns, who decides first where several replacements fit.
  出来事が関わる人。代わりの規則がいくつかあれば、その人から順に決める。
at-once
  Of a trigger after an event: it acts right away, before the next of the steps around it.
  出来事の直後にすぐ行う。まわりの手順の終わりを待たない。
works-while
  Of a kind or card: a condition over `self`; while it does not hold, its rules do nothing.
  種類やカードの規則が働く条件(`self` について)。成り立たない間は働かない。
controller
  Of a kind: who controls its cards, else the holder, else the owner; of a card: who does.
  その種類のカードを支配する人。カードなら支配する人。
count
  How many can play; who sees how many cards there are; as a function, how many elements.
  遊べる人数。関数では要素の数。
decider
  Who decides in the place of a player `it`, a player or none; it is shown all cards `it` sees.
  プレイヤー`it`の代わりに決める人、またはnone。`it`の見るカードはすべて見せられる。
team
  The kind of the teams that players belong to.
  チームの種類。
slots
  So many fixed places in a zone, each free or taken.
  置き場の決まった場所の数。
max
  The most cards a zone takes; as a function, the largest of some numbers.
  入る枚数の上限。関数では最大の数。
seen-by
  Who sees cards or state: everyone, owner, others or nobody.
  だれに見えるか。
show
  Where people see a value: everywhere, or in zones. `false` hides state; zones in the main view.
  値を人に見せる所。false なら、状態は見せず、領域は普段の画面に出さない。
contents
  Of `seen-by`: who sees which cards are there, but not in which order.
  順を除いて中身が見える人。
stack
  Of a zone: a pile, whose first card is on top. As a step of a script: arrange cards.
  山。台本では並べること。
row
  Of a zone: an order that everybody sees.
  順の見える列。
everyone
  Of `seen-by`: all players.
  全員。
nobody
  Of `seen-by`: no player; of `asked`: no decision is open.
  だれにも見えない。
others
  Of `seen-by`: all but the owner.
  持ち主以外。
values
  Named, pure functions of the position; they change nothing.
  いま成り立つ値。何も変えない。
value
  Of a modifier: the value or attribute it changes.
  修正される値や属性。
at-least
  A value is never less, after all modifiers.
  値の下限。
at-most
  A value is never more, after all modifiers.
  値の上限。
depth
  Of a value that calls itself: how often it may stand within itself, 32 at most.
  自分自身を呼ぶ値の深さの限り。32まで。
events
  Named changes of the match, each a verb.
  起こりうること。
event
  Of a forbid: the pattern of the impossible event; of `happened`: of the past event.
  禁止されるイベント、または起こったイベント。
actions
  The actions that players can choose; of a group: the actions that share its keys.
  プレイヤーが選んで行えること。アクションの中では、その内容を共有し、それ自体は選ばれないグループのアクション。
exactly
  How many elements a parameter takes.
  ちょうどいくつ選ぶか。
so-that
  A condition on all chosen elements together; of an option, on every setting.
  選んだ全体が満たす条件。オプションでは、対戦の前に成り立つべき条件。
so-far
  A condition on a growing choice: on its first element, on the first two, and so on.
  選ぶ途中の全体が満たす条件。
cost
  Steps that are paid first, all or nothing; as a type, an attribute that holds such steps.
  先に払う手順。型では費用を持つ属性。
limit
  How often: `1 per turn`, for each card, else for each player.
  回数の限り(`1 per turn`)。
triggers
  Rules that wait for an event or a condition and then act.
  イベントや条件を待つ規則。
after
  The pattern of a trigger that acts when the event is over; in `options`, answers taken first.
  後に働く誘発のパターン。
before
  The pattern of a trigger that acts before the event's steps; of `insert`: in front of a phase.
  前に働く誘発のパターン。
becomes
  A trigger fires when this condition was false and is true at a checkpoint.
  成り立つようになると働く条件。
optional
  The controller is asked whether to do it.
  行うかどうかを選べる。
replacements
  Rules that happen in an event's place.
  イベントの代わりに起こる規則。
instead
  The pattern of the event that does not happen.
  置き換えられるイベントのパターン。
modifiers
  Rules that change a value or an attribute while their card is active.
  値や属性を変える規則。
forbids
  Patterns of what cannot happen while their card is active.
  起こってはならないこと。
always
  Checks that always hold: whenever a body has ended, all entries that match happen.
  いつも成り立つべきこと。
setup
  The steps before the first round, done once.
  最初に一度だけ行うこと。
phases
  One round, repeated until the match ends; or the phases inside one.
  1ラウンドの進み方。
offer
  The actions that may be taken in a phase, one a turn.
  フェイズで選べるアクション。
turns
  A list of players: once for each, who is `me`; looked at anew before each turn.
  手番の並び。手番ごとに読み直される。
asks
  Players who are asked in order in the turn of another; with `repeat` until all have passed.
  手番を移さずに順に尋ねる人の一覧。`repeat` があれば全員が続けてパスするまで。
rank
  At the end: numbers for a player, best first; the most win.
  勝敗を決める数。大きいほうが勝ち。
winners
  At the end: the players who win, or one, or nobody.
  勝つ人。
keeps
  At the end: what options are in the next match of a campaign.
  キャンペーンの次の対戦でオプションがどうなるか。
policy
  How the machine settles what games settle differently.
  ゲームごとに違う決まり。
queue
  Of triggers: they wait until the body has ended.
  手順が終わるまで誘発を待たせる。
immediate
  Of triggers: they act right after the event.
  誘発がすぐに働く。
last
  Of replacements: the last one alone acts; as a function, the last element.
  最後の置き換えだけが働く。関数では最後の要素。
loops
  What an endless loop leads to: `draw` or `stop`.
  終わらないループの扱い。
draw
  Of loops, or of an end: nobody wins; of a layout: whether it is drawn. Often an event, too.
  引き分け。盤では絵に描くかどうか。カードを引くイベントの名でもある。
watch
  When `always` and `end` are looked at: after each action, or after each event.
  いつ調べるか。
leavers
  What triggers do whose card has left before their turn: they `stop`, or `act`.
  順番が来る前にカードが去った誘発をどうするか。
act
  Of leavers: a trigger that has been raised acts, wherever its card is.
  去ったカードの誘発も働く。
scenarios
  Named ways to begin.
  名のある始め方。
look
  How cards are printed and shown, by kind or enum; no rule reads it.
  カードの見た目。規則は読まない。
size
  Width and height of a card in mm: `63x88`.
  カードの幅と高さ(mm)。
color
  The colour of cards, or the attribute whose members colour them.
  カードの色、または色を決める属性。
corner
  The attributes in the upper left corner of a card.
  カードの左上に置く属性。
line
  The attributes in the row below the name of a card.
  カードの名前の下に並べる属性。
signs
  The signs on cards for numbers: `signs: {rank: {11: J}}`.
  カードで数の代わりに見せる字。
back
  The colour of the back of cards.
  カードの裏の色。
print
  `false` for things that are not printed as cards.
  印刷しないものは`false`。
colors
  The colours of the members of an enum.
  列挙の各語の色。
symbols
  One to three letters for each member of an enum.
  列挙の各語を表す1〜3字。
layout
  Where places stand when the table is drawn; no rule reads it.
  場の見せ方。規則は読まない。
ring
  Places in a circle, clockwise from the upper left corner.
  環に並ぶ場所。
rows
  One card a row of a table; of a board, rows of places.
  表の行。盤では場所の列。
columns
  How many places stand in a row of a board.
  盤の一行の数。
beside
  Of a layout: which places of its rows are neighbours; as a function, the neighbours of one.
  盤の列で、どの場所が隣どうしか。関数では、ある場所の隣。
sides
  Of `beside`: the places left, right, above and below; said of rows, where nothing else is.
  左右と上下の場所が隣どうし(書かなければこれ)。
slant
  Of `beside`: six neighbours each, as every row stands half a place further to the right.
  どの列も半分ずつ右へずれ、六つの場所が隣どうし。
corners
  Of `beside`: the eight places around, those at the corners too.
  斜めも入れて、まわりの八つの場所が隣どうし。
paths
  Of a layout: by place, the neighbouring places, also against the rows.
  場所ごとに、列にかかわらず隣となる場所。
middle
  Zones and state in the middle of a ring; of a card the attributes shown large.
  環の中央に置くもの。カードでは大きく示す属性。
cards
  Plain cards, in tables; of `seen-by`, who sees the cards.
  カードの表。`seen-by` では見える人。
names
  What cards are called, one row a card.
  カードの呼び名。
name
  The name of a card for people.
  人が読む名前。
text
  A text for people: a log line, a menu line, a card's text, a name.
  人が読む文。
only-if
  A condition over options and the number of players; where it does not hold the entry is not there.
  設定や人数による条件。成り立たなければないものとされる。
requires
  The game and expansions that must be there too.
  前提となるゲームや拡張。
extend
  Of an expansion: more members, attributes, state and zones for existing things.
  拡張での追加。
insert
  Of an expansion: phases before or after another.
  拡張でのフェイズの挿入。
override
  Of an expansion: what replaces values, events, actions, phases, the end or cards.
  拡張での置き換え。
"""
