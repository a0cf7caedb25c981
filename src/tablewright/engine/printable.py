"""Texts of people and programs, without anything that a terminal would obey."""


def shown(text: str) -> str:
    """A line in which every control character is a space."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
