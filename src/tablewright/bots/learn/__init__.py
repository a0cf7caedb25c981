"""Learning to judge positions: games, features, fitting, and a gate that only lets better networks through."""
