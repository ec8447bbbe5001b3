// Linux's C library for Swift: GNU extensions that its own module leaves out, and variadics.
#ifndef FEEDHERALD_CLINUX_SHIM_H
#define FEEDHERALD_CLINUX_SHIM_H
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// syncfs(2), declared only under _GNU_SOURCE.
extern int syncfs(int descriptor);

// <malloc.h> would bring half of libc into this module.
extern int mallopt(int parameter, int value);
extern int malloc_trim(size_t kept);

/// One heap for all threads instead of up to eight a core (M_ARENA_MAX is -8), of which up to a megabyte that is free
/// at its end is kept (M_TRIM_THRESHOLD is -1) and large pieces go back at once (M_MMAP_THRESHOLD is -3).
static inline void feedherald_share_heap(void) {
    mallopt(-8, 1);
    mallopt(-1, 1 << 20);
    mallopt(-3, 1 << 20);
}

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

// Signals as bytes in a pipe. A handler may do next to nothing, and libdispatch parks a thread with all signals open,
// so waiting for blocked ones does not work.
static volatile int feedherald_signal_pipe = -1;

static void feedherald_signal_arrived(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(feedherald_signal_pipe, &byte, 1);
    (void)written;
    errno = saved;
}

/// Has the numbers of a signal written into a pipe from now on.
static inline int feedherald_catch_signal(int number, int descriptor) {
    struct sigaction action;
    feedherald_signal_pipe = descriptor;
    action.sa_handler = feedherald_signal_arrived;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    return sigaction(number, &action, NULL);
}
#endif
