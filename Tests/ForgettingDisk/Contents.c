#include "Contents.h"
#include <stdlib.h>
#include <string.h>

uint64_t chances_from(uint64_t seed) { return seed * 2654435761u + 88172645463325252u; }

uint64_t draw(uint64_t *chances) {
    *chances ^= *chances << 13, *chances ^= *chances >> 7, *chances ^= *chances << 17;
    return *chances;
}

void contents_make_room(Contents *file, int64_t size) {
    if (size <= file->room) return;
    int64_t room = (size * 2 + SECTOR - 1) / SECTOR * SECTOR;
    file->now = realloc(file->now, room), file->durable = realloc(file->durable, room);
    file->dirty = realloc(file->dirty, room / SECTOR);
    memset(file->now + file->room, 0, room - file->room), memset(file->durable + file->room, 0, room - file->room);
    memset(file->dirty + file->room / SECTOR, 0, (room - file->room) / SECTOR);
    file->room = room;
}

static void touch(Contents *file, int64_t from, int64_t to) {
    for (int64_t s = from / SECTOR; from < to && s <= (to - 1) / SECTOR; s++) file->dirty[s] = 1;
}

void contents_write(Contents *file, const void *from, int64_t count, int64_t at) {
    contents_make_room(file, at + count);
    memcpy(file->now + at, from, count);
    touch(file, at, at + count);
    if (file->size < at + count) file->size = at + count;
}

void contents_resize(Contents *file, int64_t size) {
    contents_make_room(file, size);
    if (size < file->size) memset(file->now + size, 0, file->size - size);
    touch(file, size, file->size);
    file->size = size;
}

void contents_sync(Contents *file) {
    for (int64_t s = 0; s < file->room / SECTOR; s++) {
        if (!file->dirty[s]) continue;
        memcpy(file->durable + s * SECTOR, file->now + s * SECTOR, SECTOR), file->dirty[s] = 0;
    }
    file->durableSize = file->size;
}

void contents_cut(Contents *file, Fate fate, uint64_t *chances) {
    if (file->size != file->durableSize && (fate == KEPT || (fate == BY_CHANCE && draw(chances) & 1)))
        file->durableSize = file->size;
    for (int64_t s = 0; s < file->room / SECTOR; s++) {
        if (!file->dirty[s]) continue;
        // Kept, torn in its middle, or lost.
        int kept = fate == KEPT ? SECTOR : 0;
        if (fate == BY_CHANCE) kept = draw(chances) % 3 == 0 ? SECTOR : draw(chances) % 2 ? SECTOR / 2 : 0;
        memcpy(file->durable + s * SECTOR, file->now + s * SECTOR, kept);
    }
}

void contents_free(Contents *file) { free(file->now), free(file->durable), free(file->dirty); }
