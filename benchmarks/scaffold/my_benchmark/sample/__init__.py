"""An invented stand-in for My Benchmark; ``make.py`` draws all of it but the stated scores."""
