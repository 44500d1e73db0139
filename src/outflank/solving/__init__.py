"""Solves positions on many machines: each is handed out whole, or is split if it would keep the others waiting."""
