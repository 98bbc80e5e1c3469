import TileModel
import FlyingFox
import FlyingSocks
import Foundation

/// Serves a site over HTTP on 127.0.0.1, which only programs of the same machine reach.
public final class LoopbackServer: Sendable {
  /// The port that is taken when none is asked for.
  public static let defaultPort: UInt16 = 8080

  private let server: HTTPServer
  private let port: UInt16
  private let isStopping = Guarded(false)

  /// Creates a server, which does not listen yet.
  ///
  /// - Parameters:
  ///   - site: What is served.
  ///   - port: The port; 0 takes any that is free.
  ///   - absent: How an address without a tile is answered.
  ///   - onFault: Called with what went wrong when a request was answered with status 500; from any
  ///     thread.
  public init(
    _ site: ServedSite, port: UInt16 = defaultPort, absent: AbsentTileStatus = .notFound,
    onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.port = port
    var address = sockaddr_in.inet(port: port)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    server = HTTPServer(
      address: address, pool: UndelayedSockets(HTTPServer.defaultPool()), logger: .disabled,
      handler: ClosureHTTPHandler { request in
        let response = site.response(to: SiteRequest(request), absent: absent)
        if let fault = response.fault { onFault(fault) }
        return HTTPResponse(response)
      })
  }

  /// Listens and answers until ``stop()`` is called or the task is cancelled.
  ///
  /// - Parameter onReady: Called once with the port, as soon as connections are accepted.
  /// - Throws: ``TileServerError``.
  public func run(onReady: @escaping @Sendable (UInt16) -> Void) async throws(TileServerError) {
    let announcement = Task { [server] in
      try await server.waitUntilListening(timeout: 60)
      guard case .ip4(_, let port)? = await server.listeningAddress else { return }
      onReady(port)
    }
    defer { announcement.cancel() }
    do {
      try await server.run()
    } catch {
      // A server that was asked to stop ends with the error of its closed socket.
      if isStopping.withLock({ $0 }) || Task.isCancelled { return }
      throw Self.error(error, port: port)
    }
  }

  /// Stops listening, lets responses under way end, and closes the connections.
  public func stop() async {
    isStopping.withLock { $0 = true }
    await server.stop(timeout: 3)
  }

  private static func error(_ error: any Error, port: UInt16) -> TileServerError {
    guard case SocketError.failed(_, let code, _) = error else {
      return .stopped(reason: "\(error)")
    }
    return code == EADDRINUSE
      ? .portTaken(port) : .cannotListen(port: port, reason: String(cString: strerror(code)))
  }
}

/// Sockets that send without waiting to fill a packet.
///
/// The server writes header and body apart. Without this, the body waits for the client to
/// acknowledge the header, which clients delay by some 40 milliseconds.
private struct UndelayedSockets<Base: AsyncSocketPool>: AsyncSocketPool {
  private let base: Base

  init(_ base: Base) { self.base = base }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // Every socket comes by here before its first request has arrived. A refusal costs time only.
    var isOn: Int32 = 1
    _ = setsockopt(
      socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn,
      socklen_t(MemoryLayout<Int32>.size))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}

extension SiteRequest {
  /// What a site looks at in a request.
  fileprivate init(_ request: HTTPRequest) {
    self.init(
      method: request.method.rawValue, path: request.target.path(), query: request.target.query(),
      host: request.headers[.host], ifNoneMatch: request.headers[.ifNoneMatch])
  }
}

extension HTTPResponse {
  fileprivate init(_ response: SiteResponse) {
    var headers = HTTPHeaders()
    for field in response.fields { headers[HTTPHeader(field.name)] = field.value }
    self.init(
      statusCode: HTTPStatusCode(response.status, phrase: Self.phrase(response.status)),
      headers: headers, body: Data(response.body))
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 304: "Not Modified"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    default: "Internal Server Error"
    }
  }
}
