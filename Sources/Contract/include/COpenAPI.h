#pragma once
#include <stddef.h>

// The contract of the HTTP API, UTF-8, without a zero at its end. It lives as long as the program.
const unsigned char *hearth_openapi(size_t *count);
