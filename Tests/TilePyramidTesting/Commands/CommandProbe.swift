import TileModel
import Dispatch
package import Foundation

/// Runs a command and reports how it ended and what it said.
package struct CommandProbe: Sendable {
  package enum End: Hashable, Sendable {
    /// It returned a status.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
  }

  package struct Result: Hashable, Sendable {
    package let end: End
    package let output: String
    package let errors: String

    /// The exit status, or `nil` when a signal ended the command.
    package var status: Int32? {
      if case .exit(let status) = end { status } else { nil }
    }
  }

  package let executable: URL
  package let directory: URL
  /// Variables that are set or, when `nil`, removed; all others are inherited.
  package let environment: [String: String?]

  package init(executable: URL, directory: URL, environment: [String: String?] = [:]) {
    self.executable = executable
    self.directory = directory
    self.environment = environment
  }

  /// The program of this package with a name, which is beside the bundle of the running tests.
  ///
  /// - Returns: Its path, or `nil` when it was not built.
  package static func builtExecutable(named name: String) -> URL? {
    var folders: [URL] = []
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      var url = URL(fileURLWithPath: argument)
      while url.pathExtension != "xctest", url.pathComponents.count > 1 {
        url.deleteLastPathComponent()
      }
      folders.append(url.deletingLastPathComponent())
    }
    folders.append(Bundle.main.bundleURL)
    folders.append(Bundle.main.bundleURL.deletingLastPathComponent())
    return folders.map { $0.appendingPathComponent(name) }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }

  /// Runs the program to its end.
  ///
  /// Both outputs are drained while it runs, so that it never waits for a full pipe.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - onErrors: Called with each piece of standard error as it comes, and the running process, for
  ///     example to interrupt it; on a thread of its own.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: The system's error when the program cannot be started.
  package func run(
    _ arguments: [String],
    onErrors: (@Sendable (String, RunningCommand) -> Void)? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    let collected = CollectedOutput()
    try Self.start(process)
    let running = RunningCommand(identifier: process.processIdentifier)
    let group = DispatchGroup()
    // Threads of their own: those of queues are as many as processors, and tests that wait hold them all.
    func drain(_ body: @escaping @Sendable () -> Void) {
      group.enter()
      Thread.detachNewThread {
        body()
        group.leave()
      }
    }
    drain { collected.append(output: output.fileHandleForReading.readDataToEndOfFile()) }
    drain {
      while true {
        let piece = errors.fileHandleForReading.availableData
        if piece.isEmpty { break }
        collected.append(errors: piece)
        onErrors?(String(decoding: piece, as: UTF8.self), running)
      }
    }
    process.waitUntilExit()
    group.wait()
    let (standardOutput, standardError) = collected.texts
    let status = process.terminationStatus
    return Result(
      end: process.terminationReason == .uncaughtSignal ? .signal(status) : .exit(status),
      output: standardOutput, errors: standardError)
  }
}

extension CommandProbe {
  /// Starts a process that takes signals as one that was started in a terminal does.
  ///
  /// A child inherits which signals are blocked and which are ignored. The worker threads that tests run
  /// on block all, and what a shell starts in the background ignores SIGINT.
  package static func start(_ process: Process) throws {
    endingSignalsAreHeard
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Makes this process, once, no longer ignore the signals that end a program.
  private static let endingSignalsAreHeard: Void = {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let handler = signal(number, SIG_DFL)
      if unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, handler)
      }
    }
  }()
}

/// A command that has been started and may still run.
package struct RunningCommand: Hashable, Sendable {
  package let identifier: Int32

  /// Sends a signal, such as `SIGINT`.
  package func send(signal: Int32) { kill(identifier, signal) }
}

private final class CollectedOutput: Sendable {
  private let state = Guarded((output: Data(), errors: Data()))

  func append(output data: Data) { state.withLock { $0.output.append(data) } }
  func append(errors data: Data) { state.withLock { $0.errors.append(data) } }

  var texts: (String, String) {
    state.withLock {
      (String(decoding: $0.output, as: UTF8.self), String(decoding: $0.errors, as: UTF8.self))
    }
  }
}
