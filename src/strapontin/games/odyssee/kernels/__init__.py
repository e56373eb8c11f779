"""What compiles of L'Odyssée: its records, its rules, and what bots make of them."""
