// libxml2 for Swift: what Swift cannot call itself, function-pointer globals and variadics.
#ifndef FEEDHERALD_CLIBXML2_SHIM_H
#define FEEDHERALD_CLIBXML2_SHIM_H
#include <errno.h>
#include <iconv.h>
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <string.h>

// No document may make us read another one.
static inline xmlParserInputPtr feedherald_no_entity(const char *url, const char *id, xmlParserCtxtPtr context) {
    (void)url, (void)id, (void)context;
    return NULL;
}

static inline void feedherald_xml_start(void) {
    xmlInitParser();
    xmlSetExternalEntityLoader(feedherald_no_entity);
}

// A handler that builds the tree as libxml2 does by itself, but keeps no comments and instructions, and text only.
static inline void feedherald_sax(xmlSAXHandler *handler, endElementNsSAX2Func end, referenceSAXFunc reference,
                                  xmlStructuredErrorFunc error) {
    memset(handler, 0, sizeof *handler);
    xmlSAXVersion(handler, 2);
    handler->endElementNs = end;
    handler->reference = reference;
    handler->cdataBlock = handler->characters;
    handler->comment = NULL;
    handler->processingInstruction = NULL;
    handler->resolveEntity = NULL;
    handler->serror = error;
    handler->initialized = XML_SAX2_MAGIC;
}

// (iconv_t)-1 is a cast that Swift cannot write.
static inline int feedherald_iconv_is_open(iconv_t converter) { return converter != (iconv_t)-1; }

// glibc declares it for _GNU_SOURCE alone, which a module cannot ask for.
extern void *memmem(const void *, size_t, const void *, size_t);
static inline void *feedherald_find(const void *text, size_t length, const void *wanted, size_t count) {
    return memmem(text, length, wanted, count);
}

static inline int feedherald_errno(void) { return errno; }

// The version in use, such as "20914-GIT…": a global pointer, which Swift takes for shared mutable state.
static inline const char *feedherald_xml_version(void) { return xmlParserVersion; }
#endif
