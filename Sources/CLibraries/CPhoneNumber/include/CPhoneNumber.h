#pragma once
#include <stddef.h>
#include <stdint.h>

// libphonenumber for Swift, which cannot read its C++ headers: every result is a value of fixed size, nothing that one
// side allocates is freed by the other, and nothing is thrown. All functions may be called from any thread.

#ifdef __cplusplus
extern "C" {
#endif

/// What a text says as a telephone number. All texts end in NUL and are UTF-8.
typedef struct {
    /// 0 read; 1 no such country, 2 no number, 3 too short behind the international prefix, 4 too short, 5 too long.
    int32_t error;
    /// 0 possible; 1 only within its area, 2 no such country, 3 too short, 4 no number is of this length, 5 too long.
    int32_t possible;
    int32_t valid;
    /// PhoneNumberUtil::PhoneNumberType; 0 fixed line, 1 mobile, 2 either, 11 unknown.
    int32_t type;
    /// The region whose number it is, as in ISO 3166; "001" for none of them, empty where not known.
    char region[4];
    char e164[32];
    char national[128];
    char international[128];
} hearth_phone_reading;

/// Reads `length` bytes of UTF-8 as somebody in `region` writes a number; `region` ends in NUL.
///
/// 0, or -1 without memory or room for the answer.
int hearth_phone_read(const char *text, size_t length, const char *region, hearth_phone_reading *reading);

/// Writes what a field shows after `length` digits, the first of which may be a plus, were typed in `region`.
///
/// `caret` counts the digits before the caret; what comes back is the number of characters before it, which are ASCII
/// wherever a number is laid out. -1 without memory or room, or with a caret that lies nowhere.
int hearth_phone_type(
    const char *digits, size_t length, const char *region, size_t caret, char *shown, size_t shown_max);

/// An example of the region's numbers of a type in E.164; 0, or -1 where there is none.
int hearth_phone_example(const char *region, int32_t type, char *e164, size_t e164_max);

/// Writes the two letters of at most `regions_max` regions one after the other, and how many there are in all.
int hearth_phone_regions(char *letters, size_t regions_max);

/// The country calling code of a region; 0 where it has none.
int32_t hearth_phone_calling_code(const char *region);

/// 1 where a number is one that is dialled for help in a region, 0 where it is not; -1 without memory.
int hearth_phone_is_emergency(const char *number, const char *region);

#ifdef __cplusplus
}
#endif
