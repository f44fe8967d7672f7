/* Loaded into a server before its C library: writes down, in order, what the server asks of its disk
 * and what it sends to its clients. From that the test knows what a power cut at any moment leaves.
 *
 * Each entry: kind (1 byte), number of the file (4), offset (8), length (8), and the bytes, if any. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPENED = 'o', WROTE = 'w', CUT = 't', SYNC_BEGAN = 'b', SYNC_ENDED = 'e', REMOVED = 'r', SENT = 's' };
enum { FILES = 65536 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static uint32_t next_file = 1;
/* The number of the file that a descriptor stands for. */
static uint32_t file_of[FILES];

static void put(char kind, uint32_t file, uint64_t offset, uint64_t length, const struct iovec *parts, int count) {
    if (journal < 0) return;
    char head[21];
    head[0] = kind;
    memcpy(head + 1, &file, 4);
    memcpy(head + 5, &offset, 8);
    memcpy(head + 13, &length, 8);
    struct iovec all[64];
    all[0] = (struct iovec){head, sizeof head};
    size_t left = length;
    int used = 1;
    for (int i = 0; i < count && left > 0; i++) {
        if (used == 64) abort();
        size_t take = parts[i].iov_len < left ? parts[i].iov_len : left;
        all[used++] = (struct iovec){parts[i].iov_base, take};
        left -= take;
    }
    size_t total = sizeof head + (length - left);
    /* A journal that lacks something proves nothing. */
    if (left > 0 || syscall(SYS_writev, journal, all, used) != (ssize_t)total) abort();
}

static void bytes(char kind, uint32_t file, uint64_t offset, const void *data, uint64_t length) {
    struct iovec part = {(void *)data, length};
    put(kind, file, offset, length, &part, 1);
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("BRICKWOOD_JOURNAL");
    if (path) journal = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_database(const char *path) {
    return strstr(path, "brickwood.db") && !strstr(path, "-shm");
}

static int opened(int fd, const char *path, int flags) {
    if (fd < 0 || fd >= FILES) return fd;
    pthread_mutex_lock(&lock);
    file_of[fd] = 0;
    if (is_database(path)) {
        file_of[fd] = next_file++;
        bytes(OPENED, file_of[fd], 0, path, strlen(path));
        if (flags & O_TRUNC) put(CUT, file_of[fd], 0, 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return opened(real(path, flags, mode), path, flags); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        REAL(name); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return opened(real(folder, path, flags, mode), path, flags); \
    }
OPENAT(openat)
OPENAT(openat64)

static uint32_t file(int fd) {
    return fd >= 0 && fd < FILES ? file_of[fd] : 0;
}

int close(int fd) {
    REAL(close);
    pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < FILES) file_of[fd] = 0;
    pthread_mutex_unlock(&lock);
    return real(fd);
}

static int is_socket(int fd) {
    struct stat about;
    return fd != journal && fstat(fd, &about) == 0 && S_ISSOCK(about.st_mode);
}

/* Something is written down as sent before it is, and as written after it is, all under the lock: what
 * stands in the journal is never better than what was. */
#define PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *data, size_t length, offset_type offset) { \
        REAL(name); \
        if (!file(fd)) return real(fd, data, length, offset); \
        pthread_mutex_lock(&lock); \
        ssize_t done = real(fd, data, length, offset); \
        if (done > 0) bytes(WROTE, file(fd), offset, data, done); \
        pthread_mutex_unlock(&lock); \
        return done; \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
    REAL(write);
    if (file(fd)) {
        pthread_mutex_lock(&lock);
        off64_t offset = lseek64(fd, 0, SEEK_CUR);
        ssize_t done = real(fd, data, length);
        if (done > 0) bytes(WROTE, file(fd), offset, data, done);
        pthread_mutex_unlock(&lock);
        return done;
    }
    if (!is_socket(fd)) return real(fd, data, length);
    pthread_mutex_lock(&lock);
    bytes(SENT, fd, 0, data, length);
    pthread_mutex_unlock(&lock);
    return real(fd, data, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    if (file(fd)) abort();
    if (is_socket(fd)) {
        uint64_t length = 0;
        for (int i = 0; i < count; i++) length += parts[i].iov_len;
        pthread_mutex_lock(&lock);
        put(SENT, fd, 0, length, parts, count);
        pthread_mutex_unlock(&lock);
    }
    return real(fd, parts, count);
}

ssize_t send(int fd, const void *data, size_t length, int flags) {
    REAL(send);
    pthread_mutex_lock(&lock);
    bytes(SENT, fd, 0, data, length);
    pthread_mutex_unlock(&lock);
    return real(fd, data, length, flags);
}

#define SYNC(name) \
    int name(int fd) { \
        REAL(name); \
        if (!file(fd)) return real(fd); \
        pthread_mutex_lock(&lock); \
        put(SYNC_BEGAN, file(fd), 0, 0, NULL, 0); \
        pthread_mutex_unlock(&lock); \
        int done = real(fd); \
        pthread_mutex_lock(&lock); \
        if (done == 0) put(SYNC_ENDED, file(fd), 0, 0, NULL, 0); \
        pthread_mutex_unlock(&lock); \
        return done; \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_type) \
    int name(int fd, offset_type length) { \
        REAL(name); \
        if (!file(fd)) return real(fd, length); \
        pthread_mutex_lock(&lock); \
        int done = real(fd, length); \
        if (done == 0) put(CUT, file(fd), length, 0, NULL, 0); \
        pthread_mutex_unlock(&lock); \
        return done; \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) {
    REAL(unlink);
    pthread_mutex_lock(&lock);
    int done = real(path);
    if (done == 0 && is_database(path)) bytes(REMOVED, 0, 0, path, strlen(path));
    pthread_mutex_unlock(&lock);
    return done;
}
