"""Floor 0: the domain of the leaderboard. No network, no pages, no torch."""
