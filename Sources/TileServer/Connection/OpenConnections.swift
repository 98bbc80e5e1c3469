package import NIOCore
import NIOHTTP1

/// The connections of a server.
///
/// Used on the one event loop of the server only.
package final class OpenConnections {
  /// Connections past the limit that are refused at a time; further ones wait with the system.
  static let maximumRefusedCount = 4

  private let limits: ServerLimits
  private let service: RequestService
  /// Called when there is room again after ``isFull`` was read as true.
  var onRoom: () -> Void = {}

  private var handlers: [ObjectIdentifier: ConnectionHandler] = [:]
  private var drained: EventLoopPromise<Void>?

  package init(limits: ServerLimits, respond: @escaping RequestService.Responder) {
    self.limits = limits
    service = RequestService(limits: limits, respond: respond)
  }

  var authority: String {
    get { service.authority }
    set { service.authority = newValue }
  }

  var isFull: Bool { handlers.count >= limits.connectionCount + Self.maximumRefusedCount }

  package func admit(_ channel: any Channel) throws {
    let gate = RequestGate(limits)
    let handler = ConnectionHandler(
      gate: gate, service: service, isRefused: handlers.count >= limits.connectionCount)
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.headByteCount
    decoding.maxHeaderListSize = limits.headByteCount
    decoding.maxHeaderFieldCount = limits.fieldCount
    var encoding = HTTPResponseEncoder.Configuration()
    // Answers state their lengths, also those without content.
    encoding.automaticallySetFramingHeaders = false
    let key = ObjectIdentifier(channel)
    handlers[key] = handler
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.remove(key) }
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(gate)
    try pipeline.addHandler(HTTPResponseEncoder(configuration: encoding))
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)))
    try pipeline.addHandler(handler)
    if drained != nil { handler.finish() }
  }

  /// Completes once every connection has written its answer and is closed.
  package func drain(on loop: any EventLoop) -> EventLoopFuture<Void> {
    if let drained { return drained.futureResult }
    let promise = loop.makePromise(of: Void.self)
    drained = promise
    for handler in handlers.values { handler.finish() }
    if handlers.isEmpty { promise.succeed() }
    return promise.futureResult
  }

  func closeAll() { for handler in handlers.values { handler.close() } }

  private func remove(_ key: ObjectIdentifier) {
    let wasFull = isFull
    handlers[key] = nil
    if wasFull { onRoom() }
    if handlers.isEmpty { drained?.succeed() }
  }
}

/// A gate that accepts no connection while ``OpenConnections`` is full.
final class AcceptGate: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias OutboundIn = any Channel

  private let connections: OpenConnections
  private var isWaiting = false

  init(_ connections: OpenConnections) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    connections.onRoom = { [weak self] in
      guard let self, self.isWaiting else { return }
      self.isWaiting = false
      context.read()
    }
  }

  func read(context: ChannelHandlerContext) {
    if connections.isFull { isWaiting = true } else { context.read() }
  }
}
