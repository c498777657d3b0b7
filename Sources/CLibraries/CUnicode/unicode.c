#include "CUnicode.h"

#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/utrans.h>

static int32_t hearth_unicode_form(
    const UNormalizer2 *normalizer, const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max
) {
    UErrorCode error = U_ZERO_ERROR;
    int32_t count = unorm2_normalize(normalizer, (const UChar *)text, length, (UChar *)form, form_max, &error);
    return U_FAILURE(error) ? -1 : count;
}

int32_t hearth_unicode_nfkc(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&error);
    return U_FAILURE(error) ? -1 : hearth_unicode_form(nfkc, text, length, form, form_max);
}

int32_t hearth_unicode_nfc(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&error);
    return U_FAILURE(error) ? -1 : hearth_unicode_form(nfc, text, length, form, form_max);
}

int32_t hearth_unicode_folded(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *folding = unorm2_getNFKCCasefoldInstance(&error);
    return U_FAILURE(error) ? -1 : hearth_unicode_form(folding, text, length, form, form_max);
}

void *hearth_unicode_writer(const uint16_t *name, int32_t length) {
    UErrorCode error = U_ZERO_ERROR;
    UTransliterator *writer = utrans_openU((const UChar *)name, length, UTRANS_FORWARD, NULL, 0, NULL, &error);
    return U_FAILURE(error) ? NULL : (void *)writer;
}

int32_t hearth_unicode_write(void *writer, uint16_t *text, int32_t length, int32_t text_max) {
    UErrorCode error = U_ZERO_ERROR;
    int32_t count = length;
    int32_t limit = length;
    utrans_transUChars((const UTransliterator *)writer, (UChar *)text, &count, text_max, 0, &limit, &error);
    return U_FAILURE(error) ? -1 : count;
}

void hearth_unicode_close(void *writer) { utrans_close((UTransliterator *)writer); }

void *hearth_unicode_looks(void) {
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker *looks = uspoof_open(&error);
    return U_FAILURE(error) ? NULL : (void *)looks;
}

int32_t hearth_unicode_skeleton(
    const void *looks, const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max
) {
    UErrorCode error = U_ZERO_ERROR;
    int32_t count = uspoof_getSkeleton(
        (const USpoofChecker *)looks, 0, (const UChar *)text, length, (UChar *)form, form_max, &error
    );
    return U_FAILURE(error) ? -1 : count;
}
