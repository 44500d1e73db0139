"""Pages at the other end of a line: the server, its WebSockets and files, and what keeps them within bounds."""
