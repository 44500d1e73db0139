"""Training: weights from nothing but games that the engine plays against itself."""
