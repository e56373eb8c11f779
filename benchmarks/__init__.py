"""Programs that measure: speed, strength, reference points."""
