#pragma once
#include <stddef.h>
#include <sys/types.h>

// What a process needs to have a part of its work done by another one that may do nothing else. In C because the calls
// are Linux's own, which Swift's Glibc does not show, or take as many arguments as they like.

// Starts `program word` with these bytes as its input, its output in a pipe, and of this process nothing else: no open
// file, no word of its environment but where libraries are. Answers the pipe's reading end, or an errno as a negative
// number. `child` is then to be waited for.
int hearth_start_confined(const char *program, const char *word, const void *input, size_t count, pid_t *child);

// Limits this process's memory and processor time, lets it write no file and open none.
// 0, or an errno.
int hearth_limit_self(size_t memory_bytes_max, unsigned seconds_max);

// Ends this process when its parent ends, and leaves it nothing of the kernel but memory, chance, the time, and reading
// and writing what is open already (seccomp(2)): no file, no socket, no other process. Anything else fails with EPERM.
// 0, or an errno: ENOSYS on processors that this was not written for.
int hearth_confine_self(void);
