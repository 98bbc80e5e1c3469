#include "CProcessShim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

static void set_limit(int resource, uint64_t value) {
  struct rlimit limit;
  limit.rlim_cur = (rlim_t)value;
  limit.rlim_max = (rlim_t)value;
  // A limit that the system does not know leaves the others and the caller's clock.
  (void)setrlimit(resource, &limit);
}

/// Runs in the new process: only calls that are safe after fork in a program with threads.
static void run(const tp_process *process, pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
#else
  (void)parent;
#endif
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  set_limit(RLIMIT_AS, process->memory);
  set_limit(RLIMIT_FSIZE, process->file_size);
  set_limit(RLIMIT_CPU, process->cpu_seconds);
  set_limit(RLIMIT_CORE, 0);
  // Copies above the targets, so that no target is overwritten before it was copied.
  int input = open("/dev/null", O_RDONLY);
  int sources[4] = {input, process->output, process->errors, process->extra};
  for (int target = 0; target < 4; target++) {
    if (sources[target] < 0 && target == 3) continue;
    sources[target] = fcntl(sources[target], F_DUPFD_CLOEXEC, 10);
    if (sources[target] < 0) _exit(127);
  }
  for (int target = 0; target < 4; target++) {
    if (sources[target] < 0) continue;
    if (dup2(sources[target], target) < 0) _exit(127);
  }
  if (input > 3) close(input);
  // A program that was just written may still be open in a process that is being started.
  struct timespec pause = {0, 2000000};
  for (int attempt = 0; attempt < 100; attempt++) {
    execve(process->path, process->arguments, process->environment);
    if (errno != ETXTBSY) break;
    nanosleep(&pause, NULL);
  }
  _exit(127);
}

int tp_process_start(const tp_process *process, int *identifier) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) run(process, parent);
  // Also here, so that the group exists for whoever kills it at once.
  (void)setpgid(child, child);
  *identifier = (int)child;
  return 0;
}
