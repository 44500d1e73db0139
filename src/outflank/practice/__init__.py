"""Practice with spaced repetition: puzzles, endgames against perfect play, and opening lines.

- `puzzles` defines puzzles, `themes` classifies them, and `maker` finds them in games.
- `endgames` finds positions to play out.
- `repertoire` contains the opening lines.
- `deck` stores a person's answers, and the times when cards are due.
- `choosing` picks the next puzzle.
"""
