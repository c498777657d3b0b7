#pragma once
#include <sys/types.h>

// Starts a program, found as a shell finds it, with these words and variables. Its input, output and errors are the
// given descriptors; it inherits no others, and no signal is blocked there. `folder` may be NULL for the caller's.
//
// The program's id, or the negated errno that kept it from starting.
pid_t hearth_program_start(
    char *const *words, char *const *variables, const char *folder, int input, int output, int errors);
