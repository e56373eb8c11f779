"""The pictures of the rules on paper: what the text speaks of, drawn as the printed pieces look."""
