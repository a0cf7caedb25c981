"""Every game in the interfaces that programs for learning and solving expect: OpenSpiel, PettingZoo, Gymnasium."""
