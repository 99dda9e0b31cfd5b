"""Write a static site of games: galleries, a page a card, kinds, decks, rulebooks."""
