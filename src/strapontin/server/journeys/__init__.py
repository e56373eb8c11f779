"""My journeys: the games a guest has finished, and a rating for each game."""
