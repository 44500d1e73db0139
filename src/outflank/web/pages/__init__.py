"""The web app's screens: the messages that they send, and the handlers for these messages."""
