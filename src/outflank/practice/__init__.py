"""Practice: puzzles, endgames against perfect play, and openings learnt by heart, repeated at growing intervals.

`puzzles` says what a puzzle is, `themes` what it is about, `maker` finds some in games; `endgames` sets positions to
be played out; `repertoire` holds lines of openings; `deck` keeps what a person has done, and when it is due again.
"""
