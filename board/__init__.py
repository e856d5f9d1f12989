"""Floor 0: the domain of the leaderboard. No network, no user interface, no torch."""
