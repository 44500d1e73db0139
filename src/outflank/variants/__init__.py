"""The compiled solver of the variants: anti-Othello, and both games on smaller boards."""
