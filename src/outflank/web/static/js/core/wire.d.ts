// Made of the server's messages by 'npm run wire'.

export type Incoming =
  | Hello
  | Hint
  | Analyse
  | Explain
  | Stop
  | ReviewGame
  | Tree
  | AskArena
  | Explore
  | ListStudies
  | OpenStudy
  | KeepStudy
  | NameStudy
  | DeleteStudy
  | CopyStudy
  | WriteStudy
  | StudyFile
  | GameFile
  | ListGames
  | ClaimGames
  | NameGame
  | DeleteGame
  | AskReview
  | Fill
  | New
  | Open
  | Play
  | Change
  | Seen
  | Invite
  | Withdraw
  | Invited
  | Join
  | AskRematch
  | AnswerOffer
  | Seats
  | Leave
  | Practice
  | NextPuzzle
  | SolvePuzzle
  | PuzzleHint
  | MakePuzzles
  | NextEndgame
  | EndgameMove
  | DrillLine
  | AddLine
  | RemoveLine
  | AskProgress
  | ReadText
  | LookAt
  | WriteGame;

export interface Wire {
  incoming: Incoming;
  game: GameFields;
  kind: KindFields;
  listed: ListedGame;
  analysis: AnalysisFields;
  judged: JudgedMoveFields;
}
/**
 * The first message of a page.
 *
 * `key` is a secret of the browser, by which it is known again. `knows` is the edition of the games and players that
 * the browser has kept.
 */
export interface Hello {
  id?: number;
  type: "hello";
  v: number;
  key?: string | null;
  knows?: string;
}
/**
 * Ask for the best move of a game that is being played.
 */
export interface Hint {
  id?: number;
  game: string;
  type: "hint";
}
/**
 * Value the moves of a position, best first, until the end, a limit or `Stop`; one analysis a page.
 */
export interface Analyse {
  id?: number;
  type: "analyse";
  kind?: string;
  position: string;
  top?: number;
  depth?: number | null;
  seconds?: number | null;
  known?: KnownAnalysis | null;
}
/**
 * An analysis, as `Analysis.to_json` says it and pages send it.
 */
export interface KnownAnalysis {
  move: string | null;
  /**
   * @maxItems 60
   */
  moves: MoveValueFields[];
  depth?: number;
  selectivity?: number;
  nodes?: number;
  seconds?: number;
  lower?: number | null;
  upper?: number | null;
}
/**
 * The value of a move, as `MoveValue.to_json` gives it.
 */
export interface MoveValueFields {
  move: string;
  value: number | null;
  bound: "exact" | "lower" | "upper";
  depth: number;
  selectivity: number;
  kind: "heuristic" | "exact" | "wld" | "book";
  /**
   * @maxItems 200
   */
  pv: string[];
  spread?: number | null;
  chance?: number | null;
}
/**
 * The reasons for and against some moves of a position.
 */
export interface Explain {
  id?: number;
  type: "explain";
  kind?: string;
  position: string;
  /**
   * @minItems 1
   * @maxItems 2
   */
  moves: string[];
}
/**
 * End a job of the page; all of them if none is named.
 */
export interface Stop {
  id?: number;
  type: "stop";
  what?: ("hint" | "analysis" | "explanation" | "review" | "tree") | null;
}
/**
 * Judge every move of a game.
 */
export interface ReviewGame {
  id?: number;
  kind?: string;
  start?: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  type: "review";
  seconds?: number;
  game?: string | null;
}
/**
 * The game tree that a classic player searches in a position.
 */
export interface Tree {
  id?: number;
  type: "tree";
  kind?: string;
  position: string;
  player: string;
}
/**
 * Ask how the tournament stands that this server shows, and for the boards on which it is played.
 */
export interface AskArena {
  id?: number;
  type: "arena";
}
/**
 * Ask for the games, results and values of the position after some moves.
 *
 * In all games of the library, or in those of who asks; from a year on, with a player (of one's own games: against).
 */
export interface Explore {
  id?: number;
  kind?: string;
  start?: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  type: "explore";
  source?: "all" | "mine";
  since?: number | null;
  player?: string;
}
/**
 * One's studies, the last changed first: those with all words of a text, that come after one.
 */
export interface ListStudies {
  id?: number;
  type: "studies";
  text?: string;
  after?: string | null;
}
/**
 * The whole of a study.
 */
export interface OpenStudy {
  id?: number;
  study: string;
  type: "study";
}
/**
 * Keep a study as it is now; `revision` is the one that the page knows, 0 of a new one.
 *
 * Without a title it keeps the one that it has.
 */
export interface KeepStudy {
  id?: number;
  study: string;
  type: "keep-study";
  revision: number;
  title?: string | null;
  /**
   * @maxItems 3
   */
  players?: string[];
  kind?: string;
  start?: string;
  tree: string;
}
/**
 * Call a study something else.
 */
export interface NameStudy {
  id?: number;
  study: string;
  type: "name-study";
  title: string;
}
/**
 * Take a study out of one's list, or put it back.
 */
export interface DeleteStudy {
  id?: number;
  study: string;
  type: "delete-study" | "restore-study";
}
/**
 * Make a study that is the same.
 */
export interface CopyStudy {
  id?: number;
  study: string;
  type: "copy-study";
  title: string;
}
/**
 * A game with all that is said of it as texts, in each format that can hold it.
 */
export interface WriteStudy {
  id?: number;
  type: "write-study";
  title?: string;
  /**
   * @maxItems 3
   */
  players?: string[];
  kind?: string;
  start?: string;
  tree: string;
}
/**
 * All one's studies as a file, or those of a file among one's own: an address for it, good for one request.
 */
export interface StudyFile {
  id?: number;
  type: "export-studies" | "import-studies";
}
/**
 * All one's games as a file, or those of a file among one's own: an address for it, good for one request.
 *
 * `format` is one of those that the welcome names: of a file to be imported it shows.
 */
export interface GameFile {
  id?: number;
  type: "export" | "import";
  format?: string;
}
/**
 * The games of whoever is at the page, newest first: those that come after one, with all words of a text.
 *
 * With `mine` only those that were played here, by that person or by nobody who is known.
 */
export interface ListGames {
  id?: number;
  type: "games";
  text?: string;
  kind?: string;
  against?: string;
  ending?: ("won" | "lost" | "drawn" | "unfinished") | null;
  mine?: boolean;
  after?: string | null;
  most?: number;
}
/**
 * Games that the browser remembers, from a time when it was not kept whose they are.
 */
export interface ClaimGames {
  id?: number;
  type: "claim";
  /**
   * @maxItems 1000
   */
  games: string[];
}
/**
 * The name that somebody gives a game of theirs; none if it is empty.
 */
export interface NameGame {
  id?: number;
  game: string;
  type: "name";
  name: string;
}
/**
 * Take a game out of one's list, or put it back.
 */
export interface DeleteGame {
  id?: number;
  game: string;
  type: "delete" | "restore";
}
/**
 * The review that is kept with a game.
 */
export interface AskReview {
  id?: number;
  game: string;
  type: "reviewed";
}
/**
 * Take games into the library: an address for their files, good for one request.
 */
export interface Fill {
  id?: number;
  type: "fill";
}
/**
 * Begin a game, and watch it. `name` is what the person is called; a seat `friend` waits for somebody.
 */
export interface New {
  id?: number;
  type: "new";
  setup: MatchSetup;
  name?: string;
}
/**
 * A match to be begun: who plays which side, on what board, with how much time.
 *
 * `pace` is the least time in seconds that a program takes for a move.
 */
export interface MatchSetup {
  kind?: string;
  /**
   * @minItems 2
   * @maxItems 3
   */
  seats: string[];
  size?: number;
  mirrored?: boolean;
  start?: string;
  /**
   * @maxItems 400
   */
  moves?: string[];
  seed?: number | null;
  clock?: string;
  pace?: number;
}
/**
 * Watch a game that there is.
 */
export interface Open {
  id?: number;
  type: "open";
  game: string;
}
/**
 * A move of the person whose turn it is, `ply` being how many moves the page knows of.
 */
export interface Play {
  id?: number;
  game: string;
  type: "play";
  ply: number;
  move: string;
}
/**
 * Something that happens to a game as a whole.
 */
export interface Change {
  id?: number;
  game: string;
  type: "undo" | "redo" | "restart" | "resign" | "pause" | "resume";
}
/**
 * The page has shown the position after `ply` moves, in which it is its person's turn.
 */
export interface Seen {
  id?: number;
  game: string;
  type: "seen";
  ply: number;
}
/**
 * The links of the seats that wait, for a server that others reach at the address `base`.
 */
export interface Invite {
  id?: number;
  game: string;
  type: "invite";
  base: string;
}
/**
 * Let nobody in any more.
 */
export interface Withdraw {
  id?: number;
  game: string;
  type: "withdraw";
}
/**
 * Ask which game an invitation is to.
 */
export interface Invited {
  id?: number;
  game: string;
  type: "invited";
  secret: string;
}
/**
 * Take the seat of an invitation, and watch.
 */
export interface Join {
  id?: number;
  game: string;
  type: "join";
  secret: string;
  name?: string;
}
/**
 * Ask the others to play again.
 */
export interface AskRematch {
  id?: number;
  game: string;
  type: "rematch";
}
/**
 * Say yes or no to what others ask; who asks may say no as well.
 */
export interface AnswerOffer {
  id?: number;
  game: string;
  type: "answer";
  what: "undo" | "rematch";
  agrees: boolean;
}
/**
 * Let others take the seats, and keep the board; `pace` as in `MatchSetup`, None leaves it as it is.
 */
export interface Seats {
  id?: number;
  game: string;
  type: "seats";
  /**
   * @minItems 2
   * @maxItems 3
   */
  seats: string[];
  pace?: number | null;
}
/**
 * Watch a game no more.
 */
export interface Leave {
  id?: number;
  game: string;
  type: "leave";
}
/**
 * Ask for the overview: cards that are due, results, and the lines of the repertoire.
 */
export interface Practice {
  id?: number;
  type: "practice";
}
/**
 * A puzzle to solve: of a theme, of a level, or of one's own games alone; none of those that were just shown.
 */
export interface NextPuzzle {
  id?: number;
  type: "puzzle";
  theme?: string;
  level?: number;
  mine?: boolean;
  /**
   * @maxItems 200
   */
  without?: string[];
}
/**
 * A move as the answer to a puzzle; without one the solution is asked for. Only the `first` answer counts.
 */
export interface SolvePuzzle {
  id?: number;
  type: "solve";
  key: string;
  move?: string | null;
  first?: boolean;
  hinted?: boolean;
}
/**
 * Ask for the theme and the value of the best move of a puzzle.
 */
export interface PuzzleHint {
  id?: number;
  type: "puzzle_hint";
  key: string;
}
/**
 * Look for puzzles in the next of one's own games in which that was not done before.
 */
export interface MakePuzzles {
  id?: number;
  type: "make_puzzles";
}
/**
 * An endgame to play out.
 */
export interface NextEndgame {
  id?: number;
  type: "endgame";
  empties?: number;
  want?: "any" | "even" | "winning";
}
/**
 * A move in an endgame: after some moves from its start, by which so many discs were `lost` so far.
 */
export interface EndgameMove {
  id?: number;
  type: "endgame_move";
  start: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  move: string;
  lost?: number;
}
/**
 * A line of the repertoire after some moves; with a `move` that is the answer at the end of them.
 */
export interface DrillLine {
  id?: number;
  type: "drill";
  side: "black" | "white";
  /**
   * @maxItems 400
   */
  moves: string[];
  move?: string | null;
  hinted?: boolean;
  gives_up?: boolean;
}
/**
 * A line for the repertoire: its moves, or the opening of a name.
 */
export interface AddLine {
  id?: number;
  type: "add_line";
  side: "black" | "white";
  /**
   * @maxItems 400
   */
  moves: string[];
  opening?: string;
}
/**
 * Take a line out of the repertoire.
 */
export interface RemoveLine {
  id?: number;
  type: "remove_line";
  number: number;
}
/**
 * Ask for the statistics of one's reviewed games; `by` is the unit of the trend, None for one that fits.
 */
export interface AskProgress {
  id?: number;
  type: "progress";
  by?: ("year" | "month" | "games") | null;
}
/**
 * Pasted text: which game or position is it?
 */
export interface ReadText {
  id?: number;
  type: "read";
  text: string;
}
/**
 * The positions that moves lead to, from number `since` on (0 is the start).
 */
export interface LookAt {
  id?: number;
  kind?: string;
  start?: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  type: "look";
  since?: number;
}
/**
 * A game as texts: transcript, board, and every format that it can be written in.
 */
export interface WriteGame {
  id?: number;
  kind?: string;
  start?: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  type: "write";
  /**
   * @maxItems 3
   */
  players?: string[];
}
/**
 * A game as one page is told.
 */
export interface GameFields {
  people: (PersonFields | null)[];
  watching: number;
  type: "game";
  game: string;
  kind: string;
  names: string[];
  revision: number;
  seats: string[];
  labels: string[];
  start: string;
  moves: PlayedFields[];
  opening: string;
  undone: number;
  view: View;
  must_pass: boolean;
  thinking: boolean;
  paused: boolean;
  clock: ClockFields | null;
  result: ResultFields | null;
  pace: number;
  kept: boolean;
  shared: boolean;
  offers: OfferFields[];
  next: string;
  you: number[];
  part: boolean;
  owner: boolean;
}
/**
 * A person at a seat.
 */
export interface PersonFields {
  name: string;
  /**
   * True if the seat waits for somebody to take it.
   */
  waits: boolean;
  /**
   * True if the person is connected.
   */
  here: boolean;
}
/**
 * A move of a game, as `PlayedMove.to_json` has it.
 */
export interface PlayedFields {
  seat: number;
  move: string;
  flips: number[];
  /**
   * Seats that were passed over after it.
   */
  skipped: number[];
  seconds: number;
  found: AnswerFields | null;
}
/**
 * Adds what a player needed for its move.
 */
export interface AnswerFields {
  move: string;
  value: number | null;
  bound: "exact" | "lower" | "upper";
  depth: number;
  selectivity: number;
  kind: "heuristic" | "exact" | "wld" | "book";
  /**
   * @maxItems 200
   */
  pv: string[];
  spread?: number | null;
  chance?: number | null;
  nodes: number;
  seconds: number;
}
/**
 * A position as the page draws it.
 */
export interface View {
  width: number;
  height: number;
  /**
   * One character a cell, row by row.
   */
  cells: string;
  /**
   * Seat to move, None when the game is over.
   */
  turn: number | null;
  /**
   * Cells that each legal move turns over; a forced pass is the move ``"pass"``.
   */
  legal: {
    [k: string]: number[];
  };
  /**
   * Pieces on the board, by seat.
   */
  counts: number[];
  over: boolean;
  /**
   * The position as text.
   */
  text: string;
  /**
   * None while the game goes on.
   */
  result: ResultFields | null;
}
/**
 * Tells how a game ended.
 */
export interface ResultFields {
  words: string;
  /**
   * Seats that won, several in a tie.
   */
  winners: number[];
  scores: number[];
  /**
   * By the count of the pieces, in another way on the board, or besides.
   */
  how: "counted" | "board" | "resigned" | "time" | "fault";
  /**
   * Seat that lost it besides.
   */
  loser: number | null;
  /**
   * Fault that lost it.
   */
  reason: string;
}
/**
 * The clocks of a game, in seconds by seat.
 */
export interface ClockFields {
  control: string;
  left: number[];
  runs: boolean;
}
/**
 * A question to the other people of a game.
 */
export interface OfferFields {
  what: "undo" | "rematch";
  /**
   * Seats of who asks.
   */
  by: number[];
  /**
   * Seats of those who agree.
   */
  agreed: number[];
}
/**
 * A kind of game.
 */
export interface KindFields {
  title: string;
  /**
   * The aim of the game, in a few words.
   */
  goal: string;
  /**
   * Of the sides.
   */
  names: string[];
  /**
   * Boards, the usual one first.
   */
  sizes: number[];
  /**
   * The usual start as text; empty where it is drawn by lot.
   */
  start: string;
  /**
   * The players if nobody is named.
   */
  opponents: string[];
  /**
   * The character that plays instead where it can; empty if there is none.
   */
  first: string;
  /**
   * True if the engine knows it.
   */
  analysed: boolean;
  players: PlayerFields[];
  /**
   * The ladder, weakest first.
   */
  characters: CharacterFields[];
  stories: StoryFields[];
}
/**
 * A player that a page may choose.
 */
export interface PlayerFields {
  name: string;
  label: string;
  promise: string;
  about: string;
  group: string;
  /**
   * Boards that it plays on; none where there is but one board.
   */
  sizes: number[];
  searches: boolean;
  options: OptionFields[];
  /**
   * Options of which only one may be given.
   */
  either: string[];
}
/**
 * An option of a player, as the field of a form.
 */
export interface OptionFields {
  name: string;
  type: string;
  default: unknown;
  /**
   * Pairs of a value and its words.
   */
  choices: string[][];
  least: number | null;
  most: number | null;
}
/**
 * A character of the ladder; as a player it has a label and, as its promise, how it plays.
 */
export interface CharacterFields {
  name: string;
  /**
   * The player that it stands for.
   */
  plays: string;
  animal: string;
  rating: RatingFields | null;
}
/**
 * The measured strength of a character.
 */
export interface RatingFields {
  name: string;
  plays: string;
  rating: number;
  error_95: number;
  games: number;
}
/**
 * A publication that players come from.
 */
export interface StoryFields {
  title: string;
  source: string;
  text: string;
  /**
   * Its place in the list, 0 for one of another package.
   */
  number: number;
  document: string;
  published: string;
  /**
   * The program here.
   */
  file: string;
  command: string;
  /**
   * Advice for playing against it, on the page.
   */
  press: string;
  words: WordFields[];
  mends: string[];
  /**
   * The players that come from it.
   */
  members: string[];
}
/**
 * A word of a publication.
 */
export interface WordFields {
  word: string;
  /**
   * Its file and name in this package.
   */
  here: string;
  /**
   * The player of that name, if there is one.
   */
  player: string;
}
/**
 * A stored game in the list of its reader.
 */
export interface ListedGame {
  id: string;
  kind: string;
  /**
   * Their name; empty for a person without one.
   */
  players: string[];
  /**
   * Seats of people.
   */
  persons: number[];
  /**
   * Seat of the reader, if it is known.
   */
  own: number | null;
  start: string;
  moves: string[];
  /**
   * Passes included.
   */
  n_moves: number;
  /**
   * The board as it is now.
   */
  cells: string;
  width: number;
  result: ResultFields | null;
  opening: string;
  /**
   * In seconds since 1970.
   */
  created: number;
  /**
   * In seconds since 1970.
   */
  changed: number;
  /**
   * The name that its reader gave it.
   */
  name: string;
  reviewed: boolean;
  /**
   * True if its reader plays in it, or may take a seat that nobody holds; if not, one can watch.
   */
  part: boolean;
}
/**
 * Everything known about a position, as `Analysis.to_json` has it.
 */
export interface AnalysisFields {
  move: string | null;
  /**
   * Best first.
   */
  moves: MoveValueFields[];
  depth: number;
  selectivity: number;
  nodes: number;
  seconds: number;
  lower: number | null;
  upper: number | null;
}
/**
 * A move as a review judges it.
 */
export interface JudgedMoveFields {
  ply: number;
  side: string;
  move: string;
  loss: number;
  badge: "" | "?!" | "?" | "??";
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  proven: boolean;
  kinds?: string[] | null;
  value_for_black: number;
  best: MoveValueFields;
  played: MoveValueFields;
}
