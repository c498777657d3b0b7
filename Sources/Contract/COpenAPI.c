#include "COpenAPI.h"

// The parts of one YAML document, one after the other, taken in by the C compiler: as a Swift literal they held up every
// build of HubAPI for minutes. The order counts: the paths of all features, then what is shared, then their schemas.
static const unsigned char contract[] = {
#embed "Contract/head.yaml" suffix(,)
#embed "Contract/Accounts/paths.yaml" suffix(,)
#embed "Contract/Calendar/paths.yaml" suffix(,)
#embed "Contract/Clock/paths.yaml" suffix(,)
#embed "Contract/Coins/paths.yaml" suffix(,)
#embed "Contract/Deputies/paths.yaml" suffix(,)
#embed "Contract/Families/paths.yaml" suffix(,)
#embed "Contract/History/paths.yaml" suffix(,)
#embed "Contract/Hub/paths.yaml" suffix(,)
#embed "Contract/Keeper/paths.yaml" suffix(,)
#embed "Contract/Ledger/paths.yaml" suffix(,)
#embed "Contract/Maps/paths.yaml" suffix(,)
#embed "Contract/Messages/paths.yaml" suffix(,)
#embed "Contract/Missions/paths.yaml" suffix(,)
#embed "Contract/Places/paths.yaml" suffix(,)
#embed "Contract/Presence/paths.yaml" suffix(,)
#embed "Contract/Sharing/paths.yaml" suffix(,)
#embed "Contract/Store/paths.yaml" suffix(,)
#embed "Contract/Trips/paths.yaml" suffix(,)
#embed "Contract/components.yaml" suffix(,)
#embed "Contract/Accounts/schemas.yaml" suffix(,)
#embed "Contract/Calendar/schemas.yaml" suffix(,)
#embed "Contract/Clock/schemas.yaml" suffix(,)
#embed "Contract/Coins/schemas.yaml" suffix(,)
#embed "Contract/Deputies/schemas.yaml" suffix(,)
#embed "Contract/Families/schemas.yaml" suffix(,)
#embed "Contract/History/schemas.yaml" suffix(,)
#embed "Contract/Hub/schemas.yaml" suffix(,)
#embed "Contract/Keeper/schemas.yaml" suffix(,)
#embed "Contract/Ledger/schemas.yaml" suffix(,)
#embed "Contract/Maps/schemas.yaml" suffix(,)
#embed "Contract/Messages/schemas.yaml" suffix(,)
#embed "Contract/Missions/schemas.yaml" suffix(,)
#embed "Contract/Places/schemas.yaml" suffix(,)
#embed "Contract/Presence/schemas.yaml" suffix(,)
#embed "Contract/Sharing/schemas.yaml" suffix(,)
#embed "Contract/Store/schemas.yaml" suffix(,)
#embed "Contract/Trips/schemas.yaml"
};

const unsigned char *hearth_openapi(size_t *count) {
    *count = sizeof contract;
    return contract;
}
