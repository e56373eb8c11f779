"""What finished games teach."""
