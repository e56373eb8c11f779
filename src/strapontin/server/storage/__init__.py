"""What survives a crash: guests, tables, seats, the journal of every table, and what was said there."""
