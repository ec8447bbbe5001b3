/* Writes the bytes of a file to COUNT new files of a folder, and syncs each. Usage: write FILE FOLDER COUNT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **words)
{
    static char bytes[1 << 20];
    char path[4096];
    if (count != 4) return 64;
    int file = open(words[1], O_RDONLY);
    ssize_t size = read(file, bytes, sizeof bytes);
    close(file);
    if (size <= 0) return 66;
    double start = now();
    for (int number = 0; number < atoi(words[3]); number++) {
        snprintf(path, sizeof path, "%s/%d", words[2], number);
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (file < 0 || write(file, bytes, size) != size || fsync(file) || close(file)) return 74;
    }
    printf("%f\n", now() - start);
    return 0;
}
