"""The screens of the page: their messages and answers."""
