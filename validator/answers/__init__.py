"""Reading one answer: what did the model say, without guessing in its favour."""
