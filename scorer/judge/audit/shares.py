"""How many answers are looked at by chance. In a file of its own, which the command line reads before any other."""

SHARE_OF_OTHERS = 0.05  # of the answers that nothing points to, asked about with canary questions
