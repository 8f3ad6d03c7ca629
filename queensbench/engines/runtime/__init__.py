"""What all engines stand on: a mode compiled at an instance, the kernel language, and calls of kernels."""
