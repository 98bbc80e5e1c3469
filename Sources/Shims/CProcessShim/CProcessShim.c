#define _GNU_SOURCE
#include "CProcessShim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// All of this but tp_process_start runs in children of a program with threads: only calls that are safe
// after fork.

static void set_limit(int resource, uint64_t value) {
  struct rlimit limit;
  limit.rlim_cur = (rlim_t)value;
  limit.rlim_max = (rlim_t)value;
  // A limit that the system does not know leaves the others and the caller's clock.
  (void)setrlimit(resource, &limit);
}

static void pause_for(long nanoseconds) {
  struct timespec pause = {0, nanoseconds};
  nanosleep(&pause, NULL);
}

/// Makes copies of descriptors the first ones of this process and closes all others.
static int arrange(int *descriptors, int count) {
  // Copies above the targets, so that no target is overwritten before it was copied.
  for (int target = 0; target < count; target++) {
    if (descriptors[target] < 0) continue;
    descriptors[target] = fcntl(descriptors[target], F_DUPFD, 32);
    if (descriptors[target] < 0) return -1;
  }
  for (int target = 0; target < count; target++) {
    if (descriptors[target] < 0) {
      close(target);
    } else if (dup2(descriptors[target], target) < 0) {
      return -1;
    }
  }
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)count, ~0U, 0U) == 0) return 0;
#endif
  struct rlimit limit;
  long last = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? (long)limit.rlim_cur
                                                                              : 65536;
  for (long descriptor = count; descriptor < last; descriptor++) close((int)descriptor);
  return 0;
}

/// Starts a process that shares this one's memory until it becomes the program, where the system can:
/// a copy of the tables of a large process's memory would take longer than all else that starts one.
#ifdef __linux__
#define fork_for_program vfork
#else
#define fork_for_program fork
#endif

/// Starts the supervisor, without what libraries have asked to be called in children: PROJ closes its
/// database there, for which it would wait forever where another thread of this process is in SQLite.
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
#define fork_for_supervisor _Fork
#else
#define fork_for_supervisor fork
#endif

/// Becomes the program; its descriptors are 0 to 3 already.
///
/// It has a frame of its own, and writes nothing outside it: the supervisor goes on in the same memory.
__attribute__((noinline, noreturn)) static void run(const tp_process *process, pid_t supervisor) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
#else
  (void)supervisor;
#endif
  const int handled[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD};
  for (size_t i = 0; i < sizeof handled / sizeof handled[0]; i++) signal(handled[i], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  set_limit(RLIMIT_AS, process->memory);
  set_limit(RLIMIT_FSIZE, process->file_size);
  set_limit(RLIMIT_CPU, process->cpu_seconds);
  set_limit(RLIMIT_CORE, 0);
  // Relative paths in a document must not lead to what is where the user stands.
  if (chdir("/") != 0) _exit(127);
  // A program that was just written may still be open in a process that is being started.
  for (int attempt = 0; attempt < 100; attempt++) {
    execve(process->path, process->arguments, process->environment);
    if (errno != ETXTBSY) break;
    pause_for(2000000);
  }
  _exit(127);
}

static void note_child(int number) { (void)number; }

#ifdef __linux__
/// Kills the children of this process that left the group of the program that they come from.
static void kill_strays(void) {
  char path[64] = "/proc/self/task/";
  char digits[16];
  int count = 0, length = 16;
  for (pid_t rest = getpid(); rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  while (count > 0) path[length++] = digits[--count];
  const char *name = "/children";
  for (int i = 0; name[i] != 0; i++) path[length++] = name[i];
  path[length] = 0;
  int list = open(path, O_RDONLY | O_CLOEXEC);
  if (list < 0) return;
  char text[4096];
  ssize_t size = read(list, text, sizeof text);
  close(list);
  pid_t child = 0;
  for (ssize_t i = 0; i < size; i++) {
    if (text[i] >= '0' && text[i] <= '9') {
      child = child * 10 + (text[i] - '0');
    } else {
      if (child > 1) kill(child, SIGKILL);
      child = 0;
    }
  }
}
#endif

/// Ends the program's group and, where the system can tell, whatever else it left; returns its status.
static int end(pid_t program) {
  // The number is still the program's own: only now is it waited for.
  kill(-program, SIGKILL);
  int status = 0;
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
#ifdef __linux__
  // What the program started is now a child of this process.
  for (int attempt = 0; attempt < 1000; attempt++) {
    pid_t child = waitpid(-1, NULL, WNOHANG);
    if (child < 0 && errno != EINTR) break;
    if (child > 0) continue;
    kill_strays();
    pause_for(1000000);
  }
#endif
  return status;
}

/// Starts the program and watches it; never returns.
static void supervise(const tp_process *process, int lifeline, int report) {
  // A key press that interrupts the caller must not end the supervisor before it has done its work.
  setpgid(0, 0);
  const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++) signal(ignored[i], SIG_IGN);
  struct sigaction action = {0};
  action.sa_handler = note_child;
  sigaction(SIGCHLD, &action, NULL);
  sigset_t blocked, open_mask;
  sigemptyset(&open_mask);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  int descriptors[6] = {process->input < 0 ? open("/dev/null", O_RDONLY) : process->input,
                        process->output, process->errors, process->extra, lifeline, report};
  if (arrange(descriptors, 6) != 0) _exit(1);
  pid_t supervisor = getpid();
  pid_t program = fork_for_program();
  if (program < 0) _exit(1);
  if (program == 0) {
    close(4);
    close(5);
    run(process, supervisor);
  }
  // Also here, so that the group exists when it has to be ended at once.
  (void)setpgid(program, program);
  for (int target = 0; target < 4; target++) close(target);
  int is_over = 0;
  while (!is_over) {
    siginfo_t information = {0};
    if (waitid(P_PID, (id_t)program, &information, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        information.si_pid == program)
      break;
    fd_set reading;
    FD_ZERO(&reading);
    FD_SET(4, &reading);
    // Nobody writes to it: it can be read when the other end is gone.
    is_over = pselect(5, &reading, NULL, NULL, NULL, &open_mask) > 0;
  }
  int status = end(program);
  ssize_t written = write(5, &status, sizeof status);
  _exit(written == (ssize_t)sizeof status ? 0 : 1);
}

static int make_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int tp_process_start(const tp_process *process, tp_running *running) {
  int lifeline[2], report[2];
  if (make_pipe(lifeline) != 0) return errno;
  if (make_pipe(report) != 0) {
    int code = errno;
    close(lifeline[0]);
    close(lifeline[1]);
    return code;
  }
  // No handler of this process may run in the child before it has its own.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork_for_supervisor();
  if (child == 0) supervise(process, lifeline[0], report[1]);
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(lifeline[0]);
  close(report[1]);
  if (child < 0) {
    close(lifeline[1]);
    close(report[0]);
    return code;
  }
  running->supervisor = (int)child;
  running->lifeline = lifeline[1];
  running->status = report[0];
  return 0;
}
