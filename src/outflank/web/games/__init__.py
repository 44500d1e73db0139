"""Games in progress and games that are stored: their people, clocks, watchers and files."""
