"""Use-cases for any interface: sessions print nothing and know no socket.

They take parsed values and give back typed events, which an interface renders.
"""
