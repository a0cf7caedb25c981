"""The table: a server and its pages where people and bots play any game by its view."""
