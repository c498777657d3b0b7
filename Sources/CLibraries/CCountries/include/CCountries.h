#pragma once
#include <stddef.h>

// The borders of countries as `CountryIndex` of Family reads them. They live as long as the program.
const unsigned char *hearth_countries(size_t *count);
