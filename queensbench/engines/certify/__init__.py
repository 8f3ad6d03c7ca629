"""Certificates of exhausted instances, which :mod:`queensbench.evidence.checker` confirms."""
