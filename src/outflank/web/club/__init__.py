"""The club of a server: its members with their names, their challenges, rated games and tournaments."""
