// What unpacks HTTP's content codings: libdeflate, brotli's decoder and zstd, none of which need more than their names.
#ifndef FEEDHERALD_CUNPACK_SHIM_H
#define FEEDHERALD_CUNPACK_SHIM_H
#include <brotli/decode.h>
#include <libdeflate.h>
#include <zstd.h>
#endif
