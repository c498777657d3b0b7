#pragma once
#include <sys/timex.h>

// Whether somebody keeps this machine's clock right; asks and sets nothing, as the mode is 0 (adjtimex(2)).
static inline int hearth_clock_is_kept(void) {
    struct timex facts = {0};
    return adjtimex(&facts) != TIME_ERROR;
}
