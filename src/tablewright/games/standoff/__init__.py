"""Standoff: build a deck, grow blocks from the edges of a 16x16 board, and hold most of the Red Gun when it is full."""
