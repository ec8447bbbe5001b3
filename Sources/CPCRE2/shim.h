// PCRE2 (8-bit) for Swift: its names are macros, so each one used is wrapped.
#ifndef FEEDHERALD_CPCRE2_SHIM_H
#define FEEDHERALD_CPCRE2_SHIM_H
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

static inline pcre2_code_8 *feedherald_pcre2_compile(
    const uint8_t *pattern, size_t length, uint32_t options, int *error, size_t *offset) {
    return pcre2_compile_8(pattern, length, options, error, offset, NULL);
}

static inline int feedherald_pcre2_message(int code, uint8_t *buffer, size_t size) {
    return pcre2_get_error_message_8(code, buffer, size);
}

static inline int feedherald_pcre2_version(char *buffer) { return pcre2_config_8(PCRE2_CONFIG_VERSION, buffer); }
#endif
