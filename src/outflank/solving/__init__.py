"""Positions solved by many machines: dealt to them whole, or split where one position would keep all waiting."""
