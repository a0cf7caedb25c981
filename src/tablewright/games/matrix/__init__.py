"""Matrix: a 3x3 board of numbers, twenty cards that rearrange it, the row in front of you is your score."""
