"""Other programs as players: engines that speak NBoard, GTP, or the consoles of Edax or Egaroucid."""
