"""Wallet Game: 18 double-sided cards that turn and flip; the cards in front of you are your purse."""
