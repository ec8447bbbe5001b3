// The limit of a polling sweep: what plain C over libcurl and libxml2 needs for the same feeds.
//
//   limit LIST FOLDER [CA-BUNDLE]
//
// LIST holds one URL a line. For each, the marker FOLDER/NUMBER is read for validators, the URL is asked
// conditionally (100 at once, curl multi socket + epoll), a 200 is unpacked, parsed into a libxml2 tree whose ids are
// collected, and the marker is written again (temporary file, fsync, rename). Prints one JSON line.
#include <curl/curl.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 100 };

struct feed {
    long number;
    char *url;
    char etag[256], modified[128];
    char *body;
    size_t size, room;
    struct curl_slist *headers;
};

static struct feed *feeds;
static long count, next_feed, running, answers_200, answers_304, failures, entries;
static const char *folder, *bundle;
static CURLM *multi;
static int poll_descriptor;
static long alarm_milliseconds = -1;

static void strip(char *text) {
    size_t size = strlen(text);
    while (size && (text[size - 1] == '\n' || text[size - 1] == '\r')) text[--size] = 0;
}

static void copy(char *to, size_t room, const char *from) {
    size_t size = strnlen(from, room - 1);
    memcpy(to, from, size);
    to[size] = 0;
}

static void read_marker(struct feed *feed) {
    char path[512], text[65536];
    snprintf(path, sizeof path, "%s/%ld", folder, feed->number);
    int descriptor = open(path, O_RDONLY);
    if (descriptor < 0) return;
    ssize_t size = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    if (size <= 0) return;
    text[size] = 0;
    char *second = strchr(text, '\n');
    if (!second) return;
    *second++ = 0;
    char *third = strchr(second, '\n');
    if (third) *third = 0;
    copy(feed->etag, sizeof feed->etag, text);
    copy(feed->modified, sizeof feed->modified, second);
}

static void write_marker(struct feed *feed, const char *ids, size_t size) {
    char path[512], temporary[520], head[512];
    snprintf(path, sizeof path, "%s/%ld", folder, feed->number);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    int descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int length = snprintf(head, sizeof head, "%s\n%s\n", feed->etag, feed->modified);
    if (write(descriptor, head, length) != length || write(descriptor, ids, size) != (ssize_t)size) failures++;
    fsync(descriptor);
    close(descriptor);
    rename(temporary, path);
}

static size_t take_body(char *bytes, size_t size, size_t number, void *context) {
    struct feed *feed = context;
    size_t more = size * number;
    if (feed->size + more > feed->room) {
        feed->room = (feed->size + more) * 2;
        feed->body = realloc(feed->body, feed->room);
    }
    memcpy(feed->body + feed->size, bytes, more);
    feed->size += more;
    return more;
}

static size_t take_header(char *bytes, size_t size, size_t number, void *context) {
    struct feed *feed = context;
    size_t length = size * number;
    char line[512];
    size_t kept = length < sizeof line - 1 ? length : sizeof line - 1;
    memcpy(line, bytes, kept);
    line[kept] = 0;
    strip(line);
    if (!strncasecmp(line, "etag: ", 6)) copy(feed->etag, sizeof feed->etag, line + 6);
    if (!strncasecmp(line, "last-modified: ", 15)) copy(feed->modified, sizeof feed->modified, line + 15);
    return length;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy, (void)context;
    struct epoll_event event = {.data.fd = socket};
    if (what == CURL_POLL_REMOVE) return epoll_ctl(poll_descriptor, EPOLL_CTL_DEL, socket, &event), 0;
    event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
    epoll_ctl(poll_descriptor, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (!known) curl_multi_assign(multi, socket, &poll_descriptor);
    return 0;
}

static int set_alarm(CURLM *handle, long milliseconds, void *context) {
    (void)handle, (void)context;
    alarm_milliseconds = milliseconds;
    return 0;
}

static void start_next(void) {
    struct feed *feed = &feeds[next_feed++];
    read_marker(feed);
    CURL *easy = curl_easy_init();
    char line[512];
    if (feed->etag[0]) {
        snprintf(line, sizeof line, "If-None-Match: %s", feed->etag);
        feed->headers = curl_slist_append(feed->headers, line);
    }
    if (feed->modified[0]) {
        snprintf(line, sizeof line, "If-Modified-Since: %s", feed->modified);
        feed->headers = curl_slist_append(feed->headers, line);
    }
    feed->headers = curl_slist_append(feed->headers, "Accept: application/atom+xml, application/rss+xml, */*;q=0.5");
    curl_easy_setopt(easy, CURLOPT_URL, feed->url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "limit/1 (+http://localhost/)");
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, feed->headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, feed);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, feed);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, 30L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, feed);
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    if (bundle) curl_easy_setopt(easy, CURLOPT_CAINFO, bundle);
    curl_multi_add_handle(multi, easy);
    running++;
}

// Collects the ids of entries and items, as a marker must hold them.
static void collect(xmlNode *node, char **ids, size_t *size, size_t *room) {
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE) continue;
        int is_entry = !strcmp((const char *)node->name, "entry") || !strcmp((const char *)node->name, "item");
        for (xmlNode *child = node->children; is_entry && child; child = child->next) {
            if (child->type != XML_ELEMENT_NODE) continue;
            if (strcmp((const char *)child->name, "id") && strcmp((const char *)child->name, "guid")) continue;
            xmlChar *text = xmlNodeGetContent(child);
            size_t length = strlen((char *)text);
            if (*size + length + 1 > *room) *ids = realloc(*ids, *room = (*size + length + 1) * 2);
            memcpy(*ids + *size, text, length);
            (*ids)[*size + length] = '\n';
            *size += length + 1;
            entries++;
            xmlFree(text);
        }
        if (!is_entry) collect(node->children, ids, size, room);
    }
}

static void finish(CURL *easy, CURLcode code) {
    struct feed *feed;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&feed);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK && status == 304) {
        answers_304++;
    } else if (code == CURLE_OK && status == 200) {
        answers_200++;
        xmlDoc *document = xmlReadMemory(feed->body, (int)feed->size, feed->url, NULL, XML_PARSE_NONET | XML_PARSE_RECOVER);
        if (document) {
            char *ids = NULL;
            size_t size = 0, room = 0;
            collect(xmlDocGetRootElement(document), &ids, &size, &room);
            write_marker(feed, ids, size);
            free(ids);
            xmlFreeDoc(document);
        } else {
            failures++;
        }
    } else {
        failures++;
    }
    curl_multi_remove_handle(multi, easy);
    curl_easy_cleanup(easy);
    curl_slist_free_all(feed->headers);
    free(feed->body);
    running--;
}

static double seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void read_list(const char *path) {
    FILE *file = fopen(path, "r");
    char line[4096];
    long room = 0;
    while (file && fgets(line, sizeof line, file)) {
        strip(line);
        if (count == room) feeds = realloc(feeds, (room = room ? room * 2 : 1024) * sizeof *feeds);
        memset(&feeds[count], 0, sizeof *feeds);
        feeds[count].number = count;
        feeds[count++].url = strdup(line);
    }
    if (file) fclose(file);
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: limit LIST FOLDER [CA-BUNDLE]\n"), 64;
    folder = argv[2];
    bundle = argc > 3 ? argv[3] : NULL;
    read_list(argv[1]);
    mkdir(folder, 0700);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    xmlInitParser();
    multi = curl_multi_init();
    poll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_alarm);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)WIDTH);
    while (running || next_feed < count) {
        while (running < WIDTH && next_feed < count) start_next();
        struct epoll_event events[64];
        int found = epoll_wait(poll_descriptor, events, 64, (int)alarm_milliseconds), left;
        if (found <= 0) curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &left);
        for (int at = 0; at < found; at++) {
            int flags = (events[at].events & EPOLLIN ? CURL_CSELECT_IN : 0)
                | (events[at].events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
                | (events[at].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
            curl_multi_socket_action(multi, events[at].data.fd, flags, &left);
        }
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left)))
            if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"cpu\": %.4f, \"ok\": %ld, \"unchanged\": %ld, \"failed\": %ld, \"entries\": %ld, \"rss\": %.1f}\n",
        seconds(), answers_200, answers_304, failures, entries, usage.ru_maxrss / 1024.0);
    return 0;
}
