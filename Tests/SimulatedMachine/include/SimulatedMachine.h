#pragma once
#include <stdint.h>

/// The machine that a simulated hub runs on: clocks that the simulation sets, no threads, chance from a seed.
///
/// A program that links this has its clock_gettime(2), gettimeofday(2), time(2) and pthread_create(3), also in the libraries
/// that it uses. A thread that something begins all the same ends the program at once, as its order would come from no seed.

/// Draws all chance of libsodium from a seed; before anything is drawn.
void machine_seed(uint64_t seed);

/// Nanoseconds since the simulation's start.
int64_t machine_now(void);

/// Sets the clocks to that many nanoseconds after the simulation's start.
void machine_set_now(int64_t nanoseconds);

/// Milliseconds since 1970 at the simulation's start.
int64_t machine_start_milliseconds(void);

/// Sets by how many milliseconds the clock of the day is wrong from now on; how time passes stays.
void machine_set_clock_off(int64_t milliseconds);

/// Nanoseconds of the real world's clock, for figures alone.
int64_t machine_real_nanoseconds(void);

/// Begins this program again where Swift's hashes would differ from run to run; returns where they do not.
void machine_fix_hashes(char *const *words);

/// Prints words as an error.
void machine_complain(const char *words);

/// fork(2), which Swift does not offer: sound here, as there is one thread.
int machine_fork(void);

/// Waits for any child; its id, and its exit code or minus its signal.
int machine_wait(int *code);
