// libcurl for Swift: what Swift cannot call itself, variadic functions above all.
#ifndef FEEDHERALD_CCURL_SHIM_H
#define FEEDHERALD_CCURL_SHIM_H
#include <curl/curl.h>
#endif
