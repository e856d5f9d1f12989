"""Floor 3, beside the scorer: what people look at. Neither knows the other; no private key is ever opened here."""
