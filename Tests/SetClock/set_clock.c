// Preloaded into one hub under test: a test sets its wall clock and its elapsed time, and stops both.
//
// The file that SET_CLOCK_FILE names holds four numbers, in nanoseconds: how far the wall clock is ahead, how far elapsed
// time is ahead, and the readings of both at which they stand. Two zeros at the end: both run.
//
// Elapsed time is CLOCK_MONOTONIC_RAW here. CLOCK_MONOTONIC and CLOCK_BOOTTIME stay the kernel's, like all timers: a sleep
// is armed for a moment of theirs (timerfd_settime(2)), and would not end by a clock that is ahead or stands.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { WALL_AHEAD, ELAPSED_AHEAD, WALL_STANDS, ELAPSED_STANDS, NUMBERS };

static const int64_t second = 1000000000;

static void read_numbers(int64_t numbers[NUMBERS]) {
    char text[128] = {0};
    int file = open(getenv("SET_CLOCK_FILE"), O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0) abort();
    close(file);
    char *rest = text;
    for (int i = 0; i < NUMBERS; i++) numbers[i] = strtoll(rest, &rest, 10);
}

static void shift(struct timespec *now, int ahead, int stands) {
    int64_t numbers[NUMBERS];
    read_numbers(numbers);
    int64_t real = now->tv_sec * second + now->tv_nsec;
    int64_t shown = (numbers[stands] ? numbers[stands] : real) + numbers[ahead];
    now->tv_sec = shown / second;
    now->tv_nsec = shown % second;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (failed) return failed;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) shift(now, WALL_AHEAD, WALL_STANDS);
    if (clock == CLOCK_MONOTONIC_RAW) shift(now, ELAPSED_AHEAD, ELAPSED_STANDS);
    return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
