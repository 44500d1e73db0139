"""Use cases shared by all interfaces.

Sessions print nothing and open no sockets. They take parsed values and return typed events, which an interface renders.
"""
