import NIOCore
import NIOHTTP1

/// A handler of one connection, which answers its requests in turn and keeps its times.
///
/// Used on the event loop of the channel only.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase: Hashable {
    case waiting
    case receiving(SiteRequest, byteCount: Int)
    case answering
    /// Skips what the client still sends, so that the last answer reaches it.
    case leaving
    case closed
  }

  private static let leaveTime = TimeAmount.seconds(1)
  /// Shorter, since the next connection waits for the slot.
  private static let refusedLeaveTime = TimeAmount.milliseconds(100)

  private let gate: RequestGate
  private let service: RequestService
  private let isRefused: Bool
  private var phase = Phase.waiting
  private var isHeadBegun = false
  private var isLastAnswer = false
  private var deadline: NIODeadline?
  private var timer: (time: NIODeadline, task: Scheduled<Void>)?
  private var context: ChannelHandlerContext?

  init(gate: RequestGate, service: RequestService, isRefused: Bool) {
    self.gate = gate
    self.service = service
    self.isRefused = isRefused
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) { begin(context) }

  func channelInactive(context: ChannelHandlerContext) {
    endReceiving()
    phase = .closed
    deadline = nil
    timer?.task.cancel()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (phase, unwrapInboundIn(data)) {
    case (.waiting, .head(let head)): answer(head, context)
    case (.receiving(var request, let byteCount), .body(let bytes)):
      request.body += bytes.readableBytesView
      phase = .receiving(request, byteCount: byteCount)
    case (.receiving(let request, _), .end):
      endReceiving()
      phase = .answering
      setDeadline(nil, context)
      respond(to: request, context, announcesKeepAlive: false)
    default: return
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is RequestGate.HeadBegan, phase == .waiting {
      isHeadBegun = true
      setDeadline(context.eventLoop.now + service.idleTime, context)
    } else if let event = event as? ChannelEvent, event == .inputClosed, phase != .answering {
      context.close(promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let status: Int
    switch error {
    case let refused as RefusedRequest: status = refused.status
    case HTTPParserError.invalidMethod: status = 501
    case HTTPParserError.invalidVersion: status = 505
    case HTTPParserError.headerOverflow: status = 431
    case is HTTPParserError: status = 400
    default:
      context.close(promise: nil)
      return
    }
    switch phase {
    case .waiting, .receiving: refuse(status, context)
    case .answering, .leaving, .closed: break
    }
  }

  func finish() {
    isLastAnswer = true
    if phase != .answering { context?.close(promise: nil) }
  }

  func close() { context?.close(promise: nil) }

  private func begin(_ context: ChannelHandlerContext) {
    if isLastAnswer { return context.close(promise: nil) }
    if isRefused { return refuse(503, context) }
    waitForRequest(context)
  }

  private func waitForRequest(_ context: ChannelHandlerContext) {
    phase = .waiting
    isHeadBegun = false
    setDeadline(context.eventLoop.now + service.idleTime, context)
    context.read()
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    phase = .answering
    setDeadline(nil, context)
    let request: SiteRequest
    var bodyByteCount = 0
    do throws(RefusedRequest) {
      request = try SiteRequest(head, authority: service.authority)
      if service.maximumBodyByteCount > 0 {
        bodyByteCount = try SiteRequest.bodyByteCount(head, limit: service.maximumBodyByteCount)
      }
      let hasBody = try SiteRequest.hasBody(head)
      // The decoder takes what follows these for another protocol.
      let isOtherProtocol = head.method == .CONNECT || head.headers.contains(name: "upgrade")
      if hasBody || isOtherProtocol || !head.isKeepAlive { isLastAnswer = true }
    } catch {
      return refuse(error.status, context, hasContent: head.method != .HEAD)
    }
    guard !service.isFull else {
      return refuse(503, context, hasContent: head.method != .HEAD)
    }
    if bodyByteCount > 0 {
      phase = .receiving(request, byteCount: bodyByteCount)
      service.pendingByteCount += bodyByteCount
      setDeadline(context.eventLoop.now + service.idleTime, context)
      gate.expectBody(bodyByteCount)
      return context.read()
    }
    respond(to: request, context, announcesKeepAlive: head.version == .http1_0)
  }

  private func endReceiving() {
    guard case .receiving(_, let byteCount) = phase else { return }
    service.pendingByteCount -= byteCount
  }

  private func respond(
    to request: SiteRequest, _ context: ChannelHandlerContext, announcesKeepAlive: Bool
  ) {
    service.respond(request, context.eventLoop).assumeIsolated().whenComplete { result in
      guard self.phase == .answering else { return }
      switch result {
      case .success(let response):
        self.write(response, context, announcesKeepAlive: announcesKeepAlive)
      case .failure: context.close(promise: nil)
      }
    }
  }

  private func refuse(_ status: Int, _ context: ChannelHandlerContext, hasContent: Bool = true) {
    endReceiving()
    phase = .answering
    isLastAnswer = true
    gate.discard()
    var response = SiteResponse.refusal(status)
    if !hasContent { response.body = [] }
    write(response, context)
  }

  private func write(
    _ response: SiteResponse, _ context: ChannelHandlerContext, announcesKeepAlive: Bool = false
  ) {
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status))
    head.headers.reserveCapacity(response.fields.count + 1)
    for field in response.fields { head.headers.add(name: field.name, value: field.value) }
    if isLastAnswer {
      head.headers.add(name: "Connection", value: "close")
    } else if announcesKeepAlive {
      head.headers.add(name: "Connection", value: "keep-alive")
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let count = response.body.count
    if count > 0 {
      let body = context.channel.allocator.buffer(bytes: response.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    service.pendingByteCount += count
    setDeadline(context.eventLoop.now + service.idleTime, context)
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { result in
      self.service.pendingByteCount -= count
      guard self.phase == .answering else { return }
      guard case .success = result else { return context.close(promise: nil) }
      if self.isLastAnswer { self.leave(context) } else { self.waitForRequest(context) }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
  }

  /// A connection closed with input unread is reset, and the client may lose the answer.
  private func leave(_ context: ChannelHandlerContext) {
    phase = .leaving
    gate.discard()
    let time = isRefused ? Self.refusedLeaveTime : Self.leaveTime
    setDeadline(context.eventLoop.now + time, context)
    context.close(mode: .output, promise: nil)
    context.read()
  }

  private func expire(_ context: ChannelHandlerContext) {
    if case .receiving = phase {
      refuse(408, context)
    } else if phase == .waiting, isHeadBegun {
      refuse(408, context)
    } else if phase != .closed {
      context.close(promise: nil)
    }
  }

  /// A timer that rings earlier is left to run, since most requests only put the time off.
  private func setDeadline(_ deadline: NIODeadline?, _ context: ChannelHandlerContext) {
    self.deadline = deadline
    guard let deadline else { return }
    if let timer, deadline >= timer.time { return }
    timer?.task.cancel()
    startTimer(deadline, context)
  }

  private func startTimer(_ time: NIODeadline, _ context: ChannelHandlerContext) {
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
      self.timer = nil
      guard let deadline = self.deadline else { return }
      if deadline <= context.eventLoop.now {
        self.deadline = nil
        self.expire(context)
      } else {
        self.startTimer(deadline, context)
      }
    }
    timer = (time, task)
  }
}
