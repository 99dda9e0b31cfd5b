"""Provide a page with the search of the terminal: one script, and the cards as plain data."""

from cardwright.apps.cards.web.script import answer, search_script, web_data

__all__ = ["answer", "search_script", "web_data"]
