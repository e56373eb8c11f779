"""What people see of Correspondances: notation, view, log, scene and picture."""
