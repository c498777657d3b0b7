#pragma once
#include <zlib.h>

// inflateInit2 is a macro. 15 + 16: the largest window, a gzip header expected.
static inline int hearth_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
