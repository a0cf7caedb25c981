/* A bot in C: plays the first of its moves. Build it with `cc -O2 -o first first.c`, then: tablewright rate matrix run:./first
 *
 * It looks for three things in each line and needs no library for that; a bot that wants to know more about the position
 * would use a JSON parser and read `observation`, which is an array of whole numbers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\"") || strstr(line, "\"type\":\"game\"")) {
            puts("{\"type\":\"ready\"}");
        } else if (strstr(line, "\"type\":\"decide\"")) {
            char *moves = strstr(line, "\"moves\":[");
            char *id = moves ? strstr(moves, "\"id\":") : NULL;
            if (!id) return 1;
            printf("{\"type\":\"move\",\"id\":%ld}\n", strtol(id + 5, NULL, 10));
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
