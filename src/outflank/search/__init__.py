"""The search: exact endgames."""
