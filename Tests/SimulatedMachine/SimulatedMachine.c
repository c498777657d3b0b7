// clock_gettime(2), syscall(2) and the like, which plain C has not.
#define _GNU_SOURCE
#include "SimulatedMachine.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A Monday, 2026-03-02, 07:00 UTC.
static const int64_t start = 1772434800000;
// The machine has run for a day.
static const int64_t up = 86400ll * 1000000000;
static int64_t now;
// How far the clock of the day is off.
static int64_t off;

int64_t machine_now(void) { return now; }
void machine_set_now(int64_t nanoseconds) { now = nanoseconds; }
int64_t machine_start_milliseconds(void) { return start; }
void machine_set_clock_off(int64_t milliseconds) { off = milliseconds; }

int clock_gettime(clockid_t clock, struct timespec *to) {
    int64_t at = now + (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? (start + off) * 1000000 : up);
    to->tv_sec = at / 1000000000, to->tv_nsec = at % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    int64_t at = now / 1000 + (start + off) * 1000;
    to->tv_sec = at / 1000000, to->tv_usec = at % 1000000;
    return 0;
}

time_t time(time_t *to) {
    time_t at = (now / 1000000 + start + off) / 1000;
    if (to) *to = at;
    return at;
}

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict kind, void *(*body)(void *), void *restrict with) {
    static const char words[] = "simulation: something began a thread, whose order no seed decides\n";
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(71);
    abort();
}

int64_t machine_real_nanoseconds(void) {
    struct timespec at;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000ll + at.tv_nsec;
}

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators).
static uint64_t chance;

static uint64_t draw(void) {
    uint64_t z = chance += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9, z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static const char *name(void) { return "simulation"; }
static uint32_t number(void) { return (uint32_t)draw(); }

static void fill(void *const to, const size_t count) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = draw();
        memcpy(bytes + i, &word, count - i < 8 ? count - i : 8);
    }
}

void machine_seed(uint64_t seed) {
    static randombytes_implementation implementation = {name, number, 0, 0, fill, 0};
    chance = seed * 0xd1342543de82ef95 + 1;
    randombytes_set_implementation(&implementation);
}

void machine_fix_hashes(char *const *words) {
    const char *isSet = getenv("SWIFT_DETERMINISTIC_HASHING");
    if (isSet && strcmp(isSet, "1") == 0) return;
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    // What is ordered by address comes in one order too, where that is allowed.
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", words);
    _exit(71);
}

void machine_complain(const char *words) { fputs(words, stderr); }

int machine_fork(void) { return fork(); }

int machine_wait(int *code) {
    int status = 0, child = wait(&status);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? -WTERMSIG(status) : -1;
    return child;
}
