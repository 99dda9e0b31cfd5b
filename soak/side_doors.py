"""Side doors by which a game may tell what is hidden, each by another rule; and what is none.

All are the base game of `planted` with a fragment put into it. Here are the ways that cards take
without being shown (`exchange`, `fill`, `create`, `retire`), what is shown because of something
else, what can be taken back, what a campaign keeps, and zones without order.
"""

from __future__ import annotations

from soak.fragments import BASE, TOP, probing, with_card, with_dice

Fragment = dict[str, str]

RACK = "rack: {of: card, slots: 3, seen-by: nobody, text: rack}"
BAG = "bag: {of: card, seen-by: {cards: nobody, count: nobody}, text: bag}"
ROW = "row: {of: card, order: row, seen-by: nobody, text: row}"
TOKENS = {
    "kinds": "token:\n  attributes: {worth: int}\n  copies: 4\n  text: token",
    "cards": "- {kind: token, id: coin, worth: 1}\n- {kind: token, id: gem, worth: 5}",
    "zones": "till: {of: token, seen-by: {cards: nobody, count: nobody}, text: till}\n"
    "shop: {of: token, seen-by: everyone, text: shop}\n"
    "player.purse: {of: token, seen-by: owner, text: purse}",
}
BID = "count: 2-3\nstate: {coins: int = 5, bid: {is: int = 0, seen-by: owner}}"
BIDS = (
    f"{BASE['setup']}\n"
    "  for each p in players:\n    choose n from 1..6 by chance\n    set p.bid to n"
)
SECRET = BASE["kinds"].replace("state: {", "state: {secret: {is: int = 0, seen-by: nobody}, ")
HIGHER = "default(top(deck).rank, 0) > default(bottom(deck).rank, 0)"
THEIRS = "next(me).hand"


def with_rack(steps: str) -> Fragment:
    """Return a fragment with an action that does some steps, where a rack is filled unseen."""
    return probing(steps, zones=f"{RACK}\n{BAG}")


def with_row(steps: str) -> Fragment:
    """Return a fragment with an action that does some steps, where three cards lie in a row."""
    return probing(steps, zones=ROW, setup=f"{BASE['setup']}\n  move top(deck, 3) to row")


def with_coins(steps: str) -> Fragment:
    """Return a fragment with an action that does some steps, where copies can be created."""
    return probing(steps, **TOKENS)


def with_bids(steps: str) -> Fragment:
    """Return a fragment with an action that does some steps, where each has a bid of their own."""
    return probing(steps, players=BID, setup=BIDS)


def keeping(value: str, option: str, **others: str) -> Fragment:
    """Return a fragment whose end keeps something for the next match."""
    end = f'{{when: round > 2, rank: [coins], keeps: {{kept: "{value}"}}}}'
    return {"options": f"kept: {option}", "end": end, **others}


TELLING: dict[str, Fragment] = {
    # --- cards that change places unseen ----------------------------------------------------------
    "two hidden cards change places if one is higher": probing(
        f"if {HIGHER}, exchange top(deck) with bottom(deck)"
    ),
    "a hidden hand gives its red card for the top of the deck": probing(
        f"if has-red(next(me)) and deck is not empty, exchange first({THEIRS}) with top(deck)"
    ),
    "cards of a closed chest change places": probing(
        "move top(deck) to chest\n"
        f"if {TOP} and count(chest) > 1, exchange first(chest) with last(chest)"
    ),
    "a public card changes places with one that another hidden card picks": probing(
        "if table is not empty and deck is not empty, "
        f"exchange table[1] with (top(deck) if {HIGHER} else bottom(deck))"
    ),
    "one's own card is exchanged if a hidden card is red": probing(
        f"if {TOP} and me.hand is not empty, exchange first(me.hand) with bottom(deck)"
    ),
    "which place of a row that is known is exchanged": with_row(
        "reveal row[2]\nif count(row) > 2 and deck is not empty:\n"
        "  exchange top(deck) with (row[2] if row[1].color == red else row[3])"
    ),
    # --- slots that are filled unseen -------------------------------------------------------------
    "a hidden rack is filled if a hidden card is red": with_rack(f"if {TOP}, fill rack from deck"),
    "a hidden rack is filled from one of two piles": with_rack(
        f"if {TOP}:\n  fill rack from deck\nelse:\n  fill rack from chest"
    ),
    "a rack is emptied by what lies in it": with_rack(
        "fill rack from deck\nfor each c in rack where color == red, move c to bag"
    ),
    "how many vacant slots a hidden card leaves": with_rack(
        "fill rack from deck\nfor each c in rack where rank > 4, move c to bottom of deck"
    ),
    # --- copies that are made ---------------------------------------------------------------------
    "a copy made unseen if a hidden card is red": with_coins(f"if {TOP}, create 1 coin into till"),
    "how many copies are made unseen": with_coins("create (top(deck).rank) coin into till"),
    "a copy into the hand that holds the highest": with_coins(
        "let p = default(leader(players, strength(it)), me)\ncreate 1 coin into p.purse"
    ),
    "what is left of what is made unseen": with_coins(
        f"if {TOP}, create 1 coin into till\ncreate 1 coin into shop -> made\ngain count(made)"
    ),
    "which of two cards is made": with_coins(
        f"if {TOP}:\n  create 1 coin into shop\nelse:\n  create 1 gem into shop"
    ),
    # --- copies that are given back ---------------------------------------------------------------
    "a hidden card given back if it is red": probing(f"if {TOP}, retire top(deck)"),
    "one of two cards given back, by a third": probing(
        "if count(deck) > 2:\n  reveal bottom(deck)\n"
        "  retire bottom(deck) if deck[2].color == red else top(deck)"
    ),
    "red cards of a closed chest given back": probing(
        "move top(deck, 2) to chest\nfor each c in chest where color == red, retire c"
    ),
    "what is given back is free again": probing(
        f"if {THEIRS} is not empty, retire first({THEIRS})\n"
        "create 1 red-1 + 1 red-2 + 1 red-3 + 1 red-4 into discard"
    ),
    # --- shown because of something else ----------------------------------------------------------
    "the higher of two hidden cards is shown": probing(
        f"if {HIGHER}:\n  reveal top(deck)\nelse:\n  reveal bottom(deck)"
    ),
    "a card shown to whose hand is best": probing(
        "let p = default(leader(players, strength(it)), me)\n"
        "if deck is not empty, reveal top(deck) to p"
    ),
    "the lowest card of a hand is shown": probing(
        f"if {THEIRS} is not empty, reveal first(sort({THEIRS}, rank))"
    ),
    "a card shown if another hidden one is red": probing(
        f"if bottom(deck).color == red and {THEIRS} is not empty, reveal first({THEIRS})"
    ),
    "so many cards shown as another says": probing(
        "reveal top(deck, default(bottom(deck).rank, 0))"
    ),
    "a card that another one beats is shown to its side": probing(
        f"if {HIGHER}, reveal bottom(deck) to next(me)"
    ),
    "a number told only if a hidden card is red": probing(
        f"if {TOP}, reveal count({THEIRS} where rank > 4) > 1"
    ),
    "one of two facts told": probing(
        f"if {TOP}:\n  reveal bottom(deck).rank > 4\nelse:\n  reveal bottom(deck).color == red"
    ),
    "the higher of two hidden cards comes to the table": probing(
        f"if {HIGHER}:\n  move top(deck) to table\nelse:\n  move bottom(deck) to table"
    ),
    "the higher of two hidden cards is drawn": probing(
        f"if {HIGHER}:\n  move top(deck) to me.hand\nelse:\n  move bottom(deck) to me.hand"
    ),
    # --- what can be taken back -------------------------------------------------------------------
    "chance where nobody sees it": probing(
        f"if {TOP}:\n  choose k from 1..6 by chance\n  set cup to k",
        state="cup: {is: int = 0, seen-by: nobody}",
    ),
    "chance in the state of a hidden card": probing(
        f"if {TOP}:\n  choose k from 1..2 by chance\n  set bottom(deck).secret to k",
        kinds=SECRET,
    ),
    "a hidden card drawn by chance and forgotten": probing(
        f"if {TOP}:\n  choose c from deck by chance\n  let d = c"
    ),
    "chance in what a hidden hand holds": probing(
        "if has-red(next(me)):\n  choose k from 1..6 by chance\n  set cup to k",
        state="cup: {is: int = 0, seen-by: nobody}",
    ),
    "the same card shown again": probing(f"if {HIGHER}, reveal first(me.hand) to next(me)"),
    # --- what is kept for the next match ----------------------------------------------------------
    "the order of a deck is kept": keeping("each(deck, it.definition)", "list of def of card"),
    "a count of a deck is kept": keeping("count(deck where color == red)", "0..99 = 0"),
    "a hidden hand is kept": keeping("each(seats[1].hand, it.definition)", "list of def of card"),
    "whether a hidden hand is strong is kept": keeping(
        "strength(seats[2]) > 15", "{type: bool, default: false}"
    ),
    "a hidden bid is kept": keeping("max(players, bid, 0)", "0..99 = 0", players=BID, setup=BIDS),
    "what is left of copies made unseen is kept": keeping(
        "count(till)",
        "0..99 = 0",
        **with_coins(f"if {TOP}, create 1 coin into till"),
    ),
    # --- zones without order ----------------------------------------------------------------------
    "open cards piled in the order of a hidden one": probing(
        f"move sort(table, rank if {TOP} else 0 - rank) to discard"
    ),
    "hidden cards taken in the order of their ranks": probing(
        f"if count({THEIRS}) > 1, move first(sort({THEIRS}, rank)) to chest"
    ),
    "the first of an open heap that a hidden card picks": probing(
        f"if discard is not empty and {TOP}, move first(discard) to table",
        setup=f"{BASE['setup']}\n  move top(deck, 2) to discard",
    ),
    "which place of a row is turned over": with_row(
        "if count(row) > 2, move (row[2] if row[1].color == red else row[3]) to table"
    ),
    "two hidden hands change hands": probing(
        f"if strength(me) > strength(next(me)) + 4:\n  let mine = me.hand\n"
        f"  move {THEIRS} to me.hand\n  move mine to next(me).hand"
    ),
    # --- who does it, and how ---------------------------------------------------------------------
    "a player who acts is picked by hands": probing(
        "let p = default(leader(players, strength(it)), me)\ngain 1 by p"
    ),
    "a list that is named": probing(
        f"tell ({THEIRS} where color == red)", events='tell (list of card cs):\n  text: "{cs}"'
    ),
    "a result that a text names": probing(
        "weigh -> n",
        events='weigh -> int:\n  do: return strength(next(me))\n  text: "{result} in all"',
    ),
    "an event inside one that happens": probing(
        "outer", events=f"outer:\n  do: 'if {TOP}, inner'\n  text: outer\ninner:\n  text: inner"
    ),
    "a loop that stops at a hidden card": probing(
        "for each c in deck:\n  if c.color == red, stop\n  gain 1"
    ),
    "a search that goes on until a hidden card": probing(
        "let n = 0\nrepeat 4 times:\n"
        "  if deck is not empty and deck[1].rank > n:\n    add 1 to n\ngain n"
    ),
    "the end of the match by the deck": probing(f"if {HIGHER} and round > 2, end game"),
    "a turn left early": probing(f"if {TOP}, leave act"),
    # --- state ------------------------------------------------------------------------------------
    "a set of players by their hands": probing(
        "set lucky to players where has-red(it)", state="lucky: set of player"
    ),
    "a list of colours by the deck": probing(
        "set seen to each(top(deck, 2), color)", state="seen: list of color"
    ),
    "a bag of colours by the deck": probing(
        "for each c in top(deck, 2) where color == red, add 1 red to seen",
        state="seen: bag of color",
    ),
    "a hidden bid told by who is ahead": with_bids(
        "set start-player to default(leader(players, bid), me)"
    ),
    "a bid that decides what others gain": with_bids("if any(opponents, bid > 3), gain 1"),
    "a flag that lasts for a round": probing(
        f"set flag to {TOP}", state="flag: bool = false until round"
    ),
    "state of an open card by a hidden one": probing(
        f"if {TOP}, for each c in table, set c.marked to true"
    ),
    "a throw that decides unseen": with_dice("if any(me.cup, face > 3), gain 1 by next(me)"),
    # --- what is asked ----------------------------------------------------------------------------
    "how many one may pick": probing(
        "choose up to (default(top(deck).rank, 0) // 3) cs from table\nmove cs to discard"
    ),
    "an alternative taken by itself": probing(
        f"choose one:\n  gain 1 when {TOP}\n  gain 2 when not ({TOP})"
    ),
    "who chooses in secret": probing(
        "at once for each p in players where has-red(p):\n  choose n from 1..2 by p\n"
        "then:\n  gain n by p"
    ),
    "a condition on a set by a hidden card": probing(
        "choose up to 2 cs from table so that sum(cs, rank) <= default(top(deck).rank, 0)\n"
        "move cs to discard"
    ),
    "a card of the deck that its holder does not see is asked for": probing(
        f"if count({THEIRS} where rank > 4) > 1:\n"
        "  choose c from table by next(me)\n  move c to discard"
    ),
    "who may take back a card": probing(
        "for each p in players where strength(p) > 16:\n  may by p, draw 1 by p"
    ),
    # --- zones seen by others ---------------------------------------------------------------------
    "one's own rack that only the others see": probing(
        "if first(me.front).color == red, gain 1",
        zones="player.front: {of: card, order: row, seen-by: others, text: front}",
        setup=f"{BASE['setup']}\n  for each p in players, move top(deck, 2) to p.front",
    ),
    "the card below the top that all see": probing(
        "if count(heap) > 1 and heap[2].color == red, gain 1",
        zones="heap: {of: card, order: stack, seen-by: {cards: nobody, top: everyone}, text: heap}",
        setup=f"{BASE['setup']}\n  move top(deck, 4) to heap",
    ),
    "how many cards an uncounted bag holds": probing(
        "for each c in top(deck, 2) where color == red, move c to bag", zones=BAG
    ),
    # --- rules of hidden cards --------------------------------------------------------------------
    "a rank that a card in a hand raises": with_card(
        "modifiers: [{value: price, to: result + 3}]",
        actions="ask-price:\n  in: act\n  do: set told to price(next(me))",
    ),
    "a trigger of a hidden card that shows nothing": with_card(
        "triggers:\n- after: greet\n  do: move top(deck) to chest",
        actions="meet:\n  in: act\n  do: greet next(me)",
    ),
}
"""Fragments that tell, by what they show."""

SILENT: dict[str, Fragment] = {
    "two hidden cards change places always": probing(
        "if count(deck) > 1, exchange top(deck) with bottom(deck)"
    ),
    "a hidden rack is filled always": with_rack("fill rack from deck"),
    "a card shown if it is red": probing(f"if {TOP}, reveal top(deck)"),
    "the top card drawn until one is shown red": probing(
        "let done = false\nrepeat 3 times:\n  if deck is not empty and not done:\n"
        "    let c = top(deck)\n    move c to table\n    set done to c.color == red"
    ),
    "both shown, then the higher one drawn": probing(
        "if count(deck) > 1:\n  reveal top(deck)\n  reveal bottom(deck)\n"
        f"  move (top(deck) if {HIGHER} else bottom(deck)) to me.hand"
    ),
    "chance where nobody sees it, always": probing(
        "choose k from 1..6 by chance\nset cup to k", state="cup: {is: int = 0, seen-by: nobody}"
    ),
    "one's own open points are kept": keeping("max(players, coins, 0)", "0..999 = 0"),
    "a hand that was shown is kept": keeping(
        "each(seats[1].hand, it.definition)",
        "list of def of card",
        phases="- {id: act, turns: players}\n- {id: show, do: reveal player.hand}",
    ),
    "all of a rank that are asked for come to the hand": probing(
        f"choose n from 1..8\nlet found = {THEIRS} where rank == n\n"
        "if found is not empty:\n  reveal found\n  move found to me.hand\nelse:\n  draw 1"
    ),
    "a copy made unseen always": with_coins("create 1 coin into till"),
    "any hidden card given back": probing("if deck is not empty, retire top(deck)"),
    "a copy into a hand, and one of that hand given back": with_coins(
        f"if {THEIRS} is not empty, retire first({THEIRS})\ncreate 1 coin into next(me).purse"
    ),
}
"""Fragments like those that tell nothing, or only what a declared event shows."""
