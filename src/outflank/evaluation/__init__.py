"""The evaluation: estimates a position's final score from patterns, with weights learned from games."""
