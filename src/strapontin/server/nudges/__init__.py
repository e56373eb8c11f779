"""A word to whoever is waited for and does not look: Web Push, to devices that asked for it."""
