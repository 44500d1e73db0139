"""The web server: HTTP, WebSockets, static files and their limits."""
