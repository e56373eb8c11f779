"""Several processes behind one door: the foreman who starts them, and what they tell each other."""
