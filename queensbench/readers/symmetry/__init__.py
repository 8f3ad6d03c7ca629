"""Symmetries of rules: declared ones as groups, and kinds whose members are interchangeable in all rules."""
