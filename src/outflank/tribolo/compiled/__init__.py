"""Tribolo on small compiled kernels, for the strong player; nothing else imports them."""
