#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CFileShim.h"

#include <errno.h>
#include <stdio.h>
#include <sys/xattr.h>

#if defined(__linux__)

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_openat2
// The number is the same on all architectures that Swift supports.
#define SYS_openat2 437
#endif

// struct open_how and RESOLVE_* of linux/openat2.h, which older systems lack.
struct tp_open_how {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};

enum {
  TP_RESOLVE_NO_MAGICLINKS = 0x02,
  TP_RESOLVE_NO_SYMLINKS = 0x04,
  TP_RESOLVE_BENEATH = 0x08,
};

int tp_open_beneath(int folder, const char *path, int flags) {
  struct tp_open_how how = {
      .flags = (uint64_t)flags,
      .resolve = TP_RESOLVE_BENEATH | TP_RESOLVE_NO_SYMLINKS | TP_RESOLVE_NO_MAGICLINKS,
  };
  int descriptor = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
  // Sandboxes refuse calls that they do not know in this way.
  if (descriptor < 0 && errno == EPERM) errno = ENOSYS;
  return descriptor;
}

#else

int tp_open_beneath(int folder, const char *path, int flags) {
  (void)folder;
  (void)path;
  (void)flags;
  errno = ENOSYS;
  return -1;
}

#endif

#if defined(__APPLE__)

int tp_set_attribute(const char *path, const char *name, const void *bytes, size_t count) {
  return setxattr(path, name, bytes, count, 0, XATTR_NOFOLLOW);
}

ssize_t tp_get_attribute(const char *path, const char *name, void *bytes, size_t capacity) {
  return getxattr(path, name, bytes, capacity, 0, XATTR_NOFOLLOW);
}

#else

enum { TP_NAME_CAPACITY = 256 };

static int tp_user_name(char *target, const char *name) {
  int count = snprintf(target, TP_NAME_CAPACITY, "user.%s", name);
  if (count > 0 && count < TP_NAME_CAPACITY) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

int tp_set_attribute(const char *path, const char *name, const void *bytes, size_t count) {
  char full[TP_NAME_CAPACITY];
  if (tp_user_name(full, name) != 0) return -1;
  return lsetxattr(path, full, bytes, count, 0);
}

ssize_t tp_get_attribute(const char *path, const char *name, void *bytes, size_t capacity) {
  char full[TP_NAME_CAPACITY];
  if (tp_user_name(full, name) != 0) return -1;
  return lgetxattr(path, full, bytes, capacity);
}

#endif
