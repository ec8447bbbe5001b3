// Peer of the parse benchmark: xmlReadMemory and xmlFreeDoc over all files of a list. Prints seconds of CPU and peak KiB.
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

typedef struct { char *bytes; long size; } Text;

static Text load(const char *path) {
    FILE *file = fopen(path, "rb");
    Text text = {0};
    if (!file) exit(66);
    fseek(file, 0, SEEK_END);
    text.size = ftell(file);
    rewind(file);
    text.bytes = malloc(text.size);
    if (fread(text.bytes, 1, text.size, file) != (size_t)text.size) exit(66);
    fclose(file);
    return text;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **paths) {
    Text *texts = malloc(sizeof *texts * count);
    for (int i = 1; i < count; i++) texts[i] = load(paths[i]);
    xmlInitParser();
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        double start = now();
        for (int i = 1; i < count; i++) {
            xmlDocPtr tree = xmlReadMemory(texts[i].bytes, (int)texts[i].size, NULL, NULL, XML_PARSE_NONET);
            if (!tree) return 1;
            xmlFreeDoc(tree);
        }
        double spent = now() - start;
        if (spent < best) best = spent;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%.4f %ld\n", best, usage.ru_maxrss);
    return 0;
}
