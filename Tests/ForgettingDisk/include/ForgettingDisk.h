#pragma once
#include "Recording.h"
#include <stdint.h>

/// Makes the file system "forgetting" known to SQLite: files in memory that a power cut takes back to what was synced.
int forgetting_disk_register(void);

/// Begins with an empty disk whose chances come from `seed`, and whose power is cut at the `cut`th write or sync.
void forgetting_disk_begin(uint64_t seed, int64_t cut);

/// Whether the power was cut; from then on every call fails.
int forgetting_disk_is_cut(void);

/// Draws its chances from a seed from now on; what is on it stays.
void forgetting_disk_draw(uint64_t seed);

/// Has every sync from now on answer without keeping anything, as a disk does that lies.
void forgetting_disk_lie(void);

/// Takes every free byte, or gives them back: on a full disk no file grows.
void forgetting_disk_fill(int full);

/// Has the power fail before the `count`th write or sync from now on; never with INT64_MAX.
void forgetting_disk_cut_after(int64_t count);

/// Forgets who had files open, as when their program ended: all that they wrote stays, and what they do from now on fails.
void forgetting_disk_kill(void);

/// How many times something was synced.
int64_t forgetting_disk_syncs(void);

/// Cuts the power, unless it is cut, and gives it back: of what was not synced each sector and each name is kept, torn or lost.
/// With `namesReturn` every change of a name that was not synced is lost: what was deleted is there again.
void forgetting_disk_return(int namesReturn);
