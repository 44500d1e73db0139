"""The server: WebSockets, files, and the limits on both."""
