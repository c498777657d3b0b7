#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <unistd.h>

// What the child does between fork and exec: only calls that are safe after a fork of many threads (signal-safety(7)).
static void become(char *const *words, const char *folder, int input, int output, int errors, pid_t parent) {
    // Told by the kernel when the thread that forked ends (PR_SET_PDEATHSIG(2const)); it may have ended already.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) return;
    // Ignored signals stay ignored over exec (execve(2)).
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
    if (folder != NULL && chdir(folder) != 0) return;
    // Copied above the three first, so that no copy overwrites one that is still needed.
    int sources[3] = {input, output, errors};
    for (int i = 0; i < 3; i++) {
        sources[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, 10);
        if (sources[i] < 0) return;
    }
    for (int i = 0; i < 3; i++)
        if (dup2(sources[i], i) < 0) return;
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    execvp(words[0], words);
}

pid_t hearth_child_start(char *const *words, const char *folder, int input, int output, int errors, int has_own_group) {
    // Closed by a successful exec; holds errno otherwise.
    int news[2];
    if (pipe2(news, O_CLOEXEC) != 0) return -errno;
    // No handler of ours may run in the child before it has its own signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        if (has_own_group) setpgid(0, 0);
        become(words, folder, input, output, errors, parent);
        int code = errno;
        if (write(news[1], &code, sizeof code) < 0) _exit(126);
        _exit(127);
    }
    int code = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(news[1]);
    if (child > 0 && read(news[0], &code, sizeof code) == sizeof code) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    }
    close(news[0]);
    return code == 0 ? child : -code;
}

int hearth_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : -errno;
}

int hearth_pipe(int *ends) {
    return pipe2(ends, O_CLOEXEC);
}

static int stop_pipe = -1;

static void note_stop(int number) {
    (void)number;
    int before = errno;
    // Full after 64 KiB of signals, and then one more says nothing new.
    ssize_t count = write(stop_pipe, "", 1);
    (void)count;
    errno = before;
}

int hearth_catch_stop_signals(void) {
    int ends[2];
    if (hearth_pipe(ends) < 0) return -1;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    stop_pipe = ends[1];
    struct sigaction action = {.sa_handler = note_stop, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    return ends[0];
}

int hearth_flush(int descriptor) {
    return syncfs(descriptor);
}

int hearth_child_reap(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1000;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void hearth_child_wait(pid_t child) {
    siginfo_t information;
    while (waitid(P_PID, (id_t)child, &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
}

ssize_t hearth_child_read(pid_t child, int output, void *bytes, size_t count) {
    int ended = (int)syscall(SYS_pidfd_open, child, 0);
    if (ended < 0) return -1;
    struct pollfd both[2] = {{.fd = output, .events = POLLIN}, {.fd = ended, .events = POLLIN}};
    int ready;
    while ((ready = poll(both, 2, -1)) < 0 && errno == EINTR) {}
    // What was printed before the end is in the pipe by then: looked at once more, without waiting.
    if (ready > 0 && both[0].revents == 0)
        while ((ready = poll(both, 1, 0)) < 0 && errno == EINTR) {}
    close(ended);
    if (ready < 0) return -1;
    if (both[0].revents == 0) return 0;
    ssize_t got;
    while ((got = read(output, bytes, count)) < 0 && errno == EINTR) {}
    return got;
}

ssize_t hearth_send_with_file(int socket, const void *bytes, size_t count, int file) {
    struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    // Aligned as cmsg(3) asks.
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } beside = {0};
    if (file >= 0) {
        message.msg_control = beside.room;
        message.msg_controllen = sizeof beside.room;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof file);
        memcpy(CMSG_DATA(head), &file, sizeof file);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent;
}

ssize_t hearth_receive_with_file(int socket, void *bytes, size_t count, int *file) {
    struct iovec piece = {.iov_base = bytes, .iov_len = count};
    // Room for one descriptor: the kernel closes what does not fit (unix(7)).
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } beside;
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = beside.room, .msg_controllen = CMSG_LEN(sizeof(int))};
    *file = -1;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return received;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head != NULL; head = CMSG_NXTHDR(&message, head))
        if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) memcpy(file, CMSG_DATA(head), sizeof *file);
    return received;
}

int hearth_clock_is_kept(void) {
    struct timex facts = {0};
    return adjtimex(&facts) != TIME_ERROR;
}
