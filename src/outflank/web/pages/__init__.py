"""The screens of the page: their messages, and the answers."""
