"""An invented benchmark of 24 judged rounds about four drawn films; ``make.py`` draws and writes all of it."""
