"""Symmetries of rules: declared ones as groups, and kinds whose members all rules treat alike."""
