import Foundation
import TilePyramidTesting

/// A library that makes the system's calls fail for chosen paths, as a bad disk or a network does.
///
/// It is compiled for the tests and put before the C library by the dynamic linker.
struct FaultyReading {
  /// The compiler of C; `nil` where there is none, or where no library can be put before another in this
  /// way.
  static let compiler: String? = {
    #if os(Linux)
      return (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/cc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    #else
      return nil
    #endif
  }()

  /// The library, compiled once for all tests; `nil` when the compiler cannot.
  static let shared = Result {
    let faults = try FaultyReading()
    if let faults { SharedFolders.keep(faults.directory) }
    return faults
  }

  private let directory: TemporaryDirectory
  private var library: String { directory.path("faults.so") }

  /// Compiles the library; `nil` when the compiler cannot.
  private init?() throws {
    guard Self.compiler != nil else { return nil }
    directory = try TemporaryDirectory()
    guard try Self.compile(Self.source, to: "faults.so", in: directory) else { return nil }
  }

  /// Compiles a library from C.
  @discardableResult
  static func compile(
    _ source: String, to name: String, in folder: TemporaryDirectory
  ) throws -> Bool {
    guard let compiler else { return false }
    try folder.write(source.utf8, as: "source.c")
    let probe = CommandProbe(executable: URL(fileURLWithPath: compiler), directory: folder.url)
    return try probe.run(["-shared", "-fPIC", "-o", name, "source.c", "-ldl"]).end == .exit(0)
  }

  /// The variables that make a call fail with EIO, and all of its kind after it.
  ///
  /// `call` is `readdir`, `read` or `pread`; `number` counts its calls on paths with the ending, from 0.
  func environment(failing call: String, of ending: String, at number: Int) -> [String: String] {
    ["LD_PRELOAD": library, "FAULT_CALL": call, "FAULT_PATH": ending, "FAULT_NUMBER": "\(number)"]
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static atomic_int calls;

    static int fails(const char *call, int file) {
      const char *wanted = getenv("FAULT_CALL"), *ending = getenv("FAULT_PATH");
      if (!wanted || !ending || strcmp(call, wanted) != 0) return 0;
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      ssize_t count = readlink(link, path, sizeof path - 1);
      if (count < 0) return 0;
      path[count] = 0;
      size_t length = strlen(ending);
      if ((size_t)count < length || strcmp(path + count - length, ending) != 0) return 0;
      if (calls++ < atoi(getenv("FAULT_NUMBER"))) return 0;
      errno = EIO;
      return 1;
    }

    struct dirent *readdir(DIR *stream) {
      static struct dirent *(*next)(DIR *);
      if (!next) next = dlsym(RTLD_NEXT, "readdir");
      return fails("readdir", dirfd(stream)) ? NULL : next(stream);
    }

    struct dirent64 *readdir64(DIR *stream) {
      static struct dirent64 *(*next)(DIR *);
      if (!next) next = dlsym(RTLD_NEXT, "readdir64");
      return fails("readdir", dirfd(stream)) ? NULL : next(stream);
    }

    ssize_t read(int file, void *bytes, size_t count) {
      static ssize_t (*next)(int, void *, size_t);
      if (!next) next = dlsym(RTLD_NEXT, "read");
      return fails("read", file) ? -1 : next(file, bytes, count);
    }

    ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
      static ssize_t (*next)(int, void *, size_t, off_t);
      if (!next) next = dlsym(RTLD_NEXT, "pread64");
      return fails("pread", file) ? -1 : next(file, bytes, count, offset);
    }

    ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
      static ssize_t (*next)(int, void *, size_t, off_t);
      if (!next) next = dlsym(RTLD_NEXT, "pread");
      return fails("pread", file) ? -1 : next(file, bytes, count, offset);
    }
    """
}
