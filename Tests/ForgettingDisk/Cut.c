// What a disk keeps of recorded changes when its power fails: contents up to the last sync of the file, names up to the last
// sync of their folder, and of the rest nothing, all, or some of it.
#define _GNU_SOURCE
#include "Change.h"
#include "Contents.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEAF = NAME_MAX + 1, PATH = 2 * PATH_MAX };

// A file, or a folder; the contents of one that was there at first are read when they are needed.
typedef struct {
    int isFolder;
    Contents contents;
    char *source;
} Node;

// What has a name in a folder; the node -1 is nothing.
typedef struct {
    int folder, node;
    char leaf[LEAF];
} Name;

// A change of one name or of two, in one step.
typedef struct {
    Name moves[2];
    int count, isDurable;
} Step;

typedef struct {
    Node *nodes;
    Name *names, *durableNames;
    Step *steps;
    int nodeCount, nameCount, durableCount, stepCount;
    uint64_t chances;
} Disk;

// Room for one more in a list that has `count`; it grows by doubling.
static void *grown(void *list, int count, size_t size) {
    return count & (count - 1) ? list : realloc(list, (size_t)(count ? 2 * count : 1) * size);
}

static int addNode(Disk *disk, int isFolder, const char *source) {
    disk->nodes = grown(disk->nodes, disk->nodeCount, sizeof(Node));
    disk->nodes[disk->nodeCount] = (Node){.isFolder = isFolder, .source = source ? strdup(source) : NULL};
    return disk->nodeCount++;
}

static int find(const Name *names, int count, int folder, const char *leaf) {
    for (int i = 0; i < count; i++)
        if (names[i].folder == folder && names[i].node >= 0 && strcmp(names[i].leaf, leaf) == 0) return i;
    return -1;
}

static void move(Name **names, int *count, Name wanted) {
    int place = find(*names, *count, wanted.folder, wanted.leaf);
    if (place < 0) {
        *names = grown(*names, *count, sizeof(Name));
        place = (*count)++;
    }
    (*names)[place] = wanted;
}

// The folder of a path and its last name; false where there is no such folder.
static int parent(const Disk *disk, const char *path, int *folder, char *leaf) {
    char rest[PATH];
    snprintf(rest, sizeof rest, "%s", path);
    *folder = 0;
    char *next = rest, *slash;
    while ((slash = strchr(next, '/'))) {
        *slash = 0;
        int place = find(disk->names, disk->nameCount, *folder, next);
        if (place < 0) return 0;
        *folder = disk->names[place].node;
        next = slash + 1;
    }
    snprintf(leaf, LEAF, "%s", next);
    return 1;
}

static int nodeAt(const Disk *disk, const char *path) {
    int folder;
    char leaf[LEAF];
    if (!*path) return 0;
    if (!parent(disk, path, &folder, leaf)) return -1;
    int place = find(disk->names, disk->nameCount, folder, leaf);
    return place < 0 ? -1 : disk->names[place].node;
}

static void addMove(Disk *disk, Step *step, const char *path, int node) {
    Name *name = &step->moves[step->count];
    name->node = node;
    if (parent(disk, path, &name->folder, name->leaf)) step->count++;
}

static void take(Disk *disk, Step step) {
    for (int i = 0; i < step.count; i++) move(&disk->names, &disk->nameCount, step.moves[i]);
    disk->steps = grown(disk->steps, disk->stepCount, sizeof(Step));
    disk->steps[disk->stepCount++] = step;
}

// Reads what a file had at first.
static void load(Node *file) {
    if (!file->source) return;
    int from = open(file->source, O_RDONLY | O_CLOEXEC);
    struct stat facts;
    if (from >= 0 && fstat(from, &facts) == 0) {
        char *bytes = malloc(facts.st_size + 1);
        int64_t count = pread(from, bytes, facts.st_size, 0);
        if (count > 0) contents_write(&file->contents, bytes, count, 0);
        contents_sync(&file->contents);
        free(bytes);
    }
    if (from >= 0) close(from);
    free(file->source), file->source = NULL;
}

static void syncContents(Node *file) {
    if (!file->source) contents_sync(&file->contents);
}

// The names of a folder are durable, and with them whatever came before in the folders that they were moved between.
static void syncNames(Disk *disk, int folder) {
    char *isMeant = calloc(disk->nodeCount, 1);
    isMeant[folder] = 1;
    for (int i = disk->stepCount - 1; i >= 0; i--) {
        Step *step = &disk->steps[i];
        int meant = 0;
        for (int j = 0; j < step->count; j++) meant |= isMeant[step->moves[j].folder];
        for (int j = 0; meant && j < step->count; j++) isMeant[step->moves[j].folder] = 1;
        step->isDurable |= meant;
    }
    free(isMeant);
}

static void apply(Disk *disk, const Change *change) {
    int node = nodeAt(disk, change->path), other = change->other ? nodeAt(disk, change->other) : -1;
    Node *file = node < 0 ? NULL : &disk->nodes[node];
    Step step = {0};
    switch (change->kind) {
    case MAKE: case FOLDER:
        addMove(disk, &step, change->path, addNode(disk, change->kind == FOLDER, NULL));
        return take(disk, step);
    case REMOVE:
        addMove(disk, &step, change->path, -1);
        return take(disk, step);
    case RENAME: case EXCHANGE:
        addMove(disk, &step, change->path, change->kind == EXCHANGE ? other : -1);
        addMove(disk, &step, change->other, node);
        return take(disk, step);
    case WRITE:
        if (!file) return;
        load(file), contents_write(&file->contents, change->bytes, change->count, change->at);
        return;
    case SIZE:
        if (!file) return;
        load(file), contents_resize(&file->contents, change->count);
        return;
    case SYNC:
        if (file && file->isFolder) syncNames(disk, node);
        else if (file) syncContents(file);
        return;
    case SYNC_ALL:
        for (int i = 0; i < disk->nodeCount; i++) syncContents(&disk->nodes[i]), syncNames(disk, i);
    }
}

// All that is in a folder at first is durable.
static void begin(Disk *disk, int folder, const char *path) {
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char inner[PATH];
        struct stat facts;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") || lstat(inner, &facts) != 0) continue;
        int node = addNode(disk, S_ISDIR(facts.st_mode), S_ISREG(facts.st_mode) ? inner : NULL);
        Name name = {.folder = folder, .node = node};
        snprintf(name.leaf, LEAF, "%s", entry->d_name);
        move(&disk->names, &disk->nameCount, name), move(&disk->durableNames, &disk->durableCount, name);
        if (S_ISDIR(facts.st_mode)) begin(disk, node, inner);
    }
    if (stream) closedir(stream);
}

static void cutNames(Disk *disk, Fate fate) {
    char *isCut = calloc(disk->nodeCount, 1);
    for (int i = 0; i < disk->stepCount; i++) {
        Step *step = &disk->steps[i];
        int kept = step->isDurable || fate == KEPT || (fate == BY_CHANCE && draw(&disk->chances) & 1);
        for (int j = 0; j < step->count; j++) kept &= step->isDurable || !isCut[step->moves[j].folder];
        for (int j = 0; j < step->count; j++) {
            if (kept) move(&disk->durableNames, &disk->durableCount, step->moves[j]);
            else isCut[step->moves[j].folder] = 1;
        }
    }
    free(isCut);
}

static int save(Node *file, const char *path) {
    load(file);
    const Contents *contents = &file->contents;
    int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int64_t done = 0;
    while (to >= 0 && done < contents->durableSize) {
        ssize_t count = write(to, contents->durable + done, contents->durableSize - done);
        if (count <= 0) break;
        done += count;
    }
    return to >= 0 && close(to) == 0 && done == contents->durableSize ? 0 : -1;
}

// Writes a folder as the disk has it; what is not on the way to `only` is left out.
static int saveFolder(Disk *disk, int folder, const char *path, const char *only) {
    if (mkdir(path, 0700) != 0) return -1;
    for (int i = 0; i < disk->durableCount; i++) {
        Name *name = &disk->durableNames[i];
        if (name->folder != folder || name->node < 0) continue;
        size_t count = strlen(name->leaf);
        if (only && (strncmp(only, name->leaf, count) != 0 || (only[count] && only[count] != '/'))) continue;
        char inner[PATH];
        snprintf(inner, sizeof inner, "%s/%s", path, name->leaf);
        Node *node = &disk->nodes[name->node];
        const char *rest = only && only[count] ? only + count + 1 : NULL;
        if ((node->isFolder ? saveFolder(disk, name->node, inner, rest) : save(node, inner)) != 0) return -1;
    }
    return 0;
}

static void end(Disk *disk) {
    for (int i = 0; i < disk->nodeCount; i++) {
        Node *node = &disk->nodes[i];
        contents_free(&node->contents), free(node->source);
    }
    free(disk->nodes), free(disk->names), free(disk->durableNames), free(disk->steps);
}

int recording_cut(
    const recording *all, int64_t steps, uint64_t seed, const char *before, const char *to, const char *only) {
    Disk disk = {.chances = chances_from(seed)};
    begin(&disk, addNode(&disk, 1, NULL), before);
    for (int64_t i = 0; i < steps && i < all->count; i++) apply(&disk, &all->changes[i]);
    Fate names = seed > 3 ? BY_CHANCE : seed & 1 ? KEPT : LOST, contents = seed > 3 ? BY_CHANCE : seed & 2 ? KEPT : LOST;
    for (int i = 0; i < disk.nodeCount; i++) contents_cut(&disk.nodes[i].contents, contents, &disk.chances);
    cutNames(&disk, names);
    int result = saveFolder(&disk, 0, to, only);
    end(&disk);
    return result;
}
