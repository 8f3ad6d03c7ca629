"""Smallest changes of readings under which all properties hold: implicit hitting sets."""
