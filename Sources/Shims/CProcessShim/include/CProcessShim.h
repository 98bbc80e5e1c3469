#ifndef CPROCESSSHIM_H
#define CPROCESSSHIM_H

#include <stdint.h>

/// A program to start, with bounds that hold before its first instruction runs.
///
/// posix_spawn cannot set limits, and Swift cannot call fork.
typedef struct {
  /// The absolute path of the program.
  const char *path;
  /// The arguments, the first of which is the program's name; ends in NULL.
  char *const *arguments;
  /// The environment as NAME=value; ends in NULL.
  char *const *environment;
  /// Becomes standard output.
  int output;
  /// Becomes standard error.
  int errors;
  /// Becomes descriptor 3; -1 for none.
  int extra;
  /// The most bytes of address space.
  uint64_t memory;
  /// The most bytes of a file that it writes.
  uint64_t file_size;
  /// The most seconds of processor time.
  uint64_t cpu_seconds;
} tp_process;

/// Starts a program in a process group of its own, with standard input empty. Where the system can, it
/// is killed when the calling thread ends.
///
/// \param process The program; a program that cannot be started exits with status 127.
/// \param identifier Set to the process.
/// \returns 0, or an errno when there is no new process.
int tp_process_start(const tp_process *process, int *identifier);

#endif
