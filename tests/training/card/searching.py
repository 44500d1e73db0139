"""A single search by the kernels of the card, and the sizes of its memory."""

import numpy as np

from outflank.training.card.batch import N_NUMBERS, N_ROWS, N_WORDS
from outflank.training.card.boards import moves_of
from outflank.training.card.indices import table_of_pairs
from outflank.training.card.search import LEAST, begin, fill_root, forget, root_move, root_value, step

TABLE = table_of_pairs()


def searched(board, depth, exact, weights, alpha=LEAST, beta=-LEAST):
    """The value and the best move of a position whose side to move has a move, and the number of nodes."""
    words, numbers = np.zeros(N_WORDS, np.uint64), np.zeros(N_NUMBERS, np.int32)
    rows, table = np.zeros(N_ROWS, np.int32), weights.table.reshape(-1)
    forget(words)
    fill_root(*board, rows, TABLE)
    begin(*board, moves_of(*board), alpha, beta, depth, exact, words, numbers)
    n_empties = 64 - (board[0] | board[1]).bit_count() - depth
    level = nodes = 0
    while level >= 0:
        level = step(level, depth, exact, n_empties, words, numbers, rows, TABLE, table)
        nodes += 1
    return root_value(numbers), root_move(numbers), nodes
