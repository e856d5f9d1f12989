"""Floor 3: from a submission and the key to a result."""

SCORER_VERSION = "retally-scorer-1"
