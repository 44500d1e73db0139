// The words of the server, as types. `outflank/web/transport/schema.py` is the other side.

export const VERSION = 6;

/** The longest message the server takes, in bytes; it says so itself in its welcome. */
export const LONGEST = 256 * 1024;

/**
 * What is said and known of a node of a study, by the letters of `trees.py`: comment, sign, marks, value of the move,
 * seconds that it took, seconds left after it, analysis of the position.
 * @typedef {{c?: string, s?: string, k?: [string, string, string?][], v?: MoveValue, t?: number, l?: number, a?:
 *   Analysis}} Said
 */

/**
 * @typedef {object} View  A position as it is drawn.
 * @property {number} width
 * @property {number} height
 * @property {string} cells  One character a cell, row by row.
 * @property {number | null} turn
 * @property {Record<string, number[]>} legal  The cells that each legal move turns over.
 * @property {number[]} counts
 * @property {boolean} over
 * @property {string} text  The position as text.
 * @property {Result | null} result  How the game ended, if it has.
 */

/**
 * @typedef {object} Result  How a game ended.
 * @property {string} words
 * @property {number[]} winners  The seats that won, several in a tie.
 * @property {number[]} scores
 * @property {"counted" | "board" | "resigned" | "time" | "fault"} how  By the count of the pieces, in another way on
 *   the
 *   board, or besides.
 * @property {number | null} loser  The seat that lost it besides.
 * @property {string} reason  What was at fault.
 */

/**
 * @typedef {object} MoveValue  What is known about a move, in the view of the side that makes it.
 * @property {string} move
 * @property {number | null} value
 * @property {"exact" | "lower" | "upper"} bound
 * @property {number} depth
 * @property {number} selectivity
 * @property {"heuristic" | "exact" | "wld" | "book"} kind
 * @property {string[]} pv
 * @property {number | null} [spread]  How far the final score usually is from the value, in discs.
 * @property {number | null} [chance]  How likely it wins, from 0 to 1.
 */

/**
 * @typedef {object} Analysis
 * @property {MoveValue[]} moves
 * @property {number} depth
 * @property {number} selectivity
 * @property {number} nodes
 * @property {number} seconds
 */

/**
 * @typedef {object} Played
 * @property {number} seat
 * @property {string} move
 * @property {number[]} flips
 * @property {number[]} skipped  The seats that were passed over after it.
 * @property {number} seconds
 * @property {(MoveValue & {nodes: number, seconds: number}) | null} found
 */

/**
 * @typedef {object} GameState
 * @property {string} game
 * @property {string} kind
 * @property {string[]} names
 * @property {number} revision
 * @property {string[]} seats
 * @property {string[]} labels
 * @property {string} start
 * @property {Played[]} moves
 * @property {string} opening  The name of the opening so far, in English; empty if it has none.
 * @property {number} undone
 * @property {View} view
 * @property {boolean} must_pass
 * @property {boolean} thinking
 * @property {boolean} paused
 * @property {{control: string, left: number[], runs: boolean} | null} clock
 * @property {Result | null} result
 * @property {number} pace
 * @property {boolean} kept  Whether the server keeps the game: it does once there was a move, or somebody was invited.
 * @property {boolean} shared  Whether several people play, or will.
 * @property {({name: string, waits: boolean, here: boolean} | null)[]} people  By seat, null for a program; `waits`
 *   is for
 *   somebody to take the seat, `here` for who is connected.
 * @property {number} watching  How many watch besides those who play.
 * @property {Offer[]} offers
 * @property {string} next  The game that followed this one, if one did.
 * @property {number[]} you  The seats of who is at this page.
 * @property {boolean} part  Whether who is at this page has a part in the game; others only watch.
 * @property {boolean} owner  Whether who is at this page began the game.
 */

/**
 * @typedef {object} Offer  What is asked of the others.
 * @property {"undo" | "rematch"} what
 * @property {number[]} by  The seats of who asks.
 * @property {number[]} agreed  The seats of those who agree.
 */

/**
 * @typedef {object} KeptGame  A game as the server keeps and lists it.
 * @property {string} id
 * @property {string} kind
 * @property {string[]} players  What they are called; empty for a person without a name.
 * @property {number[]} persons  The seats of people.
 * @property {number | null} own  The seat of the reader, if it is known.
 * @property {string} start
 * @property {string[]} moves
 * @property {number} n_moves  Passes included.
 * @property {string} cells  As they are now.
 * @property {number} width
 * @property {Result | null} result  Null while it goes on.
 * @property {string} opening
 * @property {number} created  In seconds since 1970, as is the next one.
 * @property {number} changed
 * @property {string} name  What its reader calls it.
 * @property {boolean} reviewed
 * @property {boolean} part  Whether its reader has a part in it, or may take one as nobody has; if not, one can watch.
 */

/**
 * @typedef {object} KindInfo  A kind of game.
 * @property {string} title
 * @property {string} goal  How it is won, in a few words.
 * @property {string[]} names  Of the sides.
 * @property {number[]} sizes  That its board may have, the usual one first.
 * @property {string} start  The usual start as text; empty where it is drawn.
 * @property {string[]} opponents  Who plays if nobody is named.
 * @property {string} first  The character that plays instead where it can; empty if there is none.
 * @property {boolean} analysed  Whether the engine knows it.
 * @property {PlayerInfo[]} players
 * @property {CharacterInfo[]} characters  The ladder, weakest first; each is a player as well.
 * @property {StoryInfo[]} stories  Of the published players.
 */

/**
 * @typedef {object} CharacterInfo
 * @property {string} name  As a player, who has its label and, as its promise, how it plays.
 * @property {string} plays  The player that it stands for.
 * @property {string} animal  That it looks like.
 * @property {{rating: number, error_95: number, games: number} | null} rating  As it was measured, if it was.
 */

/**
 * @typedef {object} StoryInfo  A publication that players come from.
 * @property {string} title
 * @property {string} source
 * @property {string} text
 * @property {number} number  Its place in the list, 0 for one of another package.
 * @property {string} document  Its title.
 * @property {string} published  Where and when.
 * @property {string} file  The program here.
 * @property {string} command
 * @property {string} press  How to play against it on the page.
 * @property {WordInfo[]} words
 * @property {string[]} mends
 * @property {string[]} members  The players that come from it.
 */

/**
 * @typedef {object} WordInfo  A word of a publication.
 * @property {string} word
 * @property {string} here  Where it lives.
 * @property {string} player  That it is the name of, if it is one.
 */

/**
 * @typedef {object} PlayerInfo
 * @property {string} name
 * @property {string} label
 * @property {string} promise
 * @property {string} about
 * @property {string} group
 * @property {number[]} sizes  Of the boards that it plays on; none where there is but one board.
 * @property {boolean} searches
 * @property {{name: string, type: string, default: any, choices: [string, string][], least: number | null, most:
 *   number | null}[]} options
 * @property {string[]} either  Options of which only one may be given.
 */

/** How many squares are empty, on a board without walls. @param {View} view */
export function emptiesOf({ width, height, counts }) {
  return counts.reduce((left, count) => left - count, width * height);
}

/** The name of a cell: a letter for the column, a number from 1 for the row.
 * @param {number} cell @param {number} width */
export function nameOf(cell, width) {
  return "abcdefghijklmnop"[cell % width] + (Math.floor(cell / width) + 1);
}

/** The cell of a name, -1 if it names none. @param {string} name @param {number} width @param {number} height */
export function cellOf(name, width, height) {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name.slice(1)) - 1;
  return column >= 0 && column < width && row >= 0 && row < height && Number.isInteger(row) ? row * width + column : -1;
}
