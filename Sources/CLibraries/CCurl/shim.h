#pragma once
#include <curl/curl.h>

// What Swift cannot import: curl_easy_setopt and curl_easy_getinfo are variadic. One function for each type of value.
static inline CURLcode hearth_curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode hearth_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

// The one scheme by which a name and a password are sent: never the weaker because a server asks for it.
static inline CURLcode hearth_curl_set_log_in(CURL *easy, int is_digest) {
    return curl_easy_setopt(easy, CURLOPT_HTTPAUTH, is_digest ? CURLAUTH_DIGEST : CURLAUTH_BASIC);
}

static inline CURLcode hearth_curl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode hearth_curl_set_pins(CURL *easy, struct curl_slist *pins) {
    return curl_easy_setopt(easy, CURLOPT_RESOLVE, pins);
}

// The size first: without it the body would be measured as text. NULL would mean a body read from standard input.
static inline CURLcode hearth_curl_set_body(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_POSTFIELDS, count ? (const char *)bytes : "");
}

static inline CURLcode hearth_curl_set_reader(CURL *easy, curl_write_callback take, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode hearth_curl_set_recipients(CURL *easy, struct curl_slist *recipients) {
    return curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, recipients);
}

static inline CURLcode hearth_curl_set_source(CURL *easy, curl_read_callback give, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, give);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_READDATA, context);
}

static inline long hearth_curl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// The seconds of Retry-After, also where it is a date; 0 where there is none.
static inline curl_off_t hearth_curl_retry_after(CURL *easy) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
    return seconds;
}

// A header of the last answer; NULL where it has none of this name.
static inline const char *hearth_curl_header(CURL *easy, const char *name) {
    struct curl_header *found = NULL;
    if (curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &found) != CURLHE_OK) return NULL;
    return found->value;
}
