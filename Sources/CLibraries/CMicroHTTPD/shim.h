#pragma once
#include <gnutls/abstract.h>
#include <microhttpd.h>
#include <sys/socket.h>

// POLLRDHUP, which <poll.h> shows only under _GNU_SOURCE.
#define HEARTH_POLLRDHUP 0x2000

// What Swift cannot import: variadic functions. The options given here are those that Server needs, in
// the order of their meaning; NULL and 0 leave an option at its default.
struct hearth_http_options {
    unsigned int flags;
    int listen_socket;
    unsigned int threads;
    unsigned int connection_limit;
    size_t connection_memory_bytes;
    unsigned int timeout_seconds;
    // Chooses the certificate of each handshake; NULL serves plain HTTP.
    gnutls_certificate_retrieve_function2 *choose_certificate;
    const char *tls_priorities;
    MHD_AccessHandlerCallback handler;
    void *(*began)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    // Asked before a connection begins; told when it does and when it ended.
    MHD_AcceptPolicyCallback admits;
    MHD_NotifyConnectionCallback noted;
    void *context;
};

// Leaves escapes in the path alone: the microhttpd default would decode "%2F" into a separator.
static inline size_t hearth_http_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return __builtin_strlen(text);
}

static inline struct MHD_Daemon *hearth_http_start(const struct hearth_http_options *o) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)o->choose_certificate},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)o->tls_priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem pool[] = {
        {MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)o->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(o->flags, 0, o->admits, o->context, o->handler, o->context,
                            MHD_OPTION_LISTEN_SOCKET, (MHD_socket)o->listen_socket,
                            MHD_OPTION_CONNECTION_LIMIT, o->connection_limit,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory_bytes,
                            MHD_OPTION_CONNECTION_TIMEOUT, o->timeout_seconds,
                            MHD_OPTION_UNESCAPE_CALLBACK, hearth_http_keep_escapes, NULL,
                            MHD_OPTION_URI_LOG_CALLBACK, o->began, o->context,
                            MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
                            MHD_OPTION_NOTIFY_CONNECTION, o->noted, o->context,
                            MHD_OPTION_ARRAY, o->threads > 1 ? pool : none,
                            MHD_OPTION_ARRAY, o->choose_certificate ? tls : none,
                            MHD_OPTION_END);
}

static inline const struct sockaddr *hearth_http_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

// What `noted` keeps with a connection.
static inline void *hearth_http_kept(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Its TLS session; NULL for plain HTTP.
static inline gnutls_session_t hearth_http_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? (gnutls_session_t)info->tls_session : NULL;
}

static inline int hearth_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}
