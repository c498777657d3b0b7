#pragma once
#include <stddef.h>
#include <sys/types.h>

// Stands between libmicrohttpd and the bytes it reads. The library forgives a bare LF, a NUL or a CR in a header, and
// shows what it read only after it forgave; it offers no hook before that. So this program defines the two functions by
// which it reads, recv and gnutls_record_recv, as programs may (ld.so(8), symbol interposition): for the sockets that
// are watched they ask a reader, for all others they do what they always do.

// Fills the buffer as recv does: the count, 0 at the end, or -1 with errno set.
typedef ssize_t hearth_reader(void *context, void *buffer, size_t count);

// Watches a socket until hearth_reads_forget; session is its TLS session, or NULL. False where the number is too high.
// From the thread that reads the socket, or while nothing reads it.
int hearth_reads_watch(int socket, void *session, void *context, hearth_reader *reader);
void hearth_reads_forget(int socket);

// What a watched socket brings, decrypted: the count, 0 at the end, or -1 with errno set.
ssize_t hearth_reads_fetch(int socket, void *session, void *buffer, size_t count);
