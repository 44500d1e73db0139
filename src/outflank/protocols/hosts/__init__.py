"""Use other programs as players: engines that speak NBoard or GTP, and the consoles of Edax and Egaroucid."""
