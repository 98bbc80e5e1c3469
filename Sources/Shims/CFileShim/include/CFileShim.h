#ifndef CFILESHIM_H
#define CFILESHIM_H

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

#endif
