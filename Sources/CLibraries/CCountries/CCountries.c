#include "CCountries.h"

// The file itself, taken in by the C compiler: as a Swift literal it would hold up every build of Hub for minutes.
static const unsigned char countries[] = {
#embed "countries.bin"
};

const unsigned char *hearth_countries(size_t *count) {
    *count = sizeof countries;
    return countries;
}
