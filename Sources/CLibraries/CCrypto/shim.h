#pragma once
// SHA256_Init, MD5_Init and their like: OpenSSL 3 would rather have EVP, which takes twice the time for one block.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/md5.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
