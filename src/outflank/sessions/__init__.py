"""Use cases for any interface: sessions print nothing and open no socket.

They take parsed values and return typed events, which an interface renders.
"""
