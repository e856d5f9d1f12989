"""Floor 3: from a submission and the key to a result."""
