"""What every game shares: kernels, the contract of a game, matches, records and fair draws."""
