#include "COpenAPI.h"

// The file itself, taken in by the C compiler: as a Swift literal it held up every build of HubAPI for minutes.
static const unsigned char contract[] = {
#embed "../HubAPI/openapi.yaml"
};

const unsigned char *hearth_openapi(size_t *count) {
    *count = sizeof contract;
    return contract;
}
