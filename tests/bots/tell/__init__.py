"""Tell: a game for tests of the search; only somebody who listens can play it well."""
