"""Proofs of exact scores on small boards, which anybody can check with nothing but the rules."""
