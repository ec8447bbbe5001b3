// Peer of the parse benchmark: extracts the fields of a feed's entries by SAX into structs, one file a process.
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID, TITLE, LINK, AUTHOR, PUBLISHED, UPDATED, CATEGORY, TEXT, FIELDS };
static const char *const names[][2] = {
    {"id", 0}, {"guid", 0}, {"title", (char *)TITLE}, {"link", (char *)LINK}, {"creator", (char *)AUTHOR},
    {"name", (char *)AUTHOR}, {"pubDate", (char *)PUBLISHED}, {"published", (char *)PUBLISHED},
    {"updated", (char *)UPDATED}, {"category", (char *)CATEGORY}, {"description", (char *)TEXT}, {"content", (char *)TEXT},
    {"summary", (char *)TEXT},
};

typedef struct { char *fields[FIELDS]; } Entry;
static Entry *entries;
static size_t count, room;
static int in_entry, field = -1;
static char *buffer;
static size_t length, capacity;

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                  const xmlChar **declared, int attributes, int defaulted, const xmlChar **values) {
    (void)context, (void)prefix, (void)uri, (void)spaces, (void)declared, (void)defaulted;
    const char *local = (const char *)name;
    if (!strcmp(local, "item") || !strcmp(local, "entry")) {
        if (count == room) entries = realloc(entries, sizeof *entries * (room = room ? room * 2 : 64));
        memset(&entries[count++], 0, sizeof *entries);
        in_entry = 1;
        return;
    }
    if (!in_entry) return;
    field = -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(local, names[i][0])) field = (int)(long)names[i][1];
    length = 0;
    for (int i = 0; i < attributes; i++) {
        const xmlChar **value = values + i * 5;
        if ((field == LINK && !strcmp((const char *)value[0], "href")) ||
            (field == CATEGORY && !strcmp((const char *)value[0], "term")))
            entries[count - 1].fields[field] = strndup((const char *)value[3], value[4] - value[3]);
    }
}

static void text(void *context, const xmlChar *bytes, int size) {
    (void)context;
    if (field < 0) return;
    if (length + size > capacity) buffer = realloc(buffer, capacity = (length + size) * 2);
    memcpy(buffer + length, bytes, size);
    length += size;
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)context, (void)prefix, (void)uri;
    if (!strcmp((const char *)name, "item") || !strcmp((const char *)name, "entry")) in_entry = 0;
    if (field >= 0 && length) entries[count - 1].fields[field] = strndup(buffer, length);
    field = -1;
}

int main(int arguments, char **paths) {
    if (arguments < 2) return 64;
    FILE *file = fopen(paths[1], "rb");
    if (!file) return 66;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc(size);
    if (fread(bytes, 1, size, file) != (size_t)size) return 66;
    fclose(file);
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start;
    handler.endElementNs = end;
    handler.characters = text;
    handler.cdataBlock = text;
    if (xmlSAXUserParseMemory(&handler, NULL, bytes, (int)size)) return 1;
    printf("%zu entries\n", count);
    return 0;
}
