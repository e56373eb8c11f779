"""Print and play: a city on paper, with cards to cut out, a score block and the rules on one page."""

from strapontin.print.booklet import MOST_COPIES, PAPERS, Paper, booklet

__all__ = ["MOST_COPIES", "PAPERS", "Paper", "booklet"]
