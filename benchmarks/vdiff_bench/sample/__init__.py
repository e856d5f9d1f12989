"""An invented benchmark of 40 questions about drawn image pairs; ``make.py`` draws all of it."""
