"""Opponents: each decides from what its seat may know."""
