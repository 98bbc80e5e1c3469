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
  /// Becomes standard input; -1 for none.
  int input;
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

/// A program that runs, under a supervisor: a child of this process that ends the program, and all that
/// it started, when the program ends, when it is told to, and when this process ends in any way.
typedef struct {
  /// The supervisor, which the caller waits for.
  int supervisor;
  /// Closing it tells the supervisor to end the program.
  int lifeline;
  /// Where the supervisor writes the program's wait status, an int, before it ends.
  int status;
} tp_running;

/// Starts a program under a supervisor, in the root folder and a process group of its own.
///
/// \param process The program; one that cannot be started exits with status 127.
/// \param running Set to what runs; the caller closes both descriptors and waits for the supervisor.
/// \returns 0, or an errno when nothing was started.
int tp_process_start(const tp_process *process, tp_running *running);

#endif
