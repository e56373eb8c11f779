"""The line of the day: one deal a game, the same for everybody, one counted try."""
