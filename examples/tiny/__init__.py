"""Tiny: play numbers, make the count a multiple of five; the example game of docs/new-game.md."""
