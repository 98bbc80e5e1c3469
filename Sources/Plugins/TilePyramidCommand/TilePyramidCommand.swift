import Dispatch
import Foundation
import PackagePlugin

/// The plugin of `swift package tilepyramid`: runs the program in the folder of the package.
@main
struct TilePyramidCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try Self.run(program(context.tool), arguments, in: context.package.directoryURL)
  }

  /// Runs the program to its end, and exits with its status.
  fileprivate static func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // This thread may be one of Dispatch, which block signals, and the program inherits that.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    try process.run()
    // It runs in a process group of its own, so that Ctrl-C reaches this plugin and not the program.
    let forwarding = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { process.interrupt() }
      source.activate()
      return source
    }
    defer { forwarding.forEach { $0.cancel() } }
    process.waitUntilExit()
    if process.terminationStatus != 0 || process.terminationReason == .uncaughtSignal {
      exit(process.terminationStatus)
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension TilePyramidCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      try Self.run(program(context.tool), arguments, in: context.xcodeProject.directoryURL)
    }
  }
#endif
