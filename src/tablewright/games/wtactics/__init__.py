"""WTactics: any card is an army or, face down, the gold that pays for it; two fronts, two fields, quests beside."""
