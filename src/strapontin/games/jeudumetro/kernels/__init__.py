"""What compiles of Le Jeu du Metro: its records, its rules, and what bots make of them."""
