"""What happens at a table, told to an address its owner named: signed, tried again, in words a chat shows."""
