"""The web app's screens: the messages that each sends, and the answers to them."""
