"""The screens of the web app: the messages that they send, and the handlers for these messages."""
