import Dispatch
import Foundation
import TileModel
import TileServer

/// Runs a server until the program is asked to stop.
enum RunningServer {
  static func run(
    _ server: LoopbackServer, address: @escaping @Sendable (UInt16) -> String
  ) throws {
    try InterruptionWatch.handOver(to: { Task { await server.stop() } })
    let outcome = Guarded<Result<Void, any Error>>(.success(()))
    let end = DispatchSemaphore(value: 0)
    Task {
      do {
        try await server.run { StandardOutput.print(address($0)) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      end.signal()
    }
    end.wait()
    do {
      try outcome.withLock { $0 }.get()
    } catch let error as TileServerError {
      var report = error.report
      switch error {
      case .portTaken, .cannotListen:
        report.nextStep = "choose another port with --port (0 takes any that is free)"
        throw UsageError(report: report)
      default: throw error
      }
    }
  }
}

/// Tells the operator of each fault once, whatever clients ask for again.
final class FaultLog: Sendable {
  private static let maximumCount = 100
  private let known = Guarded<Set<String>>([])

  func report(_ fault: String) {
    let count = known.withLock { known in
      guard known.count <= Self.maximumCount else { return 0 }
      return known.insert(fault).inserted ? known.count : 0
    }
    guard count > 0 else { return }
    StandardError.warn(
      count > Self.maximumCount ? "there are more faults, which are not shown" : fault)
  }
}
