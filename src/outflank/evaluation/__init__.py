"""The evaluation: a position's expected score from patterns, with weights learned from games."""
