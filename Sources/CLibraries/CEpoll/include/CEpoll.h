#pragma once
#include <stdint.h>

// epoll(7), which Swift's Glibc module lacks. All set errno and return -1 on failure.

/// A new poller; close(2) ends it.
int hearth_epoll_create(void);

/// Watches a socket for something to read, under a tag, until it is closed.
int hearth_epoll_add(int poller, int descriptor, uint32_t tag);

/// Writes the tags of at most `tags_max` sockets (256 at most) that can be read, and returns how many.
///
/// 0 when `nanoseconds` have passed, or a signal came.
int hearth_epoll_wait(int poller, uint32_t *tags, int tags_max, int64_t nanoseconds);
