package import NIOCore

/// What the connections of a server share: how requests are answered, and the memory of the answers.
///
/// Used on the one event loop of the server only.
package final class RequestService {
  /// Answers a request, away from the event loop where that takes time.
  package typealias Responder =
    @Sendable (SiteRequest, any EventLoop) -> EventLoopFuture<SiteResponse>

  let respond: Responder
  /// How long a connection may wait for its client.
  let idleTime: TimeAmount
  /// The server's own host and port.
  var authority = "127.0.0.1"
  /// The bytes of answers that wait for their clients, and of contents that are received.
  var pendingByteCount = 0

  /// The most bytes of a request's content; 0 to read none.
  let maximumBodyByteCount: Int
  private let maximumPendingByteCount: Int

  init(limits: ServerLimits, respond: @escaping Responder) {
    self.respond = respond
    idleTime = TimeAmount(limits.idleTime)
    maximumBodyByteCount = limits.bodyByteCount
    maximumPendingByteCount = limits.pendingByteCount
  }

  /// Whether no answer may be added to those that wait.
  var isFull: Bool { pendingByteCount >= maximumPendingByteCount }
}
