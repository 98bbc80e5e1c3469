import TileModel
import Foundation
import TileLayers

/// A transport that answers as a test says and counts.
final class ScriptedTransport: TileTransport {
  /// Answers the n-th request (from 0) for a URL.
  typealias Script =
    @Sendable (_ request: TileRequest, _ number: Int) async throws(TileTransportError)
    -> TileResponse

  private struct State {
    var counts: [String: Int] = [:]
    var running = 0
    var mostRunning = 0
    var lastHeaders: [String: String] = [:]
  }

  private let state = Guarded(State())
  private let script: Script

  init(_ script: @escaping Script) { self.script = script }

  func response(
    to request: TileRequest
  ) async throws(TileTransportError) -> TileResponse {
    let number = state.withLock { state in
      state.running += 1
      state.mostRunning = max(state.mostRunning, state.running)
      state.lastHeaders = request.headers
      let number = state.counts[request.url.absoluteString, default: 0]
      state.counts[request.url.absoluteString] = number + 1
      return number
    }
    defer { state.withLock { $0.running -= 1 } }
    return try await script(request, number)
  }

  /// The number of requests by URL.
  var counts: [String: Int] { state.withLock { $0.counts } }
  /// The number of all requests.
  var total: Int { counts.values.reduce(0, +) }
  /// The most requests that ran at a time.
  var mostRunning: Int { state.withLock { $0.mostRunning } }
  /// The header fields of the latest request.
  var lastHeaders: [String: String] { state.withLock { $0.lastHeaders } }

  /// Holds a request until the clock shows a time, or the request is cancelled.
  static func hold(_ clock: SteppedClock, until time: Duration) async throws(TileTransportError) {
    do {
      try await clock.sleep(until: time)
    } catch {
      throw .cancelled
    }
  }
}
