import NIOCore
import NIOEmbedded
import TileServer

/// Connections without sockets, in a clock that a test moves; the answers are the paths asked for.
final class ConnectionDesk {
  let loop = EmbeddedEventLoop()
  let connections: OpenConnections
  private let waiting: NIOLoopBoundBox<[(SiteRequest, EventLoopPromise<SiteResponse>)]>

  /// Creates connections whose requests are answered at once, or by ``answer()``.
  init(_ limits: ServerLimits = .init(), answersAtOnce: Bool = true) {
    let waiting = NIOLoopBoundBox(
      [(SiteRequest, EventLoopPromise<SiteResponse>)](), eventLoop: loop)
    self.waiting = waiting
    connections = OpenConnections(limits: limits) { request, loop in
      if answersAtOnce { return loop.makeSucceededFuture(Self.response(to: request)) }
      let promise = loop.makePromise(of: SiteResponse.self)
      waiting.value.append((request, promise))
      return promise.futureResult
    }
  }

  private static func response(to request: SiteRequest) -> SiteResponse {
    let body = Array(request.path.utf8) + request.body
    return SiteResponse(
      status: 200, fields: [.init("Content-Length", "\(body.count)")],
      body: request.method == "HEAD" ? [] : body)
  }

  /// The paths of the requests that wait for an answer.
  var asked: [String] { waiting.value.map(\.0.path) }

  /// Answers the first of the requests that wait.
  func answer() {
    let (request, promise) = waiting.value.removeFirst()
    promise.succeed(Self.response(to: request))
    loop.run()
  }

  func connect() throws -> DeskClient {
    let channel = EmbeddedChannel(loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    try connections.admit(channel)
    loop.run()
    return DeskClient(channel)
  }
}

/// The client's side of a connection without a socket.
final class DeskClient {
  let channel: EmbeddedChannel

  init(_ channel: EmbeddedChannel) { self.channel = channel }

  deinit {
    channel.close(promise: nil)
    channel.embeddedEventLoop.run()
  }

  var isOpen: Bool { channel.isActive }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes; a server that has closed takes none.
  func send(_ bytes: [UInt8]) throws {
    guard channel.isActive else { return }
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    channel.pipeline.fireChannelReadComplete()
    channel.embeddedEventLoop.run()
  }

  /// Sends no more, but still receives.
  func closeSending() {
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    channel.embeddedEventLoop.run()
  }

  /// The bytes received since the last call.
  func received() throws -> String {
    var text = ""
    while let part = try channel.readOutbound(as: IOData.self) {
      if case .byteBuffer(let bytes) = part { text += String(buffer: bytes) }
    }
    return text
  }

  /// The statuses of the answers received since the last call.
  func statuses() throws -> [Int] {
    try received().split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
      .map { Int($0.prefix(3)) ?? 0 }
  }
}

/// Keeps what is written until it is let go, as a client does that does not receive.
final class HeldWrites: ChannelOutboundHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private var held: [(NIOAny, EventLoopPromise<Void>?)] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    held.append((data, promise))
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    for (_, promise) in held { promise?.fail(ChannelError.ioOnClosedChannel) }
    held = []
  }
}
