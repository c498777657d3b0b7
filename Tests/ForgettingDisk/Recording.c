// Follows a program's calls, after ptrace(2) and seccomp(2): the kernel stops it at those that change files, and nowhere
// else.
#define _GNU_SOURCE
#include "Change.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NONE = -1, TEXT = 2 * PATH_MAX, TEXTS = 2 * TEXT + 64 };

// A call that changes files, and which of its arguments are a folder's descriptor, a path, the same for a second one, a
// file's descriptor, and flags or an offset.
typedef struct {
    long number;
    Kind kind;
    int folder, path, otherFolder, other, file, more;
} Call;

static const Call calls[] = {
#ifdef __NR_open
    {__NR_open, MAKE, NONE, 0, NONE, NONE, NONE, 1},
    {__NR_rename, RENAME, NONE, 0, NONE, 1, NONE, NONE},
    {__NR_unlink, REMOVE, NONE, 0, NONE, NONE, NONE, NONE},
    {__NR_rmdir, REMOVE, NONE, 0, NONE, NONE, NONE, NONE},
    {__NR_mkdir, FOLDER, NONE, 0, NONE, NONE, NONE, NONE},
#endif
#ifdef __NR_renameat
    {__NR_renameat, RENAME, 0, 1, 2, 3, NONE, NONE},
#endif
    {__NR_renameat2, RENAME, 0, 1, 2, 3, NONE, 4},
    {__NR_openat, MAKE, 0, 1, NONE, NONE, NONE, 2},
    {__NR_unlinkat, REMOVE, 0, 1, NONE, NONE, NONE, NONE},
    {__NR_mkdirat, FOLDER, 0, 1, NONE, NONE, NONE, NONE},
    {__NR_write, WRITE, NONE, NONE, NONE, NONE, 0, NONE},
    {__NR_writev, WRITE, NONE, NONE, NONE, NONE, 0, NONE},
    {__NR_pwrite64, WRITE, NONE, NONE, NONE, NONE, 0, 3},
    {__NR_pwritev, WRITE, NONE, NONE, NONE, NONE, 0, 3},
    {__NR_ftruncate, SIZE, NONE, NONE, NONE, NONE, 0, NONE},
    {__NR_fallocate, SIZE, NONE, NONE, NONE, NONE, 0, NONE},
    {__NR_fsync, SYNC, NONE, NONE, NONE, NONE, 0, NONE},
    {__NR_fdatasync, SYNC, NONE, NONE, NONE, NONE, 0, NONE},
    {__NR_syncfs, SYNC_ALL, NONE, NONE, NONE, NONE, 0, NONE},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

// One that is about to run: whether its file is there, and how large.
typedef struct {
    const Call *call;
    Kind kind;
    char path[TEXT], other[TEXT];
    uint64_t more;
    int file, isThere;
    int64_t size;
} Asked;

typedef struct {
    recording *all;
    char folder[PATH_MAX];
    pid_t program;
    const char *from;
    int64_t killAt, counted;
    int isCounting, endsWhenSaid;
} Watch;

// Becomes the program, stopped once before; only calls that are safe after a fork of many threads.
static void become(char *const *words, int output) {
    // Per call: is it this one? The last two answers are "go on" and "stop, and tell who follows".
    struct sock_filter steps[CALLS + 3];
    steps[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CALLS; i++)
        steps[i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, CALLS - i, 0);
    steps[CALLS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    steps[CALLS + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    struct sock_fprog filter = {CALLS + 3, steps};
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0 || raise(SIGSTOP) != 0) _exit(126);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    // Kept over exec (execve(2)): no test waits for a program that hangs.
    alarm(120);
    if (dup2(output, 1) < 0 || dup2(output, 2) < 0) _exit(126);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(126);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) _exit(126);
    execv(words[0], words);
    _exit(127);
}

// Room for the words must be TEXTS.
static void describe(char *words, Kind kind, const char *path, const char *other) {
    static const char *names[] = {"make", "make folder", "write", "size", "sync", "sync all", "rename", "exchange", "remove"};
    snprintf(words, TEXTS, "%s %s%s%s", names[kind], *path ? path : ".", other ? " " : "", other ? other : "");
}

static void append(recording *all, Change change) {
    if (all->count == all->room) {
        all->room = all->room * 2 + 64;
        all->changes = realloc(all->changes, all->room * sizeof *all->changes);
    }
    char words[TEXTS];
    describe(words, change.kind, change.path, change.other);
    change.words = strdup(words);
    all->changes[all->count++] = change;
}

// A path from the watched folder on; false where it is not in it.
static int isWatched(const Watch *watch, const char *path, char *from) {
    size_t count = strlen(watch->folder);
    if (strncmp(path, watch->folder, count) != 0 || (path[count] && path[count] != '/')) return 0;
    snprintf(from, TEXT, "%s", path[count] ? path + count + 1 : "");
    return 1;
}

static int link_of(pid_t thread, const char *what, int number, char *path) {
    char name[64];
    if (number >= 0) snprintf(name, sizeof name, "/proc/%d/%s/%d", thread, what, number);
    else snprintf(name, sizeof name, "/proc/%d/%s", thread, what);
    ssize_t count = readlink(name, path, PATH_MAX - 1);
    path[count < 0 ? 0 : count] = 0;
    return count > 0;
}

// The path at an address of the program, without links and dots in its folder, from the watched folder on.
static int readPath(const Watch *watch, pid_t thread, int64_t folder, uint64_t address, char *path) {
    char said[PATH_MAX] = "", whole[2 * PATH_MAX], real[PATH_MAX];
    for (size_t count = 0; count < PATH_MAX - 1;) {
        // No further than the end of a page: the next one may not be there.
        size_t room = 4096 - (address + count) % 4096;
        if (room > PATH_MAX - 1 - count) room = PATH_MAX - 1 - count;
        struct iovec here = {said + count, room}, there = {(void *)(address + count), room};
        if (process_vm_readv(thread, &here, 1, &there, 1, 0) <= 0) return 0;
        if (memchr(said + count, 0, room)) break;
        count += room;
    }
    if (said[0] == '/') {
        snprintf(whole, sizeof whole, "%s", said);
    } else {
        char base[PATH_MAX];
        if (!((int)folder == AT_FDCWD ? link_of(thread, "cwd", -1, base) : link_of(thread, "fd", (int)folder, base))) return 0;
        snprintf(whole, sizeof whole, "%s/%s", base, said);
    }
    for (size_t end = strlen(whole); end > 1 && whole[end - 1] == '/';) whole[--end] = 0;
    char *leaf = strrchr(whole, '/');
    if (!leaf) return 0;
    *leaf++ = 0;
    if (!realpath(*whole ? whole : "/", real)) return 0;
    snprintf(path, TEXT, "%s/%s", strcmp(real, "/") ? real : "", leaf);
    char from[TEXT];
    if (!isWatched(watch, path, from)) return 0;
    strcpy(path, from);
    return 1;
}

static void look(const Watch *watch, Asked *asked) {
    char whole[TEXT + PATH_MAX + 1];
    struct stat facts;
    snprintf(whole, sizeof whole, "%s/%s", watch->folder, asked->path);
    asked->isThere = lstat(whole, &facts) == 0;
    asked->size = asked->isThere ? facts.st_size : 0;
}

// What a call is about to do; false where it changes nothing in the folder.
static int understand(const Watch *watch, pid_t thread, const Call *call, const uint64_t *arguments, Asked *asked) {
    *asked = (Asked){.call = call, .kind = call->kind, .more = call->more == NONE ? 0 : arguments[call->more], .file = -1};
    if (call->file != NONE) {
        char path[PATH_MAX];
        asked->file = (int)arguments[call->file];
        return link_of(thread, "fd", asked->file, path) && isWatched(watch, path, asked->path);
    }
    int64_t folder = call->folder == NONE ? AT_FDCWD : (int64_t)arguments[call->folder];
    if (!readPath(watch, thread, folder, arguments[call->path], asked->path)) return 0;
    look(watch, asked);
    if (call->kind == MAKE && asked->isThere) asked->kind = SIZE;
    if (call->kind == MAKE) return asked->isThere ? asked->more & O_TRUNC && asked->size > 0 : (asked->more & O_CREAT) != 0;
    if (call->kind == RENAME && asked->more & RENAME_EXCHANGE) asked->kind = EXCHANGE;
    if (call->other == NONE) return 1;
    folder = call->otherFolder == NONE ? AT_FDCWD : (int64_t)arguments[call->otherFolder];
    return readPath(watch, thread, folder, arguments[call->other], asked->other);
}

// What was written, read back from the file while the program stands still.
static void noteWrite(recording *all, pid_t thread, const Asked *asked, int64_t count) {
    char name[64], line[64];
    int64_t at = (int64_t)asked->more;
    if (asked->call->more == NONE) {
        snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", thread, asked->file);
        FILE *facts = fopen(name, "r");
        if (!facts) return;
        at = fgets(line, sizeof line, facts) ? strtoll(line + 4, NULL, 10) - count : 0;
        fclose(facts);
    }
    snprintf(name, sizeof name, "/proc/%d/fd/%d", thread, asked->file);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    unsigned char *bytes = malloc(count);
    if (file >= 0 && pread(file, bytes, count, at) == count)
        append(all, (Change){WRITE, strdup(asked->path), NULL, NULL, at, count, bytes});
    else
        free(bytes);
    if (file >= 0) close(file);
}

// Writes a call down that was successful.
static void note(const Watch *watch, pid_t thread, Asked *asked, int64_t result) {
    if (asked->kind == WRITE && result == 0) return;
    if (asked->kind == WRITE) return noteWrite(watch->all, thread, asked, result);
    if (asked->kind == SIZE) look(watch, asked);
    int hasOther = asked->call->other != NONE;
    append(
        watch->all,
        (Change){
            .kind = asked->kind,
            .path = strdup(asked->path),
            .other = hasOther ? strdup(asked->other) : NULL,
            .count = asked->kind == SIZE ? asked->size : 0,
        });
}

// Signals to this process cut no waiting short.
static pid_t waitFor(pid_t thread, int *status, int options) {
    pid_t found;
    do found = waitpid(thread, status, options);
    while (found < 0 && errno == EINTR);
    return found;
}

static void noteEnd(Watch *watch, pid_t thread, int status) {
    if (thread == watch->program) watch->all->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Lets one call run to its end, while every other that changes files waits; its result, or -1 where the thread is gone.
static int64_t finish(Watch *watch, pid_t thread) {
    int signal = 0, status;
    while (ptrace(PTRACE_SYSCALL, thread, 0, signal) == 0) {
        if (waitFor(thread, &status, __WALL) != thread) return -1;
        if (!WIFSTOPPED(status)) {
            noteEnd(watch, thread, status);
            return -1;
        }
        signal = WSTOPSIG(status);
        if (signal != (SIGTRAP | 0x80)) continue;
        struct __ptrace_syscall_info facts;
        if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof facts, &facts) <= 0) return -1;
        if (facts.op == PTRACE_SYSCALL_INFO_EXIT) return facts.exit.rval;
        signal = 0;
    }
    return -1;
}

// Whether the program is to be killed before this change.
static int isLast(Watch *watch, const Asked *asked) {
    char words[TEXTS];
    describe(words, asked->kind, asked->path, asked->call->other == NONE ? NULL : asked->other);
    if (strncmp(words, watch->from, strlen(watch->from)) == 0) watch->isCounting = 1;
    return watch->isCounting && watch->counted++ == watch->killAt;
}

static void follow(Watch *watch, pid_t thread) {
    struct __ptrace_syscall_info facts;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof facts, &facts) <= 0) return;
    const Call *call = NULL;
    for (int i = 0; i < CALLS; i++)
        if ((uint64_t)calls[i].number == facts.seccomp.nr) call = &calls[i];
    if (!call) return;
    Asked asked;
    int changes = understand(watch, thread, call, (const uint64_t *)facts.seccomp.args, &asked);
    int isWord = !changes && call->kind == WRITE && facts.seccomp.args[0] == 1;
    if (isWord && watch->all->said < 0) watch->all->said = watch->all->count;
    if (changes && isLast(watch, &asked)) {
        kill(watch->program, SIGKILL);
    } else if (changes) {
        int64_t result = finish(watch, thread);
        if (result >= 0) note(watch, thread, &asked, result);
    } else if (isWord && watch->endsWhenSaid) {
        finish(watch, thread);
        kill(watch->program, SIGKILL);
    }
}

// Until nothing of the program is left. Only what this thread started is waited for.
static void followAll(Watch *watch) {
    int status;
    pid_t thread;
    while ((thread = waitFor(-1, &status, __WALL | __WNOTHREAD)) > 0) {
        if (!WIFSTOPPED(status)) {
            noteEnd(watch, thread, status);
            continue;
        }
        int signal = WSTOPSIG(status);
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8)) follow(watch, thread);
        // A thread begins with a stop of its own, and events are no signals.
        int isSignal = status >> 16 == 0 && signal != SIGSTOP && signal != SIGTRAP && signal != (SIGTRAP | 0x80);
        ptrace(PTRACE_CONT, thread, 0, isSignal ? signal : 0);
    }
}

recording *recording_make(
    char *const *words, const char *folder, const char *output, const char *from, int64_t killAt, int endsWhenSaid) {
    Watch watch = {.from = from, .killAt = killAt, .endsWhenSaid = endsWhenSaid};
    int file = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || !realpath(folder, watch.folder)) return NULL;
    watch.program = fork();
    if (watch.program == 0) become(words, file);
    close(file);
    int status;
    if (watch.program < 0 || waitFor(watch.program, &status, __WALL) < 0 || !WIFSTOPPED(status)) return NULL;
    long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE
        | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
    watch.all = calloc(1, sizeof *watch.all);
    watch.all->said = -1;
    if (ptrace(PTRACE_SETOPTIONS, watch.program, 0, options) != 0) kill(watch.program, SIGKILL);
    ptrace(PTRACE_CONT, watch.program, 0, 0);
    followAll(&watch);
    if (watch.all->said < 0) watch.all->said = watch.all->count;
    return watch.all;
}

int64_t recording_count(const recording *all) { return all->count; }
const char *recording_words(const recording *all, int64_t number) { return all->changes[number].words; }
int64_t recording_said(const recording *all) { return all->said; }
int recording_status(const recording *all) { return all->status; }

void recording_free(recording *all) {
    for (int64_t i = 0; i < all->count; i++) {
        Change *change = &all->changes[i];
        free(change->path), free(change->other), free(change->words), free(change->bytes);
    }
    free(all->changes), free(all);
}
