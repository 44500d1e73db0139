"""The compiled engine for boards that are larger than 8×8: 10×10, in Othello and anti-Othello."""
