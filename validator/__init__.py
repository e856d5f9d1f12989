"""Floor 2: from an untrusted file to a checked submission, or a list of issues. Opens no key."""

READER_VERSION = "retally-reader-1"
