"""The server: its WebSockets and files, and their limits."""
