// What the two halves of a recording share: how it is made, and what a disk keeps of it.
#pragma once
#include "include/Recording.h"

typedef enum { MAKE, FOLDER, WRITE, SIZE, SYNC, SYNC_ALL, RENAME, EXCHANGE, REMOVE } Kind;

// Paths are from the folder on, that of the folder itself being empty.
typedef struct {
    Kind kind;
    char *path, *other, *words;
    int64_t at, count;
    unsigned char *bytes;
} Change;

struct recording {
    Change *changes;
    int64_t count, room, said;
    int status;
};
