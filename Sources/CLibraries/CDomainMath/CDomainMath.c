// SwiftPM wants one source file in a C target; all that this one offers is in the header.
#include "CDomainMath.h"
