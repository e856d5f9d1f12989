"""An invented benchmark of 48 questions about six short walks; ``make.py`` draws all of it."""
