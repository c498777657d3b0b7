#pragma once
#include <stdarg.h>
#include <gd.h>

// What libgd would write to standard error about a picture goes nowhere: it says nothing to anybody, and may quote it.
// (A va_list in a function pointer is nothing that Swift can write.)
static void hearth_gd_say_nothing(int priority, const char *format, va_list arguments) {
    (void)priority;
    (void)format;
    (void)arguments;
}

static inline void hearth_gd_silence(void) {
    gdSetErrorMethod(hearth_gd_say_nothing);
}
