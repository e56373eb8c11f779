"""What people see of L'Odyssée: notation, view, log, scene and picture."""
