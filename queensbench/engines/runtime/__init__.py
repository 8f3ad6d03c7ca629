"""The base of all engines: a mode compiled at an instance, the kernel language, and calls of kernels."""
