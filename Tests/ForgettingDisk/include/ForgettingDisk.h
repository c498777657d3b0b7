#pragma once
#include "Recording.h"
#include <stdint.h>

/// Makes the file system "forgetting" known to SQLite: files in memory that a power cut takes back to what was synced.
int forgetting_disk_register(void);

/// Begins with an empty disk whose chances come from `seed`, and whose power is cut at the `cut`th write or sync.
void forgetting_disk_begin(uint64_t seed, int64_t cut);

/// Whether the power was cut; from then on every call fails.
int forgetting_disk_is_cut(void);

/// Cuts the power, unless it is cut, and gives it back: of what was not synced each sector and each name is kept, torn or lost.
/// With `namesReturn` every change of a name that was not synced is lost: what was deleted is there again.
void forgetting_disk_return(int namesReturn);
