"""Print and play: the games on paper, with all that is to be cut out, folded or written on, and the rules."""

from strapontin.print.booklet import MOST_COPIES, booklet
from strapontin.print.press import PAPERS, Paper

__all__ = ["MOST_COPIES", "PAPERS", "Paper", "booklet"]
