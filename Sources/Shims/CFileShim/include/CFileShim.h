#ifndef CFILESHIM_H
#define CFILESHIM_H

#include <sys/types.h>

/// Opens a path below an open folder in one call, following no link on the way.
///
/// Swift cannot call openat2(2): C libraries have no function for it, and those of syscall(2) take a
/// varying number of arguments.
///
/// \param folder The open folder.
/// \param path A relative path without "..".
/// \param flags Those of open(2), which create no file.
/// \returns A descriptor; or -1 with errno set, to ENOSYS where the system has no such call, and to
/// ELOOP where a part of the path is a link.
int tp_open_beneath(int folder, const char *path, int flags);

/// Gives a file or folder an extended attribute, or replaces it.
///
/// \param path The file or folder; a link is not followed.
/// \param name The attribute's name, without the namespace that Linux has for those of users.
/// \returns 0, or -1 with errno set, to ENOTSUP where the file system has no such attributes.
int tp_set_attribute(const char *path, const char *name, const void *bytes, size_t count);

/// Reads an extended attribute of a file or folder.
///
/// \returns The number of bytes; or -1 with errno set, to ERANGE where it has more than `capacity`.
ssize_t tp_get_attribute(const char *path, const char *name, void *bytes, size_t capacity);

#endif
