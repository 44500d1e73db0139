"""Practice with spaced repetition: puzzles, endgames against perfect play, and opening lines.

- `puzzles` defines puzzles, `themes` classifies them, and `maker` creates them from games.
- `endgames` selects positions to play out.
- `repertoire` contains the opening lines.
- `deck` stores a person's answers and the times when cards are due.
- `choosing` picks the next puzzle.
"""
