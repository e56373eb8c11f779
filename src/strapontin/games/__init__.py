"""What is played: one package a game, with the same rooms in each."""
