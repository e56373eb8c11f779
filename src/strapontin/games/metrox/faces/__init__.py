"""What people see of metroX: notation, view, log, scene and picture."""
