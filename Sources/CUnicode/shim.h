#pragma once
#include <stdint.h>
#include <unicode/unorm2.h>

// ICU names its functions by macros that carry its version, which Swift cannot see.

// Writes the NFKC form of UTF-16 text; its length, or -1 where it does not fit or is no text.
static inline int32_t hearth_unicode_nfkc(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&error);
    if (U_FAILURE(error)) return -1;
    int32_t count = unorm2_normalize(nfkc, (const UChar *)text, length, (UChar *)form, form_max, &error);
    return U_FAILURE(error) ? -1 : count;
}
