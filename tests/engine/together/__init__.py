"""Two players choose at the same time: the pattern of docs/new-game.md, for the tests."""
