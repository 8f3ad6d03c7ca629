"""The parts of an audit: what it prints as rows, and one module for each way in which it judges."""
