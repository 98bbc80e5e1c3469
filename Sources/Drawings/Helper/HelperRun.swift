import CProcessShim
import Platform
import RasterSources
import TileModel

/// One run of a program with its output in an unnamed file.
///
/// The program has its own process group, supervisor and limits. It starts in the root folder with the plan
/// on standard input, so that the plan's path stays unknown. After the run, even when this process is
/// killed, no child process and no file is left.
struct HelperRun {
  let program: HelperProgram
  let arguments: [String]
  let planPath: String
  let scratch: ScratchDirectory
  let limits: VectorPlanLimits
  let clock: DrawingClock
  /// In bytes.
  let outputLimit: Int
  /// Readable as `/dev/fd/3`.
  var extraInput: [UInt8]?
  var joinsErrors = false

  func output(isCancelled: () -> Bool = { false }) throws(RasterError) -> UnnamedFile {
    let output = try UnnamedFile.scratch(in: scratch.path)
    let errors = joinsErrors ? output : try UnnamedFile.scratch(in: scratch.path)
    var extra: UnnamedFile?
    if let extraInput {
      let file = try UnnamedFile.scratch(in: scratch.path)
      guard file.write(extraInput) else {
        throw .scratchFailed(directory: scratch.path, code: errno)
      }
      extra = file
    }
    let plan: RegularFile
    do throws(RegularFileError) { plan = try RegularFile(path: planPath) } catch {
      throw RasterError(error, path: planPath)
    }
    let begin = ContinuousClock.now
    defer { clock.note(begin.duration(to: .now)) }
    let running = try start(
      input: plan.descriptor, output: output.descriptor, errors: errors.descriptor,
      extra: extra?.descriptor ?? -1)
    let status = try wait(for: running, isCancelled: isCancelled)
    guard status == 0 else {
      throw .vectorPlan(
        .programFailed(
          path: planPath, program: program.name, ending: Self.ending(status),
          message: Self.message(errors.leadingBytes(4096))))
    }
    return output
  }

  private func start(
    input: Int32, output: Int32, errors: Int32, extra: Int32
  ) throws(RasterError) -> tp_running {
    let arguments = CStrings([program.name] + arguments)
    let environment = CStrings(HelperProgram.environment)
    var running = tp_running()
    let code = program.path.withCString { path in
      var process = tp_process(
        path: path, arguments: arguments.pointers, environment: environment.pointers, input: input,
        output: output, errors: errors, extra: extra, memory: UInt64(limits.memoryBytes),
        file_size: UInt64(outputLimit), cpu_seconds: UInt64(limits.seconds))
      return tp_process_start(&process, &running)
    }
    guard code == 0 else {
      throw failed("it cannot be started", String(cString: strerror(code)))
    }
    return running
  }

  private func failed(_ ending: String, _ message: String) -> RasterError {
    .vectorPlan(
      .programFailed(path: planPath, program: program.name, ending: ending, message: message))
  }

  private func wait(for running: tp_running, isCancelled: () -> Bool) throws(RasterError) -> Int32 {
    var isEnded = false
    defer {
      close(running.status)
      if !isEnded { close(running.lifeline) }
    }
    func end() {
      close(running.lifeline)
      isEnded = true
      var status: Int32 = 0
      while waitpid(running.supervisor, &status, 0) < 0, errno == EINTR {}
    }
    let start = ContinuousClock.now
    let allowance = min(.seconds(limits.seconds), clock.left)
    var pause = 500_000
    while true {
      var information = siginfo_t()
      let result = waitid(
        P_PID, id_t(running.supervisor), &information, WEXITED | WNOHANG | WNOWAIT)
      if result == 0, information.si_signo != 0 {
        end()
        return try status(of: running)
      }
      if result != 0, errno != EINTR {
        throw failed("it was lost", String(cString: strerror(errno)))
      }
      if isCancelled() {
        end()
        throw .vectorPlan(.stopped(path: planPath))
      }
      if start.duration(to: .now) >= allowance {
        end()
        let isAll = allowance < .seconds(limits.seconds)
        throw .vectorPlan(
          isAll
            ? .drawingTooSlow(path: planPath, seconds: clock.seconds)
            : .programTooSlow(path: planPath, program: program.name, seconds: limits.seconds))
      }
      var time = timespec(tv_sec: 0, tv_nsec: pause)
      nanosleep(&time, nil)
      pause = min(2 * pause, 16_000_000)
    }
  }

  private func status(of running: tp_running) throws(RasterError) -> Int32 {
    var status: Int32 = 0
    let size = MemoryLayout<Int32>.size
    var count = -1
    repeat { count = read(running.status, &status, size) } while count < 0 && errno == EINTR
    guard count == size else { throw failed("it was lost", "its supervisor was ended") }
    return status
  }

  static let refusedArguments = ending(99 << 8)

  private static func ending(_ status: Int32) -> String {
    switch status & 0x7f {
    case 0: "it exited with status \((status >> 8) & 0xff)"
    case SIGXCPU: "it took too much processor time"
    case SIGXFSZ: "it wrote too much"
    case let signal: "signal \(signal) ended it"
    }
  }

  private static func message(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(4)
    let text = lines.joined(separator: "; ").unicodeScalars.filter { $0.value >= 32 }
    return String(String.UnicodeScalarView(text.prefix(400)))
  }
}

/// A NULL-terminated array of C strings.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}

/// A program of the system that draws or describes vector plans.
struct HelperProgram: Hashable, Sendable {
  let name: String
  let path: String

  /// Only absolute folders count, so that a program in the current folder is never run.
  init?(named name: String, searchPath: String?) {
    let folders = searchPath ?? Self.variable("PATH") ?? ""
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 {
        self.name = name
        self.path = path
        return
      }
    }
    return nil
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Variables that programs need: search paths, libraries, fonts and caches.
  ///
  /// All others are withheld.
  private static let neededVariables = [
    "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "FONTCONFIG_SYSROOT", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CACHE_HOME",
  ]

  /// Fixes language and number format.
  static var environment: [String] {
    ["LC_ALL=C"] + neededVariables.compactMap { name in variable(name).map { "\(name)=\($0)" } }
  }
}
