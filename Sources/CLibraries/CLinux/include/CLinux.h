#pragma once
#include <sys/types.h>

// Starts a program, found as a shell would find it, that the kernel ends with the thread that calls this, however that
// ends. Its input, output and errors are the given descriptors; it inherits no others, and no signal is blocked or
// ignored there. `folder` may be NULL for the caller's; a program with a group of its own hears no Ctrl-C.
//
// The program's id, or the negated errno that kept it from starting.
pid_t hearth_child_start(char *const *words, const char *folder, int input, int output, int errors, int has_own_group);

// Exchanges two folders in one step; 0, or the negated errno.
int hearth_exchange(const char *one, const char *other);

// Two ends of a pipe that no child inherits, the reading one first; -1 with errno where there are none left.
int hearth_pipe(int *ends);

// From now on SIGTERM and SIGINT each put a byte into a pipe, whose reading end this is, instead of ending the process;
// none is lost. -1 with errno where there is no descriptor left.
int hearth_catch_stop_signals(void);

// Puts a whole file system on the disk; -1 with errno where that failed.
int hearth_flush(int descriptor);

// The exit status of an ended child that is no longer needed, or the negated number of the signal that ended it.
// Waits for it; errno is ECHILD where there is none, and the answer -1000.
int hearth_child_reap(pid_t child);

// Waits until a child has ended, and leaves it to be reaped.
void hearth_child_wait(pid_t child);

// Reads what a child prints into a pipe, and waits for it. 0 once all was read that was printed until the child ended, also
// where another program still holds the pipe open; -1 with errno where it cannot be read. The child is not reaped before.
ssize_t hearth_child_read(pid_t child, int output, void *bytes, size_t count);

// Sends bytes over a local socket, and a descriptor with them unless it is negative. How many bytes went, or -1 with errno.
ssize_t hearth_send_with_file(int socket, const void *bytes, size_t count, int file);

// Receives bytes over a local socket, and into *file the descriptor that came with them, or -1. No child inherits it.
ssize_t hearth_receive_with_file(int socket, void *bytes, size_t count, int *file);

// Whether somebody keeps this machine's clock right; asks and sets nothing, as the mode is 0 (adjtimex(2)).
int hearth_clock_is_kept(void);
