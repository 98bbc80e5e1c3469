import NIOCore
import NIOPosix
import Platform
import TileModel

/// Serves a site over HTTP/1.1 on 127.0.0.1, which only programs of the same machine reach.
///
/// ``ServerLimits`` bounds the resources that clients may use. A request for another host is answered with
/// status 421, since its page may belong to a site with a name that points here (DNS rebinding).
public final class LoopbackServer: Sendable {
  /// The port that is taken when none is asked for.
  public static let defaultPort: UInt16 = 8080

  private struct State {
    var isStopping = false
    var stop: (@Sendable () -> Void)?
    var isRunning = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func begin() -> Bool {
      guard !isStopping else { return false }
      isRunning = true
      return true
    }

    mutating func end() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [] }
      isRunning = false
      stop = nil
      return waiting
    }
  }

  private let answer: @Sendable (SiteRequest) -> SiteResponse
  private let port: UInt16
  private let limits: ServerLimits
  private let onFault: @Sendable (String) -> Void
  private let state = Guarded(State())

  /// `answer` and `onFault` are called from any thread.
  package init(
    port: UInt16, limits: ServerLimits, onFault: @escaping @Sendable (String) -> Void,
    answer: @escaping @Sendable (SiteRequest) -> SiteResponse
  ) {
    self.answer = answer
    self.port = port
    self.limits = limits
    self.onFault = onFault
  }

  /// Creates a server, which does not listen yet.
  ///
  /// - Parameters:
  ///   - site: The site to serve.
  ///   - port: The port; 0 takes any that is free.
  ///   - absent: The answer to an address without a tile.
  ///   - allowedOrigin: The pages of other origins that may read the tiles and documents.
  ///   - hosts: Further hosts by which clients reach the server, such as 10.0.2.2 in an emulator;
  ///     without a port.
  ///   - limits: The resources that clients may use.
  ///   - onFault: Called from any thread with a fault of the server or its tiles that kept a request
  ///     from its answer.
  public init(
    _ site: ServedSite, port: UInt16 = defaultPort, absent: AbsentTileStatus = .notFound,
    allowedOrigin: AllowedOrigin = .any, hosts: Set<String> = [],
    limits: ServerLimits = ServerLimits(), onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let hosts = Set(hosts.map { $0.lowercased() })
    answer = {
      site.response(to: $0, absent: absent, allowedOrigin: allowedOrigin, hosts: hosts)
    }
    self.port = port
    self.limits = limits
    self.onFault = onFault
  }

  /// Listens and answers until ``stop()`` is called or the task is cancelled; returns at once where the
  /// server was stopped before.
  ///
  /// - Parameter onReady: Called once with the port, as soon as connections are accepted.
  /// - Throws: ``TileServerError``.
  public func run(onReady: @escaping @Sendable (UInt16) -> Void) async throws(TileServerError) {
    guard state.withLock({ $0.begin() }) else { return }
    defer { for waiting in state.withLock({ $0.end() }) { waiting.resume() } }
    let limits = try limitsByFreeDescriptors()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let readers = NIOThreadPool(numberOfThreads: limits.readerCount)
    readers.start()
    defer {
      // A tile that is being read may take its time; nobody waits for it.
      Task.detached {
        try? await readers.shutdownGracefully()
        try? await group.shutdownGracefully()
      }
    }
    do {
      try await withTaskCancellationHandler {
        try await serve(limits, on: group.next(), readers: readers, onReady: onReady)
      } onCancel: {
        requestStop()
      }
    } catch let error as TileServerError {
      throw error
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .portTaken(port)
    } catch let error as IOError {
      throw .cannotListen(port: port, reason: String(cString: strerror(error.errnoCode)))
    } catch {
      throw .stopped(reason: "\(error)")
    }
  }

  /// Stops listening, lets answers under way end within ``ServerLimits/stopTime``, and closes the
  /// connections.
  public func stop() async {
    requestStop()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isRunning { state.waiting.append(continuation) }
        return !state.isRunning
      }
      if isOver { continuation.resume() }
    }
  }

  private func requestStop() {
    let stop = state.withLock { state in
      state.isStopping = true
      return state.stop
    }
    stop?()
  }

  private func limitsByFreeDescriptors() throws(TileServerError) -> ServerLimits {
    // The event loop has three and the socket that listens one; a reader may open two folders, a file
    // and what SQLite opens beside it.
    let others = 4 + 4 * limits.readerCount + OpenConnections.maximumRefusedCount + 4
    let free = OpenFileLimit.freeCount(upTo: limits.connectionCount + others)
    guard free > others else { throw .tooFewDescriptors(free: free, needed: others + 1) }
    var limits = limits
    limits.connectionCount = min(limits.connectionCount, free - others)
    return limits
  }

  private func serve(
    _ limits: ServerLimits, on loop: any EventLoop, readers: NIOThreadPool,
    onReady: @Sendable (UInt16) -> Void
  ) async throws {
    let (answer, onFault) = (answer, onFault)
    let respond: RequestService.Responder = { request, loop in
      readers.runIfActive(eventLoop: loop) {
        let response = answer(request)
        if let fault = response.fault { onFault(fault) }
        return response
      }
    }
    let connections = NIOLoopBoundBox.makeBoxSendingValue(
      OpenConnections(limits: limits, respond: respond), eventLoop: loop)
    let accepting = try await ServerBootstrap(group: loop).serverChannelOption(.backlog, value: 512)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.maxMessagesPerRead, value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(AcceptBackoffHandler { _ in .milliseconds(100) })
          try pipeline.addHandler(AcceptGate(connections.value))
        }
      }
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8 << 10)
      ).childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try connections.value.admit(channel) }
      }.bind(to: SocketAddress(ipAddress: "127.0.0.1", port: Int(port))).get()
    let port = UInt16(accepting.localAddress?.port ?? 0)
    try await loop.submit { connections.value.authority = "127.0.0.1:\(port)" }.get()
    let isStopping = state.withLock { state in
      state.stop = { accepting.close(promise: nil) }
      return state.isStopping
    }
    if isStopping { accepting.close(promise: nil) } else { onReady(port) }
    try await accepting.closeFuture.get()
    try await loop.flatSubmit {
      let drained = connections.value.drain(on: loop)
      let abandoning = loop.scheduleTask(in: TimeAmount(limits.stopTime)) {
        connections.value.closeAll()
      }
      return drained.always { _ in abandoning.cancel() }
    }.get()
    guard state.withLock({ $0.isStopping }) else {
      throw TileServerError.stopped(reason: "the system closed the socket that listens")
    }
  }
}
