"""A game whose effects are known exactly: what the lab must find, and what it must not find."""
