#define _GNU_SOURCE
#include "CConfined.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The bytes as a file in memory, read from its start; or a negative errno.
static int as_file(const char *bytes, size_t count) {
    int file = memfd_create("input", MFD_CLOEXEC);
    if (file < 0) return -errno;
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int code = written < 0 ? errno : EIO;
            close(file);
            return -code;
        }
        bytes += written;
        count -= (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

static int spawn(const char *program, const char *word, int input, int output, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    // Each of these copies a number into memory that was asked for; where there is none, posix_spawn would do less.
    code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    // The threads of tasks take no signals, and a child starts as deaf as the thread that made it.
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    char *words[] = {(char *)program, (char *)word, NULL};
    char *kept[] = {NULL, NULL};
    for (char **entry = environ; *entry; entry++) {
        if (strncmp(*entry, "LD_LIBRARY_PATH=", 16) == 0) kept[0] = *entry;
    }
    if (code == 0) code = posix_spawn(child, program, &actions, &attributes, words, kept);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int hearth_start_confined(const char *program, const char *word, const void *input, size_t count, pid_t *child) {
    int file = as_file(input, count);
    if (file < 0) return file;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        int code = errno;
        close(file);
        return -code;
    }
    int code = spawn(program, word, file, ends[1], child);
    close(file);
    close(ends[1]);
    if (code == 0) return ends[0];
    close(ends[0]);
    return -code;
}

static int limit(__rlimit_resource_t resource, rlim_t most) {
    struct rlimit both = {most, most};
    return setrlimit(resource, &both);
}

int hearth_limit_self(size_t memory_bytes_max, unsigned seconds_max) {
    if (limit(RLIMIT_AS, memory_bytes_max) || limit(RLIMIT_CPU, seconds_max) || limit(RLIMIT_CORE, 0)
        || limit(RLIMIT_FSIZE, 0) || limit(RLIMIT_NOFILE, 0)) {
        return errno;
    }
    return 0;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#define ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int hearth_confine_self(void) {
#ifdef ARCHITECTURE
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read),
        ALLOW(write),
        ALLOW(brk),
        ALLOW(mmap),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW(futex),
        ALLOW(getrandom),
        ALLOW(clock_gettime),
        ALLOW(rt_sigreturn),
        ALLOW(exit),
        ALLOW(exit_group),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        return errno;
    }
    return 0;
#else
    return ENOSYS;
#endif
}
