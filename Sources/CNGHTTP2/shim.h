// nghttp2 for Swift.
#ifndef FEEDHERALD_CNGHTTP2_SHIM_H
#define FEEDHERALD_CNGHTTP2_SHIM_H
#include <nghttp2/nghttp2.h>
#endif
