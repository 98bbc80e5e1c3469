import CProcessShim

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One run of a program, whose output goes to an unnamed file.
///
/// The program has a process group, a clock and bounds of its own, and no input. When the run is over
/// in any way, the whole group is gone and no file has been left.
struct HelperRun {
  let program: HelperProgram
  /// The arguments after the name.
  let arguments: [String]
  /// The plan, for messages.
  let planPath: String
  let scratch: ScratchDirectory
  let limits: VectorPlanLimits
  /// The most bytes of output.
  let outputLimit: Int
  /// What the program can read as `/dev/fd/3`.
  var extraInput: [UInt8]?

  /// Runs the program to its end.
  ///
  /// - Parameter isCancelled: Asked every few milliseconds.
  /// - Returns: Its output.
  /// - Throws: ``RasterError``.
  func output(isCancelled: () -> Bool = { false }) throws(RasterError) -> UnnamedFile {
    let output = try UnnamedFile(directory: scratch.path)
    let errors = try UnnamedFile(directory: scratch.path)
    var extra: UnnamedFile?
    if let extraInput {
      let file = try UnnamedFile(directory: scratch.path)
      guard file.write(extraInput) else {
        throw .scratchFailed(directory: scratch.path, code: errno)
      }
      extra = file
    }
    let identifier = try start(
      output: output.descriptor, errors: errors.descriptor, extra: extra?.descriptor ?? -1)
    let status = try wait(for: identifier, isCancelled: isCancelled)
    guard status == 0 else {
      throw .vectorPlan(
        .programFailed(
          path: planPath, program: program.name, ending: Self.ending(status),
          message: Self.message(errors.leadingBytes(4096))))
    }
    return output
  }

  private func start(output: Int32, errors: Int32, extra: Int32) throws(RasterError) -> Int32 {
    let arguments = CStrings([program.name] + arguments)
    let environment = CStrings(HelperProgram.environment)
    var identifier: Int32 = 0
    let code = program.path.withCString { path in
      var process = tp_process(
        path: path, arguments: arguments.pointers, environment: environment.pointers,
        output: output, errors: errors, extra: extra, memory: UInt64(limits.memoryBytes),
        file_size: UInt64(outputLimit), cpu_seconds: UInt64(limits.seconds))
      return tp_process_start(&process, &identifier)
    }
    guard code == 0 else {
      throw .vectorPlan(
        .programFailed(
          path: planPath, program: program.name, ending: "it cannot be started",
          message: String(cString: strerror(code))))
    }
    return identifier
  }

  /// Waits until the program ends, its time is over or the caller has enough, and returns its wait
  /// status.
  private func wait(for identifier: Int32, isCancelled: () -> Bool) throws(RasterError) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(limits.seconds)
    var pause = 500_000
    while true {
      var information = siginfo_t()
      let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
      if result == 0, information.si_signo != 0 {
        // Not yet waited for, its number is still its own: what it started goes with it.
        return end(identifier)
      }
      if result != 0, errno != EINTR {
        let code = errno
        throw .vectorPlan(
          .programFailed(
            path: planPath, program: program.name, ending: "it was lost",
            message: String(cString: strerror(code))))
      }
      if isCancelled() {
        end(identifier)
        throw .vectorPlan(.stopped(path: planPath))
      }
      if ContinuousClock.now >= deadline {
        end(identifier)
        throw .vectorPlan(
          .programTooSlow(path: planPath, program: program.name, seconds: limits.seconds))
      }
      var time = timespec(tv_sec: 0, tv_nsec: pause)
      nanosleep(&time, nil)
      pause = min(2 * pause, 16_000_000)
    }
  }

  /// Ends what is left of the program's group, waits for it, and returns its wait status.
  @discardableResult
  private func end(_ identifier: Int32) -> Int32 {
    kill(-identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// A wait status in words.
  private static func ending(_ status: Int32) -> String {
    switch status & 0x7f {
    case 0: "it exited with status \((status >> 8) & 0xff)"
    case SIGXCPU: "it took too much processor time"
    case SIGXFSZ: "it wrote too much"
    case let signal: "signal \(signal) ended it"
    }
  }

  /// The first lines that a program wrote, on one line and without control characters.
  private static func message(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline).prefix(4)
    let text = lines.joined(separator: "; ")
    return String(text.filter { !$0.unicodeScalars.contains { $0.value < 32 } }.prefix(400))
  }
}

/// An array of C strings that ends in NULL.
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
