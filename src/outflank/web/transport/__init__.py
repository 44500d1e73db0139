"""The web server: HTTP, WebSockets, static files, and limits on their use."""
