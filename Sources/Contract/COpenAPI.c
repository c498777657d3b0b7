#include "COpenAPI.h"

// The parts of one YAML document, one after the other, taken in by the C compiler: as a Swift literal they held up every
// build of HubAPI for minutes. The order counts: the paths of all features, then what is shared, then their schemas.
static const unsigned char contract[] = {
#embed "Parts/head.yaml" suffix(,)
#embed "Parts/Accounts/paths.yaml" suffix(,)
#embed "Parts/Calendar/paths.yaml" suffix(,)
#embed "Parts/Clock/paths.yaml" suffix(,)
#embed "Parts/Coins/paths.yaml" suffix(,)
#embed "Parts/Deputies/paths.yaml" suffix(,)
#embed "Parts/Families/paths.yaml" suffix(,)
#embed "Parts/History/paths.yaml" suffix(,)
#embed "Parts/Hub/paths.yaml" suffix(,)
#embed "Parts/Keeper/paths.yaml" suffix(,)
#embed "Parts/Ledger/paths.yaml" suffix(,)
#embed "Parts/Maps/paths.yaml" suffix(,)
#embed "Parts/Messages/paths.yaml" suffix(,)
#embed "Parts/Missions/paths.yaml" suffix(,)
#embed "Parts/Places/paths.yaml" suffix(,)
#embed "Parts/Presence/paths.yaml" suffix(,)
#embed "Parts/Sharing/paths.yaml" suffix(,)
#embed "Parts/Store/paths.yaml" suffix(,)
#embed "Parts/Trips/paths.yaml" suffix(,)
#embed "Parts/components.yaml" suffix(,)
#embed "Parts/Accounts/schemas.yaml" suffix(,)
#embed "Parts/Calendar/schemas.yaml" suffix(,)
#embed "Parts/Clock/schemas.yaml" suffix(,)
#embed "Parts/Coins/schemas.yaml" suffix(,)
#embed "Parts/Deputies/schemas.yaml" suffix(,)
#embed "Parts/Families/schemas.yaml" suffix(,)
#embed "Parts/History/schemas.yaml" suffix(,)
#embed "Parts/Hub/schemas.yaml" suffix(,)
#embed "Parts/Keeper/schemas.yaml" suffix(,)
#embed "Parts/Ledger/schemas.yaml" suffix(,)
#embed "Parts/Maps/schemas.yaml" suffix(,)
#embed "Parts/Messages/schemas.yaml" suffix(,)
#embed "Parts/Missions/schemas.yaml" suffix(,)
#embed "Parts/Places/schemas.yaml" suffix(,)
#embed "Parts/Presence/schemas.yaml" suffix(,)
#embed "Parts/Sharing/schemas.yaml" suffix(,)
#embed "Parts/Store/schemas.yaml" suffix(,)
#embed "Parts/Trips/schemas.yaml"
};

const unsigned char *hearth_openapi(size_t *count) {
    *count = sizeof contract;
    return contract;
}
