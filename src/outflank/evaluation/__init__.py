"""The evaluation: what a position is worth at a glance, by patterns whose weights were learned from games."""
