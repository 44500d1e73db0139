"""Train evaluation weights from self-play alone."""
