"""The graphical programs that people run engines in, played by scripts written from the protocols' descriptions."""
