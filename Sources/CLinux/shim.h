// Linux's C library for Swift: GNU extensions that its own module leaves out, and variadics.
#ifndef FEEDHERALD_CLINUX_SHIM_H
#define FEEDHERALD_CLINUX_SHIM_H
#include <getopt.h>
#include <sys/ioctl.h>

/// syncfs(2), declared only under _GNU_SOURCE.
extern int syncfs(int descriptor);

/// The terminal's width in columns; 0 where the descriptor is no terminal.
static inline int feedherald_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// getopt's globals as functions.
static inline void feedherald_getopt_start(void) {
    opterr = 0;
    optind = 0;
}
static inline int feedherald_getopt_index(void) { return optind; }
static inline int feedherald_getopt_option(void) { return optopt; }
static inline const char *feedherald_getopt_value(void) { return optarg; }
#endif
