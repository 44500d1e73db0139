"""Positions solved by many machines: handed out whole, or split if one position would keep everyone waiting."""
