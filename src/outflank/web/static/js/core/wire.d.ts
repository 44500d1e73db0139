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
  | AskMember
  | ClaimName
  | AskStored
  | DeleteMember
  | BlockMember
  | ReportMember
  | EnterLobby
  | LeaveLobby
  | OpenChallenge
  | WithdrawChallenge
  | AcceptChallenge
  | AskChange
  | ListTournaments
  | AskTournament
  | CreateTournament
  | ChangeTournament
  | Explore
  | ExplorePeople
  | FindOpening
  | ListOpenings
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
  | OfflineGame
  | AskStories
  | New
  | Open
  | Play
  | Change
  | Seen
  | Ping
  | Invite
  | Withdraw
  | Invited
  | Join
  | AskRematch
  | AnswerOffer
  | Seats
  | Leave
  | AskAwaited
  | Practice
  | AskOpenings
  | NextPuzzle
  | DailyPuzzle
  | SolvePuzzle
  | PuzzleHint
  | MakePuzzles
  | NextEndgame
  | EndgameMove
  | DrillLine
  | AddLine
  | RemoveLine
  | AskProgress
  | AskRating
  | BeginTimed
  | AnswerTimed
  | AskRuns
  | FindPlayers
  | PrepareForPlayer
  | ComparePlayers
  | StopPreparing
  | AskLeaders
  | AskProfile
  | ShareStudy
  | FollowStudy
  | LeaveStudy
  | ChangeStudy
  | LookInStudy
  | GatherStudy
  | RemoveFromStudy
  | LeadStudy
  | AskClass
  | AnswerClass
  | ReadText
  | LookAt
  | WriteGame
  | AnimateGame;

export interface Wire {
  incoming: Incoming;
  game: GameFields;
  kind: KindFields;
  listed: ListedGame;
  analysis: AnalysisFields;
  judged: JudgedMoveFields;
  story: StoryFields;
  study: SharedStudyFields;
}
/**
 * The first message from a page.
 *
 * `key` is a secret that identifies the browser. `knows` identifies the descriptions of games and players that the
 * browser has stored.
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
 * A request to evaluate the moves in a position.
 *
 * The analysis ends when all moves are solved, a limit is reached or `Stop` arrives. A page can run only one analysis
 * at a time.
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
 * An analysis sent by a page, in the format of `Analysis.to_json`.
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
 * The value of a move, as returned by `MoveValue.to_json`.
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
 * A request to explain the advantages and drawbacks of one or two moves.
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
  is_mistake?: boolean;
}
/**
 * A request to stop one type of search on this page, or all its searches if `what` is None.
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
  /**
   * @minItems 2
   * @maxItems 2
   */
  ratings?: unknown[];
  again?: boolean;
}
/**
 * A request to show the search tree of a classic player in a position.
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
 * A request for the person's own name and the people whom they block.
 */
export interface AskMember {
  id?: number;
  type: "member";
}
/**
 * A request for a name that nobody else on the server has, or for another name.
 */
export interface ClaimName {
  id?: number;
  type: "claim-name";
  name: string;
}
/**
 * A request for all that the server stores about the person.
 */
export interface AskStored {
  id?: number;
  type: "stored";
}
/**
 * A request to delete all that the server stores about the person, confirmed by the person's own name.
 */
export interface DeleteMember {
  id?: number;
  type: "delete-member";
  name: string;
}
/**
 * A request to block a member, or to end that.
 */
export interface BlockMember {
  id?: number;
  type: "block";
  member: number;
  on: boolean;
}
/**
 * A report about a member for the operator of the server.
 */
export interface ReportMember {
  id?: number;
  type: "report";
  member: number;
  words: string;
  game?: string | null;
}
/**
 * A request to follow the lobby. The server sends it as a whole, and then its changes.
 */
export interface EnterLobby {
  id?: number;
  type: "lobby";
}
/**
 * A request to follow the lobby no longer. The person's challenges stay open.
 */
export interface LeaveLobby {
  id?: number;
  type: "leave-lobby";
}
/**
 * A request to open a challenge. `seat` is the person's own seat, or None for a random one.
 */
export interface OpenChallenge {
  id?: number;
  type: "challenge";
  kind?: string;
  size?: number | null;
  clock?: string;
  rated?: boolean;
  seat?: number | null;
}
/**
 * A request to withdraw a challenge, or to step back from somebody else's.
 */
export interface WithdrawChallenge {
  id?: number;
  type: "withdraw-challenge";
  challenge: string;
}
/**
 * A request to accept a challenge.
 */
export interface AcceptChallenge {
  id?: number;
  type: "accept-challenge";
  challenge: string;
}
/**
 * A request for the ratings before a rated game, and for their changes if it has ended.
 */
export interface AskChange {
  id?: number;
  game: string;
  type: "rating-change";
}
/**
 * A request for the latest tournaments.
 */
export interface ListTournaments {
  id?: number;
  type: "tournaments";
}
/**
 * A request for a tournament with its table and pairings.
 */
export interface AskTournament {
  id?: number;
  type: "tournament";
  tournament: string;
}
/**
 * A request to announce a tournament.
 */
export interface CreateTournament {
  id?: number;
  type: "create-tournament";
  title: string;
  kind?: string;
  size?: number | null;
  clock: string;
  rated?: boolean;
  schedule?: "swiss" | "round-robin";
  rounds?: number;
}
/**
 * A request to join or leave a tournament, or of its maker to start or cancel it.
 */
export interface ChangeTournament {
  id?: number;
  type: "join-tournament" | "leave-tournament" | "start-tournament" | "cancel-tournament";
  tournament: string;
}
/**
 * A request for the games, results and values in the position after some moves.
 *
 * - `source`: either the whole library or only the person's own games
 * - `since`: the first year to include
 * - `player`: only games by this player or, with the person's own games, only those against this player
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
 * A request for the moves of people of several ratings in the position after some moves.
 */
export interface ExplorePeople {
  id?: number;
  kind?: string;
  start?: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  type: "explore_people";
}
/**
 * A request for the moves of a named opening.
 */
export interface FindOpening {
  id?: number;
  type: "find_opening";
  name: string;
}
/**
 * A request for the names of all openings.
 */
export interface ListOpenings {
  id?: number;
  type: "opening_names";
}
/**
 * A request for the person's studies that contain all words in `text`, most recently changed first.
 *
 * To get the next page of results, the page sends the id of the last study as `after`.
 */
export interface ListStudies {
  id?: number;
  type: "studies";
  text?: string;
  after?: string | null;
}
/**
 * A request to load a study.
 */
export interface OpenStudy {
  id?: number;
  study: string;
  type: "study";
}
/**
 * A request to save a study.
 *
 * `revision` is the latest one that the page knows, or 0 for a new study. If `title` is None, the title stays the
 * same.
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
 * A request to convert an annotated game to SGF, PGN and GGF.
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
 * A request for a one-time address to export or import the person's studies.
 */
export interface StudyFile {
  id?: number;
  type: "export-studies" | "import-studies";
}
/**
 * A request for a one-time address to export or import the person's games.
 *
 * For an export, `format` is one of the formats listed in the welcome message. For an import, the format is detected.
 */
export interface GameFile {
  id?: number;
  type: "export" | "import";
  format?: string;
}
/**
 * A request for the person's games that match the criteria in `Query`, newest first.
 *
 * To get the next page of results, the page sends the id of the last game as `after`.
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
 * A request to add the games that the browser remembers to the person's list.
 *
 * These games are older than the server's record of players.
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
 * A request to name a game in the person's list. An empty string removes the name.
 */
export interface NameGame {
  id?: number;
  game: string;
  type: "name";
  name: string;
}
/**
 * A request to delete a game from the person's list or to restore it.
 */
export interface DeleteGame {
  id?: number;
  game: string;
  type: "delete" | "restore";
}
/**
 * A request for a game's stored review.
 */
export interface AskReview {
  id?: number;
  game: string;
  type: "reviewed";
}
/**
 * A request for a one-time address to upload files to the library.
 */
export interface Fill {
  id?: number;
  type: "fill";
}
/**
 * A request to store a game that was played in the browser.
 *
 * `changed` is the time of its last change, in seconds since 1970. `resigned` is the seat that resigned.
 */
export interface OfflineGame {
  id?: number;
  type: "offline_game";
  game: string;
  setup: MatchSetup;
  resigned?: number | null;
  changed: number;
}
/**
 * The settings of a new match, such as its players, board, start position and clock.
 *
 * `pace` is the minimum number of seconds that a program takes for a move.
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
 * A request for the publications behind the players, and for the approaches of the characters.
 */
export interface AskStories {
  id?: number;
  type: "stories";
}
/**
 * A request to start a game and watch it. `name` is the person's name.
 *
 * The seat of the player `friend` stays free for an invited person.
 */
export interface New {
  id?: number;
  type: "new";
  setup: MatchSetup;
  name?: string;
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
 * A person's move. `ply` is the number of moves that the page has seen so far.
 */
export interface Play {
  id?: number;
  game: string;
  type: "play";
  ply: number;
  move: string;
}
/**
 * A request that affects the whole game, for example to undo a move or to resign.
 */
export interface Change {
  id?: number;
  game: string;
  type: "undo" | "redo" | "restart" | "resign" | "pause" | "resume";
}
/**
 * A report that the page has displayed the position after `ply` moves, in which it is the person's turn.
 */
export interface Seen {
  id?: number;
  game: string;
  type: "seen";
  ply: number;
}
/**
 * A question whether the server is there. A page asks during a game in which nobody may be left waiting.
 */
export interface Ping {
  id?: number;
  type: "ping";
}
/**
 * A request for links to the free seats. `base` is the server's address as seen by other people.
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
 * A request to describe the game that an invitation belongs to.
 */
export interface Invited {
  id?: number;
  game: string;
  type: "invited";
  secret: string;
}
/**
 * A request to take the seat that an invitation is for, and to watch the game.
 */
export interface Join {
  id?: number;
  game: string;
  type: "join";
  secret: string;
  name?: string;
}
/**
 * A request to propose a rematch to the other players.
 */
export interface AskRematch {
  id?: number;
  game: string;
  type: "rematch";
}
/**
 * An answer to an offer. To withdraw their own offer, people answer "no" to it.
 */
export interface AnswerOffer {
  id?: number;
  game: string;
  type: "answer";
  what: "undo" | "rematch";
  agrees: boolean;
}
/**
 * A request to change a game's players but keep its board.
 *
 * `pace` has the same meaning as in `MatchSetup`; None leaves it unchanged.
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
 * A request for the person's games with a running clock or a question, for a page that shows another screen.
 */
export interface AskAwaited {
  id?: number;
  type: "awaited";
}
/**
 * A request for the overview: cards that are due, results, and the lines in the repertoire.
 */
export interface Practice {
  id?: number;
  type: "practice";
}
/**
 * A request for the openings that can be added to the repertoire, the most played first.
 */
export interface AskOpenings {
  id?: number;
  type: "openings";
}
/**
 * A request for the next puzzle, optionally with a theme, a level, and a lowest and highest archive rating.
 *
 * If `key` is given, the answer is that puzzle. If `mine` is true, only puzzles from the person's games are used.
 * Puzzles listed in `without` were shown recently and are avoided.
 */
export interface NextPuzzle {
  id?: number;
  type: "puzzle";
  key?: string | null;
  theme?: string;
  level?: number;
  lowest?: number;
  highest?: number;
  mine?: boolean;
  /**
   * @maxItems 200
   */
  without?: string[];
}
/**
 * A request for the puzzle of the day, which is the same for everybody. `SolvePuzzle` answers it.
 */
export interface DailyPuzzle {
  id?: number;
  type: "daily";
}
/**
 * The answer to a puzzle or, if `move` is None, a request for its solution.
 *
 * Only the `first` answer to a puzzle counts.
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
 * A request for a hint: the theme of a puzzle, and the value and column of its best move.
 */
export interface PuzzleHint {
  id?: number;
  type: "puzzle_hint";
  key: string;
}
/**
 * A request to search one more of the person's games for puzzles.
 */
export interface MakePuzzles {
  id?: number;
  type: "make_puzzles";
}
/**
 * A request for an endgame exercise.
 */
export interface NextEndgame {
  id?: number;
  type: "endgame";
  empties?: number;
  want?: "any" | "even" | "winning";
}
/**
 * A move in an endgame after `moves` from its start. `lost` is the number of discs lost before this move.
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
 * A position in a repertoire line, reached by `moves`. `move` is the person's answer, if there is one.
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
 * A request to add a line to the repertoire. The line is given by its moves or by the name of an opening.
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
 * A request for statistics about the person's reviewed games.
 *
 * `by` is the unit of the trend. If it is None, the server chooses one.
 */
export interface AskProgress {
  id?: number;
  type: "progress";
  by?: ("year" | "month" | "games") | null;
}
/**
 * A request for the person's rating from games against rated characters.
 *
 * With a `game`, the answer also contains the person's seat in it.
 */
export interface AskRating {
  id?: number;
  type: "rating";
  game?: string | null;
}
/**
 * A request to begin a run of puzzles. A run of the same person that is not over ends and keeps its result.
 */
export interface BeginTimed {
  id?: number;
  type: "timed";
  kind?: "timed" | "streak";
}
/**
 * An answer in a run.
 *
 * If `move` is None, the puzzle is given up; if `skips` is true, it is passed over, once in a streak; if `ends` is
 * true, the run is over.
 */
export interface AnswerTimed {
  id?: number;
  type: "timed_answer";
  move?: string | null;
  skips?: boolean;
  ends?: boolean;
}
/**
 * A request for a person's rating, history and best result in one kind of run, and the best runs of the day.
 *
 * The answer also has the run in progress, if there is one of this kind, the puzzles missed in the latest run, and a
 * position to look at.
 */
export interface AskRuns {
  id?: number;
  type: "runs";
  kind?: "timed" | "streak";
}
/**
 * A request for the players whose names contain all words in a text, those with the most games first.
 */
export interface FindPlayers {
  id?: number;
  type: "find_players";
  text?: string;
  people?: boolean;
}
/**
 * A request for a report about the way a player plays the opening with one colour.
 */
export interface PrepareForPlayer {
  id?: number;
  since?: number | null;
  until?: number | null;
  people?: boolean;
  xot?: boolean;
  type: "prepare";
  player: string;
  side: "black" | "white";
}
/**
 * A request for a comparison of two players.
 */
export interface ComparePlayers {
  id?: number;
  since?: number | null;
  until?: number | null;
  people?: boolean;
  xot?: boolean;
  type: "compare";
  player: string;
  other: string;
}
/**
 * A request to stop the preparation or comparison on this page.
 */
export interface StopPreparing {
  id?: number;
  type: "stop_preparing";
}
/**
 * A request for the best members in one kind of game; an empty `pool` stands for the most played kind.
 */
export interface AskLeaders {
  id?: number;
  type: "leaders";
  pool?: string;
}
/**
 * A request for a member's ratings, games, openings and strength by phase.
 */
export interface AskProfile {
  id?: number;
  type: "profile";
  name: string;
}
/**
 * A request for the links of the person's own study. `renew` replaces one of them, so that the old one ends.
 */
export interface ShareStudy {
  id?: number;
  study: string;
  type: "share-study";
  renew?: ("edit" | "watch") | null;
}
/**
 * A request to open a shared study, and to get its changes from now on.
 *
 * `secret` is part of a link. `revision` is the last one that the page knows, if it had the study open before.
 */
export interface FollowStudy {
  id?: number;
  study: string;
  type: "follow-study";
  secret?: string | null;
  name?: string;
  revision?: number | null;
}
/**
 * A request to get the changes of a study no longer.
 */
export interface LeaveStudy {
  id?: number;
  study: string;
  type: "leave-study";
}
/**
 * Operations on a study, made when the page knew `revision`.
 *
 * `source` is chosen by the page. If the message comes again because no answer arrived, nothing happens.
 */
export interface ChangeStudy {
  id?: number;
  study: string;
  type: "change-study";
  revision: number;
  source: string;
  /**
   * @minItems 1
   * @maxItems 20
   */
  operations: (AddMoves | RemoveBranch | OrderVariations | SetNote | SetTitle)[];
}
/**
 * Plays moves after a node. Moves that exist already stay as they are.
 */
export interface AddMoves {
  /**
   * @maxItems 200
   */
  path: string[];
  do: "add";
  /**
   * @minItems 1
   * @maxItems 16
   */
  moves: string[];
}
/**
 * Deletes a move with everything after it.
 */
export interface RemoveBranch {
  /**
   * @maxItems 200
   */
  path: string[];
  do: "remove";
}
/**
 * Puts the moves after a node in an order; the first one is the main line. Other moves follow them.
 */
export interface OrderVariations {
  /**
   * @maxItems 200
   */
  path: string[];
  do: "order";
  /**
   * @maxItems 64
   */
  moves: string[];
}
/**
 * Changes an annotation from `was` to `value`; None stands for no annotation.
 */
export interface SetNote {
  /**
   * @maxItems 200
   */
  path: string[];
  do: "set";
  letter: "c" | "s" | "k" | "v" | "j" | "t" | "l" | "a";
  value?: {
    [k: string]: unknown;
  };
  was?: {
    [k: string]: unknown;
  };
}
/**
 * Changes the title and the names of the players.
 */
export interface SetTitle {
  /**
   * @maxItems 200
   */
  path: string[];
  do: "title";
  title: string;
  /**
   * @maxItems 3
   */
  players: string[];
}
/**
 * The position on the page. `away` is true for a private line, which the server does not know.
 */
export interface LookInStudy {
  id?: number;
  study: string;
  type: "look-in-study";
  /**
   * @maxItems 200
   */
  path: string[];
  away?: boolean;
}
/**
 * A request that all other pages go to a position.
 */
export interface GatherStudy {
  id?: number;
  study: string;
  type: "gather-study";
  /**
   * @maxItems 200
   */
  path: string[];
}
/**
 * A request to remove a person from a study. `who` is the number from the list of people.
 */
export interface RemoveFromStudy {
  id?: number;
  study: string;
  type: "remove-from-study";
  who: number;
}
/**
 * A request to begin a class that follows the owner's position, or to end it.
 */
export interface LeadStudy {
  id?: number;
  study: string;
  type: "lead-study";
  on: boolean;
}
/**
 * A request to ask the class for the best move, to reveal the answers, or to remove the question.
 */
export interface AskClass {
  id?: number;
  study: string;
  type: "ask-class";
  what: "ask" | "reveal" | "dismiss";
}
/**
 * An answer to the leader's question.
 */
export interface AnswerClass {
  id?: number;
  study: string;
  type: "answer-class";
  move: string;
}
/**
 * A request to parse pasted text that contains a game or a position.
 */
export interface ReadText {
  id?: number;
  type: "read";
  text: string;
}
/**
 * A request for the positions in a line of play.
 *
 * `since` is the number of the first position to send; the start has number 0.
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
 * A request to write a game in every format that can represent it, including its transcript and board.
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
 * A request for a game as an animated picture.
 *
 * - `felt`, `lines`, `frame`: the colours of the board, in the form ``#rrggbb``
 */
export interface AnimateGame {
  id?: number;
  kind?: string;
  start?: string;
  /**
   * @maxItems 400
   */
  moves: string[];
  type: "animate";
  felt?: string;
  lines?: string;
  frame?: string;
}
/**
 * The complete state of a game for one page.
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
  counts: boolean;
  rated: boolean;
  tournament: string;
  you: number[];
  part: boolean;
  owner: boolean;
}
/**
 * A person in a seat, or an empty seat that is reserved for an invited person.
 */
export interface PersonFields {
  name: string;
  /**
   * True while the seat is waiting for the invited person.
   */
  waits: boolean;
  /**
   * True if the person is connected.
   */
  here: boolean;
}
/**
 * A move in a game, as returned by `PlayedMove.to_json`.
 */
export interface PlayedFields {
  seat: number;
  move: string;
  flips: number[];
  /**
   * The seats that had to pass after this move.
   */
  skipped: number[];
  seconds: number;
  found: AnswerFields | null;
}
/**
 * A program's answer: the value of its move, and the nodes and seconds that it used.
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
   * The seat to move; None if the game is over.
   */
  turn: number | null;
  /**
   * The cells that each legal move flips. A forced pass is listed as ``"pass"``.
   */
  legal: {
    [k: string]: number[];
  };
  /**
   * The number of pieces that each seat has on the board.
   */
  counts: number[];
  over: boolean;
  /**
   * The position in text form.
   */
  text: string;
  /**
   * None while the game is in progress.
   */
  result: ResultFields | null;
}
/**
 * The result of a finished game.
 */
export interface ResultFields {
  words: string;
  /**
   * The seats that won. A tie has several winners.
   */
  winners: number[];
  scores: number[];
  /**
   * The way the game ended: by counting pieces, by another rule on the board, or off the board.
   */
  how: "counted" | "board" | "resigned" | "time" | "fault";
  /**
   * The seat that lost off the board: on time, by resignation or because of a fault.
   */
  loser: number | null;
  /**
   * A description of the fault; empty if there was none.
   */
  reason: string;
}
/**
 * A game's clocks. `left` contains the seconds that each seat has left.
 */
export interface ClockFields {
  control: string;
  left: number[];
  runs: boolean;
}
/**
 * A question that one player asks the other people in the game.
 */
export interface OfferFields {
  what: "undo" | "rematch";
  /**
   * The seats of the person who asked.
   */
  by: number[];
  /**
   * The seats of everybody who has agreed, including the person who asked.
   */
  agreed: number[];
}
/**
 * A game that the server offers, with its boards and players.
 */
export interface KindFields {
  title: string;
  /**
   * The aim of the game, described in a few words.
   */
  goal: string;
  /**
   * The names of the sides.
   */
  names: string[];
  /**
   * The board sizes, with the usual size first.
   */
  sizes: number[];
  /**
   * The usual start position in text form; empty if the start is random.
   */
  start: string;
  /**
   * The opponents selected by default.
   */
  opponents: string[];
  /**
   * The character selected by default instead of these opponents; empty if there is none.
   */
  first: string;
  /**
   * True if the engine can analyse the game.
   */
  analysed: boolean;
  players: PlayerFields[];
  /**
   * The ladder of characters, weakest first.
   */
  characters: CharacterFields[];
}
/**
 * A player that the page offers.
 */
export interface PlayerFields {
  name: string;
  label: string;
  promise: string;
  group: string;
  /**
   * The board sizes that the player supports; empty if the game has only one board.
   */
  sizes: number[];
  searches: boolean;
  options: OptionFields[];
  /**
   * The options that exclude each other.
   */
  either: string[];
}
/**
 * An option of a player, described as a form field.
 */
export interface OptionFields {
  name: string;
  type: string;
  default: unknown;
  /**
   * Pairs of a value and the label to display for it.
   */
  choices: string[][];
  least: number | null;
  most: number | null;
}
/**
 * A character from the ladder. Its label and promise are in its `PlayerFields`.
 */
export interface CharacterFields {
  name: string;
  /**
   * The player behind the character, with its options.
   */
  plays: string;
  animal: string;
  rating: RatingFields | null;
}
/**
 * The measured rating of a character.
 */
export interface RatingFields {
  rating: number;
  error_95: number;
  /**
   * The rating in a word or two.
   */
  strength: string;
}
/**
 * A stored game, as it appears in a person's list.
 */
export interface ListedGame {
  id: string;
  kind: string;
  /**
   * The players' names; empty for a person without a name, unless it is another person whom the reader has met.
   */
  players: string[];
  /**
   * The seats taken by people.
   */
  persons: number[];
  /**
   * The person's seat; None if it is unknown.
   */
  own: number | null;
  start: string;
  moves: string[];
  /**
   * The number of moves, including passes.
   */
  n_moves: number;
  /**
   * The current board, or the final board of a finished game.
   */
  cells: string;
  width: number;
  result: ResultFields | null;
  opening: string;
  /**
   * The time when the game was created, in seconds since 1970.
   */
  created: number;
  /**
   * The time of the last change, in seconds since 1970.
   */
  changed: number;
  /**
   * The name that the person gave the game.
   */
  name: string;
  reviewed: boolean;
  /**
   * True if the person plays in the game, or if nobody does. Otherwise, the person can only watch.
   */
  part: boolean;
}
/**
 * The analysis of a position, as returned by `Analysis.to_json`.
 */
export interface AnalysisFields {
  move: string | null;
  /**
   * The moves with their values, best first.
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
 * A move and its judgement in a review.
 */
export interface JudgedMoveFields {
  ply: number;
  number?: number | null;
  side: string;
  move: string;
  loss: number;
  badge: "" | "?!" | "?" | "??";
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  proven: boolean;
  doubt?: number | null;
  kinds?: string[] | null;
  why?: string | null;
  value_for_black: number;
  best: MoveValueFields;
  played: MoveValueFields;
}
/**
 * A publication that describes players available in Outflank.
 */
export interface StoryFields {
  title: string;
  source: string;
  text: string;
  /**
   * The publication's number in the list; 0 if it comes from another package.
   */
  number: number;
  document: string;
  published: string;
  /**
   * The Outflank file that contains the program.
   */
  file: string;
  command: string;
  /**
   * Advice on playing against these programs in the web app.
   */
  press: string;
  words: WordFields[];
  mends: string[];
  /**
   * The game of the players.
   */
  kind: string;
  /**
   * The players from this publication.
   */
  members: string[];
}
/**
 * A term used in a publication, and the name of the same thing in Outflank.
 */
export interface WordFields {
  word: string;
  /**
   * The Outflank file that contains it, and its name there.
   */
  here: string;
  /**
   * The Outflank player with this name; empty if there is none.
   */
  player: string;
}
/**
 * A shared study for one page. With `changes`, `tree` becomes the current tree.
 */
export interface SharedStudyFields {
  type: "shared-study";
  study: string;
  you: number;
  role: "owner" | "edit" | "watch";
  kind: string;
  start: string;
  /**
   * None if the page only needs the changes since its last revision.
   */
  tree: string | null;
  /**
   * The revision before `changes`.
   */
  revision: number;
  changes: SourcedEventFields[];
  title?: string;
  players?: string[];
  people: StudyPersonFields[];
  board: ClassBoardFields;
  links?: StudyLinksFields;
  members?: StudyMemberFields[];
}
/**
 * A change, with the source that the page chose that asked for it.
 */
export interface SourcedEventFields {
  source: string;
  event: StudyEventFields;
}
/**
 * A change of a shared study; see `shared_tree` for the fields of each kind.
 */
export interface StudyEventFields {
  do: "add" | "remove" | "restore" | "keep" | "order" | "set" | "title";
  revision: number;
  path?: string[];
  moves?: string[];
  order?: string[];
  nodes?: unknown[][];
  letter?: "c" | "s" | "k" | "v" | "j" | "t" | "l" | "a";
  value?: unknown;
  title?: string;
  players?: string[];
  clash?: "comment" | "sign" | "deleted";
  was?: string;
}
/**
 * Somebody who has the study open.
 */
export interface StudyPersonFields {
  who: number;
  /**
   * Empty if the person has not given a name.
   */
  name: string;
  role: "owner" | "edit" | "watch";
  /**
   * The position on a member's page; None for a follower, and for a private line.
   */
  path: string[] | null;
  away: boolean;
}
/**
 * The state of a class.
 */
export interface ClassBoardFields {
  /**
   * The number of the person whom everybody follows; None without a class.
   */
  leader: number | null;
  path: string[];
  question: ClassQuestionFields | null;
}
/**
 * A question to the class.
 */
export interface ClassQuestionFields {
  path: string[];
  state: "asked" | "revealed";
  n_answers: number;
  /**
   * The number of answers for each move, most frequent first; None for pupils until it is revealed.
   */
  counts: {
    [k: string]: number;
  } | null;
  own: string | null;
}
/**
 * For the owner only, as are the members.
 */
export interface StudyLinksFields {
  edit: string;
  watch: string;
}
/**
 * A member in the owner's list.
 */
export interface StudyMemberFields {
  who: number;
  name: string;
}
