"""From free-text answers to verdicts: what a judge is asked, what it said, and where that is kept for ever."""
