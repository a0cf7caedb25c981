"""Measuring games: simulate thousands of them and say what came out, with honest intervals."""
