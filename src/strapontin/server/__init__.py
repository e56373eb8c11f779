"""Tables that never lose a move: the game over HTTP and WebSocket, on one laptop or on many machines."""
