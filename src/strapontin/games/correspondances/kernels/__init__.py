"""What compiles of Correspondances: its records, its rules, and what bots make of them."""
