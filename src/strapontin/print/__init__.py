"""Print and play: a city on paper, with cards to cut out, a score block and the rules on one page."""

from strapontin.print.booklet import PAPERS, Paper, booklet

__all__ = ["PAPERS", "Paper", "booklet"]
