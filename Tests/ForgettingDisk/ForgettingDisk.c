// A file system for SQLite that forgets what was not synced, after "The OS Backend (VFS) To SQLite". One lock guards all of it.
#define _GNU_SOURCE
#include "ForgettingDisk.h"
#include "Contents.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INODES = 256, NAMES = 32, NAME = 512, REGIONS = 64, LOCKS = 8 };

typedef struct {
    Contents contents;
    int shared, reserved, exclusive;
} Inode;

typedef struct {
    char name[NAME];
    int inode;
} Name;

typedef struct Handle {
    sqlite3_file base;
    int inode, level, epoch, syncsFolder;
    unsigned sharedLocks, exclusiveLocks;
} Handle;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Inode inodes[INODES];
static Name names[NAMES], durableNames[NAMES];
static int inodeCount, epoch, isCut, lies, isFull;
static uint64_t chances;
static int64_t steps, cutAt, syncs;
static void *regions[REGIONS];
static int shmShared[LOCKS], shmExclusive[LOCKS];

// One write or sync more; true where the power fails before it.
static int step(void) {
    if (!isCut && ++steps >= cutAt) isCut = 1;
    return isCut;
}

static Name *find(Name *list, const char *name) {
    for (int i = 0; i < NAMES; i++)
        if (list[i].name[0] && strcmp(list[i].name, name) == 0) return &list[i];
    return 0;
}

// What was made in the folder is durable; whether what was deleted there is, only a sync after the deletion says.
static void keepNewNames(void) {
    for (int i = 0; i < NAMES; i++) {
        if (!names[i].name[0]) continue;
        Name *entry = find(durableNames, names[i].name);
        for (int j = 0; !entry && j < NAMES; j++)
            if (!durableNames[j].name[0]) entry = &durableNames[j];
        if (entry) *entry = names[i];
    }
}

static int gone(Handle *file) { return isCut || file->epoch != epoch; }

static int xRead(sqlite3_file *f, void *to, int count, sqlite3_int64 at) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    int result = gone(handle) ? SQLITE_IOERR_READ : SQLITE_OK;
    if (result == SQLITE_OK) {
        const Contents *file = &inodes[handle->inode].contents;
        sqlite3_int64 left = file->size > at ? file->size - at : 0;
        int got = left < count ? (int)left : count;
        if (got) memcpy(to, file->now + at, got);
        if (got < count) memset((char *)to + got, 0, count - got), result = SQLITE_IOERR_SHORT_READ;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int xWrite(sqlite3_file *f, const void *from, int count, sqlite3_int64 at) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    int result = gone(handle) || step() ? SQLITE_IOERR_WRITE : SQLITE_OK;
    // What a file has already is its own.
    if (result == SQLITE_OK && isFull && inodes[handle->inode].contents.size < at + count) result = SQLITE_FULL;
    if (result == SQLITE_OK) contents_write(&inodes[handle->inode].contents, from, count, at);
    pthread_mutex_unlock(&lock);
    return result;
}

static int xTruncate(sqlite3_file *f, sqlite3_int64 size) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    int result = gone(handle) || step() ? SQLITE_IOERR_TRUNCATE : SQLITE_OK;
    if (result == SQLITE_OK && isFull && inodes[handle->inode].contents.size < size) result = SQLITE_FULL;
    if (result == SQLITE_OK) contents_resize(&inodes[handle->inode].contents, size);
    pthread_mutex_unlock(&lock);
    return result;
}

static int xSync(sqlite3_file *f, int flags) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    int result = gone(handle) || step() ? SQLITE_IOERR_FSYNC : SQLITE_OK;
    if (result == SQLITE_OK) {
        if (!lies) contents_sync(&inodes[handle->inode].contents);
        syncs++;
        // As SQLite's own file system does for a new journal or log.
        if (handle->syncsFolder) keepNewNames(), handle->syncsFolder = 0;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int xFileSize(sqlite3_file *f, sqlite3_int64 *size) {
    pthread_mutex_lock(&lock);
    int result = gone((Handle *)f) ? SQLITE_IOERR_FSTAT : SQLITE_OK;
    *size = inodes[((Handle *)f)->inode].contents.size;
    pthread_mutex_unlock(&lock);
    return result;
}

static int xUnlock(sqlite3_file *f, int level) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    if (handle->epoch == epoch) {
        Inode *file = &inodes[handle->inode];
        if (handle->level >= SQLITE_LOCK_PENDING && level < SQLITE_LOCK_PENDING) file->exclusive = 0;
        if (handle->level >= SQLITE_LOCK_RESERVED && level < SQLITE_LOCK_RESERVED) file->reserved = 0;
        if (handle->level >= SQLITE_LOCK_SHARED && level < SQLITE_LOCK_SHARED) file->shared--;
    }
    if (level < handle->level) handle->level = level;
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int xLock(sqlite3_file *f, int level) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    Inode *file = &inodes[handle->inode];
    int result = gone(handle) ? SQLITE_IOERR_LOCK : SQLITE_OK;
    if (result == SQLITE_OK && handle->level < level) {
        if (level == SQLITE_LOCK_SHARED) {
            if (file->exclusive) result = SQLITE_BUSY;
            else file->shared++;
        } else if (level == SQLITE_LOCK_RESERVED) {
            if (file->reserved) result = SQLITE_BUSY;
            else file->reserved = 1;
        } else if (file->shared > 1 || (file->reserved && handle->level < SQLITE_LOCK_RESERVED)) {
            result = SQLITE_BUSY;
        } else {
            file->reserved = 1, file->exclusive = 1;
        }
        if (result == SQLITE_OK) handle->level = level;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int xCheckReservedLock(sqlite3_file *f, int *answer) {
    pthread_mutex_lock(&lock);
    *answer = inodes[((Handle *)f)->inode].reserved;
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int xFileControl(sqlite3_file *f, int what, void *with) { return SQLITE_NOTFOUND; }
static int xSectorSize(sqlite3_file *f) { return SECTOR; }
static int xDeviceCharacteristics(sqlite3_file *f) { return 0; }

static int xShmMap(sqlite3_file *f, int page, int size, int extends, void volatile **at) {
    pthread_mutex_lock(&lock);
    int result = gone((Handle *)f) || page >= REGIONS ? SQLITE_IOERR_SHMMAP : SQLITE_OK;
    if (result == SQLITE_OK && !regions[page] && extends) regions[page] = calloc(1, size);
    *at = result == SQLITE_OK ? regions[page] : 0;
    pthread_mutex_unlock(&lock);
    return result;
}

static int xShmLock(sqlite3_file *f, int offset, int count, int flags) {
    Handle *handle = (Handle *)f;
    pthread_mutex_lock(&lock);
    int result = gone(handle) ? SQLITE_IOERR_SHMLOCK : SQLITE_OK;
    for (int i = offset; result == SQLITE_OK && flags & SQLITE_SHM_LOCK && i < offset + count; i++) {
        if (flags & SQLITE_SHM_SHARED ? shmExclusive[i] && !(handle->exclusiveLocks & 1u << i)
                                      : shmExclusive[i] || shmShared[i] > !!(handle->sharedLocks & 1u << i))
            result = SQLITE_BUSY;
    }
    for (int i = offset; result == SQLITE_OK && i < offset + count; i++) {
        unsigned bit = 1u << i, *own = flags & SQLITE_SHM_SHARED ? &handle->sharedLocks : &handle->exclusiveLocks;
        int *all = flags & SQLITE_SHM_SHARED ? shmShared : shmExclusive;
        if (flags & SQLITE_SHM_LOCK) all[i] += !(*own & bit), *own |= bit;
        else all[i] -= !!(*own & bit), *own &= ~bit;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static void xShmBarrier(sqlite3_file *f) { __sync_synchronize(); }
static int xShmUnmap(sqlite3_file *f, int deletes) { return SQLITE_OK; }

static int xClose(sqlite3_file *f) {
    Handle *handle = (Handle *)f;
    xUnlock(f, SQLITE_LOCK_NONE);
    pthread_mutex_lock(&lock);
    for (int i = 0; handle->epoch == epoch && i < LOCKS; i++) {
        shmShared[i] -= !!(handle->sharedLocks & 1u << i), shmExclusive[i] -= !!(handle->exclusiveLocks & 1u << i);
    }
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    2, xClose, xRead, xWrite, xTruncate, xSync, xFileSize, xLock, xUnlock, xCheckReservedLock, xFileControl,
    xSectorSize, xDeviceCharacteristics, xShmMap, xShmLock, xShmBarrier, xShmUnmap, 0, 0,
};

static int xOpen(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out) {
    Handle *handle = (Handle *)f;
    memset(handle, 0, sizeof *handle);
    pthread_mutex_lock(&lock);
    Name *entry = name && !isCut ? find(names, name) : 0;
    int isNew = !entry;
    for (int i = 0; isNew && !isCut && name && flags & SQLITE_OPEN_CREATE && i < NAMES; i++) {
        if (names[i].name[0] || inodeCount == INODES) continue;
        entry = &names[i];
        strncpy(entry->name, name, NAME - 1);
        entry->inode = inodeCount++;
        break;
    }
    int result = entry ? SQLITE_OK : SQLITE_CANTOPEN;
    if (entry) {
        handle->inode = entry->inode, handle->epoch = epoch, handle->base.pMethods = &methods;
        handle->syncsFolder = flags & SQLITE_OPEN_CREATE && flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL);
        if (out) *out = flags;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int xDelete(sqlite3_vfs *v, const char *name, int syncsFolder) {
    pthread_mutex_lock(&lock);
    int result = step() ? SQLITE_IOERR_DELETE : SQLITE_OK;
    Name *entry = result == SQLITE_OK ? find(names, name) : 0;
    if (result == SQLITE_OK && !entry) result = SQLITE_IOERR_DELETE_NOENT;
    if (entry) entry->name[0] = 0;
    if (entry && syncsFolder) memcpy(durableNames, names, sizeof names);
    pthread_mutex_unlock(&lock);
    return result;
}

static int xAccess(sqlite3_vfs *v, const char *name, int flags, int *answer) {
    pthread_mutex_lock(&lock);
    Name *entry = find(names, name);
    *answer = entry && (flags != SQLITE_ACCESS_EXISTS || inodes[entry->inode].contents.size > 0);
    int result = isCut ? SQLITE_IOERR_ACCESS : SQLITE_OK;
    pthread_mutex_unlock(&lock);
    return result;
}

static int xFullPathname(sqlite3_vfs *v, const char *name, int count, char *to) {
    sqlite3_snprintf(count, to, "%s", name);
    return SQLITE_OK;
}

static int xRandomness(sqlite3_vfs *v, int count, char *to) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++) to[i] = (char)draw(&chances);
    pthread_mutex_unlock(&lock);
    return count;
}

// A connection that waits for a lock waits for another thread, which needs time: a round of checkpoints may still recover the log.
static int xSleep(sqlite3_vfs *v, int microseconds) { return usleep(microseconds), microseconds; }
static int xCurrentTime(sqlite3_vfs *v, double *day) { return *day = 2461000.5, SQLITE_OK; }
static int xGetLastError(sqlite3_vfs *v, int count, char *to) { return 0; }

int forgetting_disk_register(void) {
    static sqlite3_vfs vfs = {
        1, sizeof(Handle), NAME, 0, "forgetting", 0, xOpen, xDelete, xAccess, xFullPathname, 0, 0, 0, 0, xRandomness,
        xSleep, xCurrentTime, xGetLastError, 0, 0, 0, 0,
    };
    return sqlite3_vfs_register(&vfs, 0);
}

static void forgetLocks(void) {
    epoch++;
    // Their readers may be closed later: they are left, as a process that ended leaves its memory.
    memset(regions, 0, sizeof regions), memset(shmShared, 0, sizeof shmShared);
    memset(shmExclusive, 0, sizeof shmExclusive);
    for (int i = 0; i < inodeCount; i++) inodes[i].shared = inodes[i].reserved = inodes[i].exclusive = 0;
}

void forgetting_disk_begin(uint64_t seed, int64_t cut) {
    pthread_mutex_lock(&lock);
    forgetLocks();
    for (int i = 0; i < inodeCount; i++) contents_free(&inodes[i].contents);
    memset(inodes, 0, sizeof inodes), memset(names, 0, sizeof names), memset(durableNames, 0, sizeof durableNames);
    inodeCount = 0, isCut = 0, isFull = 0, steps = 0, cutAt = cut, chances = chances_from(seed);
    pthread_mutex_unlock(&lock);
}

void forgetting_disk_draw(uint64_t seed) {
    pthread_mutex_lock(&lock);
    chances = chances_from(seed);
    pthread_mutex_unlock(&lock);
}

void forgetting_disk_lie(void) {
    pthread_mutex_lock(&lock);
    lies = 1;
    pthread_mutex_unlock(&lock);
}

void forgetting_disk_fill(int full) {
    pthread_mutex_lock(&lock);
    isFull = full;
    pthread_mutex_unlock(&lock);
}

void forgetting_disk_cut_after(int64_t count) {
    pthread_mutex_lock(&lock);
    cutAt = count == INT64_MAX ? count : steps + count;
    pthread_mutex_unlock(&lock);
}

void forgetting_disk_kill(void) {
    pthread_mutex_lock(&lock);
    forgetLocks();
    pthread_mutex_unlock(&lock);
}

int64_t forgetting_disk_syncs(void) {
    pthread_mutex_lock(&lock);
    int64_t answer = syncs;
    pthread_mutex_unlock(&lock);
    return answer;
}

int forgetting_disk_is_cut(void) {
    pthread_mutex_lock(&lock);
    int answer = isCut;
    pthread_mutex_unlock(&lock);
    return answer;
}

void forgetting_disk_return(int namesReturn) {
    pthread_mutex_lock(&lock);
    forgetLocks();
    for (int i = 0; i < inodeCount; i++) {
        Contents *file = &inodes[i].contents;
        contents_cut(file, BY_CHANCE, &chances);
        file->size = file->durableSize;
        if (!file->room) continue;
        memset(file->durable + file->size, 0, file->room - file->size);
        memcpy(file->now, file->durable, file->room), memset(file->dirty, 0, file->room / SECTOR);
    }
    // Changes of names come in order or not at all: all up to the last sync, and perhaps the rest.
    if (namesReturn || draw(&chances) & 1) memcpy(names, durableNames, sizeof names);
    else memcpy(durableNames, names, sizeof names);
    isCut = 0, steps = 0, cutAt = INT64_MAX;
    pthread_mutex_unlock(&lock);
}
