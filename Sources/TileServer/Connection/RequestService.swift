package import NIOCore

/// The state that the connections of a server share: the responder and the memory of answers.
///
/// Used on the one event loop of the server only.
package final class RequestService {
  /// A function that answers a request, away from the event loop where that takes time.
  package typealias Responder =
    @Sendable (SiteRequest, any EventLoop) -> EventLoopFuture<SiteResponse>

  let respond: Responder
  let idleTime: TimeAmount
  var authority = "127.0.0.1"
  /// Answers that wait for their clients, and contents under receipt.
  var pendingByteCount = 0

  /// 0 reads no content.
  let maximumBodyByteCount: Int
  private let maximumPendingByteCount: Int

  init(limits: ServerLimits, respond: @escaping Responder) {
    self.respond = respond
    idleTime = TimeAmount(limits.idleTime)
    maximumBodyByteCount = limits.bodyByteCount
    maximumPendingByteCount = limits.pendingByteCount
  }

  var isFull: Bool { pendingByteCount >= maximumPendingByteCount }
}
