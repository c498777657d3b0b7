#pragma once
#include <zip.h>

// Sets of commands, which are macros of shifts.
static inline zip_int64_t hearth_zip_supports_readable(void) { return ZIP_SOURCE_SUPPORTS_READABLE; }
static inline zip_int64_t hearth_zip_supports_writable(void) { return ZIP_SOURCE_SUPPORTS_WRITABLE; }
