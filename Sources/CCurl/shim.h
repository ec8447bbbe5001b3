// libcurl for Swift: what Swift cannot call itself, variadic functions above all, one function an argument type.
#ifndef FEEDHERALD_CCURL_SHIM_H
#define FEEDHERALD_CCURL_SHIM_H
#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

// The type-checking macros of curl.h would stand in the way of the functions below.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef size_t (*feedherald_data_callback)(char *, size_t, size_t, void *);
typedef curl_socket_t (*feedherald_open_callback)(void *, curlsocktype, struct curl_sockaddr *);
typedef int (*feedherald_prereq_callback)(void *, char *, char *, int, int);

static inline CURLcode feedherald_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode feedherald_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode feedherald_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode feedherald_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode feedherald_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode feedherald_set_data_callback(CURL *easy, CURLoption option, feedherald_data_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode feedherald_set_open_callback(CURL *easy, feedherald_open_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode feedherald_set_prereq_callback(CURL *easy, feedherald_prereq_callback value) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}
// libcurl keeps its own copy of the bytes.
static inline CURLcode feedherald_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(easy, option, &blob);
}
static inline CURLcode feedherald_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode feedherald_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode feedherald_get_text(CURL *easy, CURLINFO info, char **value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLMcode feedherald_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode feedherald_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode feedherald_multi_set_socket_callback(CURLM *multi, curl_socket_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode feedherald_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}
// The message of a finished transfer: its result is in a union, which this saves Swift from reading.
static inline CURL *feedherald_next_finished(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// The loop thread's epoll, in libcurl's own words (CURL_CSELECT_IN and its kin), as Swift's Glibc leaves epoll out.
struct feedherald_event {
    int descriptor;
    int flags;
};
enum { FEEDHERALD_EVENTS = 64 };
static inline int feedherald_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
// Watches a descriptor for CURL_POLL_IN, CURL_POLL_OUT or both; nothing (CURL_POLL_NONE) keeps it, CURL_POLL_REMOVE ends it.
static inline void feedherald_poll_watch(int poll, int descriptor, int what, int is_known) {
    struct epoll_event event = {0};
    event.data.fd = descriptor;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, &event);
        return;
    }
    event.events = ((what & CURL_POLL_IN) ? EPOLLIN : 0) | ((what & CURL_POLL_OUT) ? EPOLLOUT : 0);
    // A descriptor's number may come back before libcurl took its leave of the last one.
    if (epoll_ctl(poll, is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event) != 0)
        epoll_ctl(poll, is_known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}
static inline int feedherald_poll_wait(int poll, struct feedherald_event *found, int milliseconds) {
    struct epoll_event events[FEEDHERALD_EVENTS];
    int count = epoll_wait(poll, events, FEEDHERALD_EVENTS, milliseconds);
    for (int at = 0; at < count; at++) {
        uint32_t seen = events[at].events;
        found[at].descriptor = events[at].data.fd;
        found[at].flags = ((seen & EPOLLIN) ? CURL_CSELECT_IN : 0) | ((seen & EPOLLOUT) ? CURL_CSELECT_OUT : 0)
            | ((seen & (EPOLLERR | EPOLLHUP)) ? CURL_CSELECT_ERR : 0);
    }
    return count < 0 ? 0 : count;
}
static inline int feedherald_wakeup_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline void feedherald_wakeup_signal(int wakeup) { eventfd_write(wakeup, 1); }
static inline void feedherald_wakeup_clear(int wakeup) {
    eventfd_t count;
    eventfd_read(wakeup, &count);
}
#endif
