"""Worker processes, which run engine searches and read users' text without blocking the event loop."""
