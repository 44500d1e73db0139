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
 * `key` is a secret by which the server recognises the browser. `knows` is the edition of the game and player
 * descriptions that the browser has stored.
 */
export interface Hello {
  id?: number;
  type: "hello";
  v: number;
  key?: string | null;
  knows?: string;
}
/**
 * A request for the best move in a game in progress.
 */
export interface Hint {
  id?: number;
  game: string;
  type: "hint";
}
/**
 * A request to value the moves in a position until all are solved, a limit is reached or `Stop` arrives.
 *
 * Each page has only one analysis at a time.
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
 * An analysis that a page sends, in the form that `Analysis.to_json` writes.
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
 * The value of a move, from `MoveValue.to_json`.
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
 * A request for the reasons for and against one or two moves.
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
 * A request to stop one of the page's jobs, or all of them if `what` is None.
 */
export interface Stop {
  id?: number;
  type: "stop";
  what?: ("hint" | "analysis" | "explanation" | "review" | "tree") | null;
}
/**
 * A request to judge every move of a game.
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
 * A request for a classic player's search tree in a position.
 */
export interface Tree {
  id?: number;
  type: "tree";
  kind?: string;
  position: string;
  player: string;
}
/**
 * A request for the standings and boards of the server's tournament.
 */
export interface AskArena {
  id?: number;
  type: "arena";
}
/**
 * A request for the games, results and values of the position that some moves lead to.
 *
 * - `source`: the whole library, or the person's own games
 * - `since`: only games from this year on
 * - `player`: only games by this player or, among the person's own games, only those against this player
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
 * A request for the person's studies that contain all words in `text`, most recently changed first.
 *
 * `after` is the id of the last study on the previous page of the list.
 */
export interface ListStudies {
  id?: number;
  type: "studies";
  text?: string;
  after?: string | null;
}
/**
 * A request for a whole study.
 */
export interface OpenStudy {
  id?: number;
  study: string;
  type: "study";
}
/**
 * A request to save a study.
 *
 * `revision` is the last one that the page knows, or 0 for a new study. If `title` is None, the study keeps its title.
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
 * A request to rename a study.
 */
export interface NameStudy {
  id?: number;
  study: string;
  type: "name-study";
  title: string;
}
/**
 * A request to delete or restore a study.
 */
export interface DeleteStudy {
  id?: number;
  study: string;
  type: "delete-study" | "restore-study";
}
/**
 * A request to copy a study.
 */
export interface CopyStudy {
  id?: number;
  study: string;
  type: "copy-study";
  title: string;
}
/**
 * A request for an annotated game as text in SGF, PGN and GGF.
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
 * A request for a one-time address at which to export or import the person's studies.
 */
export interface StudyFile {
  id?: number;
  type: "export-studies" | "import-studies";
}
/**
 * A request for a one-time address at which to export or import the person's games.
 *
 * `format` is the format of an export, and one of those listed in the welcome message. The format of an import is
 * recognised.
 */
export interface GameFile {
  id?: number;
  type: "export" | "import";
  format?: string;
}
/**
 * A request for the person's games, newest first, filtered as in `Query`.
 *
 * `after` is the id of the last game on the previous page of the list.
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
 * A claim to games that the browser remembers and that are older than the server's record of players.
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
 * A request to name one of the person's games; an empty name removes the old name.
 */
export interface NameGame {
  id?: number;
  game: string;
  type: "name";
  name: string;
}
/**
 * A request to delete a game from the person's list, or to restore it.
 */
export interface DeleteGame {
  id?: number;
  game: string;
  type: "delete" | "restore";
}
/**
 * A request for the stored review of a game.
 */
export interface AskReview {
  id?: number;
  game: string;
  type: "reviewed";
}
/**
 * A request for a one-time address at which to upload files to the library.
 */
export interface Fill {
  id?: number;
  type: "fill";
}
/**
 * A request to start a game and watch it, under the person's `name`.
 *
 * A seat given to the player `friend` waits for another person.
 */
export interface New {
  id?: number;
  type: "new";
  setup: MatchSetup;
  name?: string;
}
/**
 * The settings of a new match: players by seat, board, start and clock.
 *
 * `pace` is the minimum time in seconds that a program takes for a move.
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
 * A request to watch an existing game.
 */
export interface Open {
  id?: number;
  type: "open";
  game: string;
}
/**
 * A person's move; `ply` is the number of moves that the page has seen so far.
 */
export interface Play {
  id?: number;
  game: string;
  type: "play";
  ply: number;
  move: string;
}
/**
 * A change to the whole game, such as undo or resign.
 */
export interface Change {
  id?: number;
  game: string;
  type: "undo" | "redo" | "restart" | "resign" | "pause" | "resume";
}
/**
 * A report that the page shows the position after `ply` moves, in which its person is to move.
 */
export interface Seen {
  id?: number;
  game: string;
  type: "seen";
  ply: number;
}
/**
 * A request for the links to the free seats; `base` is the server's address as other people reach it.
 */
export interface Invite {
  id?: number;
  game: string;
  type: "invite";
  base: string;
}
/**
 * A request to withdraw all invitations.
 */
export interface Withdraw {
  id?: number;
  game: string;
  type: "withdraw";
}
/**
 * A request to describe the game that an invitation is for.
 */
export interface Invited {
  id?: number;
  game: string;
  type: "invited";
  secret: string;
}
/**
 * A request to take the seat that an invitation offers, and to watch the game.
 */
export interface Join {
  id?: number;
  game: string;
  type: "join";
  secret: string;
  name?: string;
}
/**
 * A request to ask the other players for a rematch.
 */
export interface AskRematch {
  id?: number;
  game: string;
  type: "rematch";
}
/**
 * An answer to an offer; answering "no" to one's own offer withdraws it.
 */
export interface AnswerOffer {
  id?: number;
  game: string;
  type: "answer";
  what: "undo" | "rematch";
  agrees: boolean;
}
/**
 * A request to change a game's players but not its board.
 *
 * `pace` is as in `MatchSetup`; None leaves it unchanged.
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
 * A request to stop watching a game.
 */
export interface Leave {
  id?: number;
  game: string;
  type: "leave";
}
/**
 * A request for the overview: the cards that are due, the results, and the lines in the repertoire.
 */
export interface Practice {
  id?: number;
  type: "practice";
}
/**
 * A request for a puzzle of some theme and level.
 *
 * `mine` asks only for puzzles from the person's own games; `without` lists recently shown puzzles to avoid.
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
 * The answer to a puzzle or, if there is no move, a request for its solution. Only the `first` answer counts.
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
 * A request for a hint: a puzzle's theme, and the value and column of its best move.
 */
export interface PuzzleHint {
  id?: number;
  type: "puzzle_hint";
  key: string;
}
/**
 * A request to search the next of the person's unsearched games for puzzles.
 */
export interface MakePuzzles {
  id?: number;
  type: "make_puzzles";
}
/**
 * A request for an endgame to play out.
 */
export interface NextEndgame {
  id?: number;
  type: "endgame";
  empties?: number;
  want?: "any" | "even" | "winning";
}
/**
 * A move in an endgame, after `moves` from its start; `lost` is the number of discs lost so far.
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
 * A position that some moves reach in a repertoire line, with the person's answer, if any, in `move`.
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
 * A request to add a line to the repertoire, given as its moves or as the name of an opening.
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
 * A request to remove a line from the repertoire.
 */
export interface RemoveLine {
  id?: number;
  type: "remove_line";
  number: number;
}
/**
 * A request for statistics from the person's reviewed games.
 *
 * `by` is the unit of the trend; None lets the server choose one.
 */
export interface AskProgress {
  id?: number;
  type: "progress";
  by?: ("year" | "month" | "games") | null;
}
/**
 * A request to recognise the game or position in pasted text.
 */
export interface ReadText {
  id?: number;
  type: "read";
  text: string;
}
/**
 * A request for the positions in a line of play, from number `since` onward (0 is the start).
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
 * A request for a game as text: the transcript, the board, and the game in every format that can represent it.
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
 * The state of a game for one page.
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
 * A person in a seat, or the empty seat of a person who is invited.
 */
export interface PersonFields {
  name: string;
  /**
   * True while the seat is waiting for someone to take it.
   */
  waits: boolean;
  /**
   * True if the person is connected.
   */
  here: boolean;
}
/**
 * A move of a game, from `PlayedMove.to_json`.
 */
export interface PlayedFields {
  seat: number;
  move: string;
  flips: number[];
  /**
   * Seats that had to pass after the move.
   */
  skipped: number[];
  seconds: number;
  found: AnswerFields | null;
}
/**
 * A player's answer: the value of its move, and the nodes and seconds spent on it.
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
 * A position for the page to draw.
 */
export interface View {
  width: number;
  height: number;
  /**
   * One character per cell, row by row.
   */
  cells: string;
  /**
   * Seat to move; None when the game is over.
   */
  turn: number | null;
  /**
   * Cells that each legal move flips; a forced pass is the move ``"pass"``.
   */
  legal: {
    [k: string]: number[];
  };
  /**
   * Number of pieces on the board, by seat.
   */
  counts: number[];
  over: boolean;
  /**
   * The position as text.
   */
  text: string;
  /**
   * None while the game is in progress.
   */
  result: ResultFields | null;
}
/**
 * The result of a game.
 */
export interface ResultFields {
  words: string;
  /**
   * Seats that won, several in a tie.
   */
  winners: number[];
  scores: number[];
  /**
   * Way in which the game ended: by counting pieces, by another rule on the board, or off the board.
   */
  how: "counted" | "board" | "resigned" | "time" | "fault";
  /**
   * Seat that lost off the board: on time, by resignation or by a fault.
   */
  loser: number | null;
  /**
   * Details of the fault, if there was one.
   */
  reason: string;
}
/**
 * A game's clocks, in seconds by seat.
 */
export interface ClockFields {
  control: string;
  left: number[];
  runs: boolean;
}
/**
 * A question that someone in a game asks the other people in it.
 */
export interface OfferFields {
  what: "undo" | "rematch";
  /**
   * Seats that made the offer.
   */
  by: number[];
  /**
   * Seats that agree.
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
   * The names of the sides.
   */
  names: string[];
  /**
   * The board sizes, the usual one first.
   */
  sizes: number[];
  /**
   * The usual start position as text; empty if the start is random.
   */
  start: string;
  /**
   * The default opponents.
   */
  opponents: string[];
  /**
   * The character that is the default opponent instead; empty if there is none.
   */
  first: string;
  /**
   * True if the engine can analyse the game.
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
 * A player offered to the page.
 */
export interface PlayerFields {
  name: string;
  label: string;
  promise: string;
  about: string;
  group: string;
  /**
   * The board sizes it can play; empty for a game with a single board.
   */
  sizes: number[];
  searches: boolean;
  options: OptionFields[];
  /**
   * Options that exclude one another.
   */
  either: string[];
}
/**
 * An option of a player as a form field.
 */
export interface OptionFields {
  name: string;
  type: string;
  default: unknown;
  /**
   * Pairs of a value and its label.
   */
  choices: string[][];
  least: number | null;
  most: number | null;
}
/**
 * A character of the ladder; its label and promise are in its `PlayerFields`.
 */
export interface CharacterFields {
  name: string;
  /**
   * The player, with its options, behind the character.
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
 * A publication whose players Outflank offers.
 */
export interface StoryFields {
  title: string;
  source: string;
  text: string;
  /**
   * Its position in the list; 0 for a story from another package.
   */
  number: number;
  document: string;
  published: string;
  /**
   * File in Outflank that contains the program.
   */
  file: string;
  command: string;
  /**
   * Advice on playing against it on the page.
   */
  press: string;
  words: WordFields[];
  mends: string[];
  /**
   * The players from this publication.
   */
  members: string[];
}
/**
 * A term from a publication, and its counterpart in Outflank.
 */
export interface WordFields {
  word: string;
  /**
   * The file and name that it has in Outflank.
   */
  here: string;
  /**
   * The player in Outflank with that name; empty if there is none.
   */
  player: string;
}
/**
 * A stored game in a person's list.
 */
export interface ListedGame {
  id: string;
  kind: string;
  /**
   * The players' names; empty for a person without a name.
   */
  players: string[];
  /**
   * Seats taken by people, not by programs.
   */
  persons: number[];
  /**
   * The person's seat; None if unknown.
   */
  own: number | null;
  start: string;
  moves: string[];
  /**
   * Number of moves, including passes.
   */
  n_moves: number;
  /**
   * The final or current board.
   */
  cells: string;
  width: number;
  result: ResultFields | null;
  opening: string;
  /**
   * Seconds since 1970.
   */
  created: number;
  /**
   * Seconds since 1970.
   */
  changed: number;
  /**
   * The person's own name for the game.
   */
  name: string;
  reviewed: boolean;
  /**
   * True if the person plays in the game, or if nobody does; if False, the person can only watch.
   */
  part: boolean;
}
/**
 * The analysis of a position, from `Analysis.to_json`.
 */
export interface AnalysisFields {
  move: string | null;
  /**
   * The moves and their values, best first.
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
 * A move with its judgement from a review.
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
