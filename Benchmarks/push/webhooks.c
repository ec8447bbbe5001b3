/* The plain loop to compare with: COUNT POSTs of SIZE bytes over one easy handle, one after another. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static size_t drop(char *data, size_t size, size_t count, void *context) {
    (void)data;
    (void)context;
    return size * count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    long requests = atol(arguments[2]);
    size_t size = (size_t)atol(arguments[3]);
    char *body = malloc(size + 1);
    memset(body, 'a', size);
    CURL *easy = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    curl_easy_setopt(easy, CURLOPT_URL, arguments[1]);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)size);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_perform(easy);
    double begin = now();
    long failed = 0;
    for (long number = 0; number < requests; number++) {
        long status = 0;
        if (curl_easy_perform(easy) != CURLE_OK) failed++;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        if (status < 200 || status > 299) failed++;
    }
    double seconds = now() - begin;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    printf("%.0f %f %ld\n", (double)requests / seconds, cpu / (double)requests * 1000, usage.ru_maxrss / 1024);
    return failed ? 1 : 0;
}
