/* A bot for Outflank in C. Compile it, then try it:

       cc -O2 -static -o bot bot.c
       outflank bot check bot

   Each input line is a question, and each answer is one line. Print messages for yourself to stderr. See
   docs/how-to/let-bots-play.md. */

#include <stdio.h>
#include <string.h>

/* board: 64 characters from a1 to h8, row by row: X is black, O is white, - is empty. side: 'X' or 'O'.
   moves: the legal moves, such as "d3,c4". seconds: the time left for the game, or for this move. */
static const char *choose(const char *board, char side, char *moves, double seconds) {
    const char *best = NULL;
    (void)board, (void)side, (void)seconds;
    for (char *move = strtok(moves, ","); move != NULL; move = strtok(NULL, ","))
        if (best == NULL || strstr("a1 h1 a8 h8", move) != NULL)
            best = move;
    return best;
}

int main(void) {
    char line[1024], board[128], side, moves[512];
    double seconds;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "outflank", 8) == 0)
            puts("ready a bot in C");
        else if (sscanf(line, "turn %127s %c %511s %lf", board, &side, moves, &seconds) == 4)
            puts(choose(board, side, moves, seconds));
        else if (strncmp(line, "quit", 4) == 0)
            return 0;
        fflush(stdout);
    }
    return 0;
}
