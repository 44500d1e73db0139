"""Worker processes that run engine searches and parse user input without blocking the event loop."""
