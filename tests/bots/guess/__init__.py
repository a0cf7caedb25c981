"""Guess: a game for tests of the search; only somebody who foresees chance or sees hidden cards can play it well."""
