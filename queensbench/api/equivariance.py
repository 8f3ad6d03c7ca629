"""The test of a symmetry under its public name."""

from queensbench.readers.symmetry.equivariance import check_equivariance

__all__ = ["check_equivariance"]
