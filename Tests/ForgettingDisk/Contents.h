// What a file has, and what a disk whose power fails keeps of it: each sector that was not synced is kept, torn or lost.
#pragma once
#include <stdint.h>

enum { SECTOR = 512 };

// What becomes of that which was not synced.
typedef enum { BY_CHANCE, KEPT, LOST } Fate;

typedef struct {
    unsigned char *now, *durable, *dirty;
    int64_t size, durableSize, room;
} Contents;

// The chances that follow from a seed, and the next of them.
uint64_t chances_from(uint64_t seed);
uint64_t draw(uint64_t *chances);

// Room for so many bytes; what is new is zero.
void contents_make_room(Contents *file, int64_t size);
void contents_write(Contents *file, const void *from, int64_t count, int64_t at);
void contents_resize(Contents *file, int64_t size);
void contents_sync(Contents *file);
void contents_cut(Contents *file, Fate fate, uint64_t *chances);
void contents_free(Contents *file);
