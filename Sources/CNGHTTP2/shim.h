// nghttp2 for Swift, and what its thread needs of the system beside functions.
#ifndef FEEDHERALD_CNGHTTP2_SHIM_H
#define FEEDHERALD_CNGHTTP2_SHIM_H
#include <nghttp2/nghttp2.h>
#include <sys/eventfd.h>

static inline int feedherald_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
#endif
