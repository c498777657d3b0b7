#pragma once
#include <stddef.h>
#include <stdint.h>

// The functions of ICU that TextNormalization calls. ICU's own headers are included by unicode.c alone: their types clash with those of
// the newer ICU inside Foundation wherever the compiler loads both.

// Writes the NFKC form of UTF-16 text; its length, or -1 where it does not fit or is no text.
int32_t hearth_unicode_nfkc(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max);

// The same in NFC, in which each letter is one sign where there is one for it.
int32_t hearth_unicode_nfc(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max);

// The same without upper case and without what is not seen (NFKC_Casefold).
int32_t hearth_unicode_folded(const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max);

// What writes one script's letters in another's, by ICU's name for it; null where there is none. Closed by its owner.
void *hearth_unicode_writer(const uint16_t *name, int32_t length);

// Changes text in place, which has room for text_max units; its length, or -1 where it does not fit.
int32_t hearth_unicode_write(void *writer, uint16_t *text, int32_t length, int32_t text_max);

void hearth_unicode_close(void *writer);

// What tells texts apart that look alike (Unicode Technical Standard 39); null where there is none. Never closed, and
// used by many threads at once, which uspoof.h allows for one that nobody changes.
void *hearth_unicode_looks(void);

// Writes what a text has in common with all that look like it; its length, or -1 where it does not fit or is no text.
int32_t hearth_unicode_skeleton(
    const void *looks, const uint16_t *text, int32_t length, uint16_t *form, int32_t form_max
);
