"""What compiles: records and rules."""
