#define _GNU_SOURCE
#include "CEpoll.h"

#include <errno.h>
#include <sys/epoll.h>
#include <time.h>

int hearth_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int hearth_epoll_add(int poller, int descriptor, uint32_t tag) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data = {.u32 = tag}};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

int hearth_epoll_wait(int poller, uint32_t *tags, int tags_max, int64_t nanoseconds) {
    struct epoll_event events[256];
    struct timespec patience = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int count = epoll_pwait2(poller, events, tags_max < 256 ? tags_max : 256, &patience, 0);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) tags[i] = events[i].data.u32;
    return count;
}
