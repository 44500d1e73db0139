"""Other programs as players: engines that speak NBoard or GTP, or have the console of Edax or Egaroucid."""
