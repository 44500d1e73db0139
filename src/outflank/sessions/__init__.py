"""What people do with the program, whatever interface they do it by: sessions print nothing and know no socket.

They take parsed values and give back typed events, which an interface renders.
"""
