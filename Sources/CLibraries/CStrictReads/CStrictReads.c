#define _GNU_SOURCE
#include "CStrictReads.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>

struct watch {
    void *session;
    void *context;
    hearth_reader *reader;
};

enum { SOCKETS_MAX = 1 << 17 };

// One thread reads a socket, and sets and clears its place; others read sockets of their own.
static _Atomic(struct watch *) watches[SOCKETS_MAX];

static struct watch *watch_of(int socket) {
    if (socket < 0 || socket >= SOCKETS_MAX) return NULL;
    return atomic_load_explicit(&watches[socket], memory_order_acquire);
}

int hearth_reads_watch(int socket, void *session, void *context, hearth_reader *reader) {
    if (socket < 0 || socket >= SOCKETS_MAX) return 0;
    struct watch *watch = malloc(sizeof *watch);
    if (watch == NULL) return 0;
    *watch = (struct watch){session, context, reader};
    atomic_store_explicit(&watches[socket], watch, memory_order_release);
    return 1;
}

void hearth_reads_forget(int socket) {
    if (socket < 0 || socket >= SOCKETS_MAX) return;
    free(atomic_exchange_explicit(&watches[socket], NULL, memory_order_acq_rel));
}

typedef ssize_t tls_reader(gnutls_session_t, void *, size_t);

static ssize_t read_tls(gnutls_session_t session, void *buffer, size_t count) {
    static _Atomic(tls_reader *) found;
    tls_reader *reader = atomic_load_explicit(&found, memory_order_acquire);
    if (reader == NULL) {
        reader = (tls_reader *)dlsym(RTLD_NEXT, "gnutls_record_recv");
        if (reader == NULL) return GNUTLS_E_INTERNAL_ERROR;
        atomic_store_explicit(&found, reader, memory_order_release);
    }
    return reader(session, buffer, count);
}

ssize_t hearth_reads_fetch(int socket, void *session, void *buffer, size_t count) {
    if (session == NULL) return recvfrom(socket, buffer, count, 0, NULL, NULL);
    ssize_t received = read_tls(session, buffer, count);
    if (received >= 0) return received;
    errno = received == GNUTLS_E_AGAIN ? EAGAIN : received == GNUTLS_E_INTERRUPTED ? EINTR : ECONNRESET;
    return -1;
}

__attribute__((used, visibility("default"))) ssize_t recv(int socket, void *buffer, size_t count, int flags) {
    struct watch *watch = watch_of(socket);
    // The TLS library reads by recv too, what is not decrypted yet.
    if (watch == NULL || watch->session != NULL) return recvfrom(socket, buffer, count, flags, NULL, NULL);
    return watch->reader(watch->context, buffer, count);
}

__attribute__((used, visibility("default"))) ssize_t gnutls_record_recv(
    gnutls_session_t session, void *buffer, size_t count) {
    struct watch *watch = watch_of(gnutls_transport_get_int(session));
    if (watch == NULL || watch->session != session) return read_tls(session, buffer, count);
    ssize_t received = watch->reader(watch->context, buffer, count);
    if (received >= 0) return received;
    return errno == EAGAIN ? GNUTLS_E_AGAIN : errno == EINTR ? GNUTLS_E_INTERRUPTED : GNUTLS_E_PUSH_ERROR;
}
