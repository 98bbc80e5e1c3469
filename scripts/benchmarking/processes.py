"""Runs a program and measures it: time, memory and how its threads share the CPU time."""

import os, subprocess, tempfile, threading, time

# Seconds between two samples of a program's threads.
INTERVAL = 0.01


def has_thread_times():
    """Whether the system says how long each thread has run, as Linux does."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/schedstat")


def run(command, samples_threads=False):
    """Wall and CPU seconds and the peak memory of the largest process, the CPU seconds of each thread
    if they are sampled, and what went wrong, if anything did."""
    threads, ended = {}, threading.Event()
    with tempfile.TemporaryFile() as errors:
        before = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        sampler = threading.Thread(target=sample, args=(process.pid, threads, ended))
        if samples_threads:
            sampler.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - before
        except BaseException:
            # The folder that the program writes to is about to be deleted.
            process.kill()
            process.wait()
            raise
        finally:
            ended.set()
        errors.seek(0)
        message = errors.read().decode(errors="replace").strip()
    process.returncode = os.waitstatus_to_exitcode(status)
    figures = {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime,
               "memory": usage.ru_maxrss * 1024}
    fault = None
    if process.returncode != 0:
        fault = message.splitlines()[-1] if message else f"status {process.returncode}"
    return figures, list(threads.values()), fault


def sample(process, seconds, ended):
    """Keeps the CPU seconds of every thread of a process, by thread, as they were last seen."""
    folder = f"/proc/{process}/task"
    while not ended.wait(INTERVAL):
        try:
            threads = os.listdir(folder)
        except (FileNotFoundError, ProcessLookupError):
            return
        for thread in threads:
            try:
                # Nanoseconds: `stat` counts in steps of 10 ms, too coarse for builds of 300 ms.
                with open(f"{folder}/{thread}/schedstat") as file:
                    seconds[thread] = int(file.read().split()[0]) / 1e9
            except (FileNotFoundError, ProcessLookupError):
                # The thread ended after it was listed: what was last seen of it stays.
                pass
