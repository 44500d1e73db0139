// Perft in C++, the same method as src/outflank/board/perft.py: a yardstick for the speed of compiled Python.
// The vectors are those of GCC and Clang: the compiler picks the instructions.
//
// g++ -O3 -march=native -o perft perft.cpp && ./perft 11

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Board = uint64_t;
using Boards = Board __attribute__((vector_size(32)));  // one for each axis: row, rising, column, falling
using Signed = int64_t __attribute__((vector_size(32)));

constexpr Boards STEP = {1, 7, 8, 9};
constexpr Board INNER = 0x7E7E7E7E7E7E7E7E;
constexpr Boards PASSABLE = {INNER, INNER, ~Board(0), INNER};

static Boards after[64], before[64];

static Boards splat(Board board) { return Boards{board, board, board, board}; }
static Board unite(Boards boards) { return (boards[0] | boards[2]) | (boards[1] | boards[3]); }

static void fill_rays(Boards* rays, int sign) {
  constexpr int ROWS[] = {0, 1, 1, 1}, COLUMNS[] = {1, -1, 0, 1};
  for (int square = 0; square < 64; ++square)
    for (int axis = 0; axis < 4; ++axis) {
      const int rows = sign * ROWS[axis], columns = sign * COLUMNS[axis];
      Board ray = 0;
      for (int row = square / 8 + rows, column = square % 8 + columns;
           row >= 0 && row < 8 && column >= 0 && column < 8; row += rows, column += columns)
        ray |= Board(1) << (8 * row + column);
      rays[square][axis] = ray;
    }
}

static inline Board legal_moves(Board player, Board opponent) {
  const Boards discs = splat(player), run = splat(opponent) & PASSABLE;
  Boards up = run & discs << STEP, down = run & discs >> STEP;
  up |= run & up << STEP;
  down |= run & down >> STEP;
  const Boards pairs_up = run & run << STEP, pairs_down = pairs_up >> STEP;
  for (int i = 0; i < 2; ++i) {
    up |= pairs_up & up << 2 * STEP;
    down |= pairs_down & down >> 2 * STEP;
  }
  return unite(up << STEP | down >> STEP) & ~(player | opponent);
}

static inline Board flips(int square, Board player, Board opponent) {
  const Boards discs = splat(player), run = splat(opponent);
  Boards end = ((run | ~after[square]) + 1) & discs & after[square];
  const Boards up = (end + Boards(end != 0)) & after[square];
  const Boards own = discs & before[square], empty = (~run & before[square]) ^ own;
  Boards covered = own;
  for (int doubling = 0; doubling < 3; ++doubling) covered |= covered >> (STEP << doubling);
  const Boards down = before[square] & ~covered & Boards(Signed(own) > Signed(empty));
  return unite(up | down);
}

static int64_t count_leaves(Board player, Board opponent, int depth) {
  Board moves = legal_moves(player, opponent);
  if (depth == 1) return moves ? __builtin_popcountll(moves) : 1;
  if (!moves) return legal_moves(opponent, player) ? count_leaves(opponent, player, depth - 1) : 1;
  int64_t leaves = 0;
  for (; moves; moves &= moves - 1) {
    const int square = __builtin_ctzll(moves);
    const Board flipped = flips(square, player, opponent);
    leaves += count_leaves(opponent ^ flipped, player | flipped | Board(1) << square, depth - 1);
  }
  return leaves;
}

int main(int n_arguments, char** arguments) {
  const int depth = n_arguments > 1 ? std::atoi(arguments[1]) : 11;
  fill_rays(after, 1);
  fill_rays(before, -1);
  const auto start = std::chrono::steady_clock::now();
  const int64_t leaves = count_leaves(0x0000000810000000, 0x0000001008000000, depth);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%lld %.6f\n", (long long)leaves, seconds.count());
}
