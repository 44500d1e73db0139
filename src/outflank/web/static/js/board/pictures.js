// Positions for the pictures beside the names of places.

/** @type {Record<string, string>} */
export const PICTURES = {
  analyse: "------------------XO------XXOO----OXOO----XX-XO----X------------",
  arena: "----XX-----XXX----XXXX----XXXXOO---XOOO--OOOOOO---OOOO------O---",
  friend: "------------------XO------XXXO-----OOX-----O--------------------",
  games: "--OOOO----XOXO--XXOXOOOXXOXXOOOOXXXXXOOOXXOOXOXO--OOOX----OOOO--",
  learn: "---------------------------OX------XXX--------------------------",
  opponents: "-------------O---O--OO---XOOOO----XOOO---OXXOO-----X-------X----",
  practice: "--XXX-----XXXX--XXXXXXXX-XOXXXOOXXXXOOX-OOOOXXXX--OO-------O----",
  progress: "OOOOOO-X--XOOOX-OOOXXOXXOOOXXOOXOOXXXXOXOOOOXOOOXOOXOO--XXXXXX--",
  review: "----------X--X----OXXX----XOXX----XOOOX--XXXXXXX---X-------OOO--",
};
