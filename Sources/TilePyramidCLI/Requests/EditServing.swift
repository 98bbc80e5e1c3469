import Foundation
import PlanEditor
import TileServer

/// Serves a page that places plans until the program is asked to stop.
enum EditServing {
  /// Serves a session.
  ///
  /// - Parameters:
  ///   - port: The port; 0 takes any that is free.
  ///   - folder: Where tiles are kept meanwhile; `nil` for the system's folder for such files.
  ///   - session: Begins the session, whose tiles are kept in a folder of its own.
  /// - Throws: What beginning it throws, or `TileServerError`.
  static func run(
    port: UInt16, folder: String?, session: (EditFolder) throws -> EditingSession
  ) throws {
    OpenFileLimit.raise(to: 8192)
    let folder = try EditFolder(in: folder ?? FileManager.default.temporaryDirectory.path) {
      InterruptionWatch.interruption != nil
    }
    let served = Result { try serve(port: port, in: folder, session) }
    try folder.remove()
    try served.get()
  }

  private static func serve(
    port: UInt16, in folder: EditFolder, _ begin: (EditFolder) throws -> EditingSession
  ) throws {
    let session: EditingSession
    do {
      // Interrupted at once, the folder would be left.
      session = try InterruptionWatch.deferring { try begin(folder) }
    } catch {
      throw InterruptionWatch.interruption ?? error
    }
    if let interruption = InterruptionWatch.interruption { throw interruption }
    var limits = ServerLimits()
    limits.bodyByteCount = EditingSession.bodyByteCount
    let faults = FaultLog()
    let server = LoopbackServer(
      port: port, limits: limits, onFault: faults.report, answer: session.response)
    try RunningServer.run(server) { "http://127.0.0.1:\($0)/\(session.secret)/" }
  }
}
