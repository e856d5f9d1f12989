"""Floor 2: from an untrusted file to a checked submission, or a list of issues. Opens no key.

The door for other code is :func:`validator.validate`.
"""

from validator.validate import validate as validate

READER_VERSION = "retally-reader-1"
