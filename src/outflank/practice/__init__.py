"""Practice with spaced repetition: puzzles, endgames against perfect play, and opening lines.

- `puzzles` defines a puzzle, `themes` classifies it, and `maker` finds puzzles in games.
- `endgames` finds positions to play out.
- `repertoire` has the opening lines.
- `deck` stores a person's answers and due times.
- `choosing` picks the next puzzle.
"""
