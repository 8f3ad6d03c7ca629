"""Measurements of tests of engines: readings told, faults found, plays shrunk, moves a second, logs followed."""
