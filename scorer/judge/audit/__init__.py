"""The audit of a judge: what its verdicts agree with, what hangs on them, and whether an answer can bend them."""
