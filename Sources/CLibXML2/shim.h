// libxml2 for Swift: what Swift cannot call itself, function-pointer globals and variadics.
#ifndef FEEDHERALD_CLIBXML2_SHIM_H
#define FEEDHERALD_CLIBXML2_SHIM_H
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#endif
