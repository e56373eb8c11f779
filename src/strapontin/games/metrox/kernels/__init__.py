"""What compiles of metroX: its records, its rules, and what bots make of them."""
