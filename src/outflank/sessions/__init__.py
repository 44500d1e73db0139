"""The use cases that all interfaces share.

Sessions never print anything or open sockets. They take parsed values and return typed events for an interface to
render.
"""
