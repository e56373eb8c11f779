"""What people see of Le Jeu du Metro: notation, view, log, scene and picture."""
