"""Menagerie: draft animals into a five-space tableau, level them up, sell them, and compare power every round."""
