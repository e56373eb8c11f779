"""Strapontin: four metro board games, one engine."""
