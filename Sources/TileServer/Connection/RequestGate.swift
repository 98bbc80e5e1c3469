import NIOCore

/// A gate that lets one request's head at a time through to the decoder, whole and of checked form and
/// size.
///
/// Bytes ahead of an answer wait here, or with the system: nothing is read from the connection while an
/// answer is under way. The handlers behind ask for a request with `read`.
final class RequestGate: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  /// The event of the first byte of a head.
  struct HeadBegan: Sendable {}

  private static let maximumDiscardedByteCount = 1 << 20

  private let limits: ServerLimits
  private var scanner: RequestHeadScanner
  private var held: ByteBuffer?
  private var bodyByteCount = 0
  private var scannedByteCount = 0
  private var isAskedForRequest = false
  private var isDelivering = false
  private var isInputClosed = false
  private var isDiscarding = false
  private var discardedByteCount = 0

  init(_ limits: ServerLimits) {
    self.limits = limits
    scanner = RequestHeadScanner(limits)
  }

  func discard() {
    isDiscarding = true
    held = nil
  }

  /// Bytes after the delivered head, passed on when asked for with `read`.
  func expectBody(_ byteCount: Int) { bodyByteCount = byteCount }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isInputClosed { return }
    var bytes = unwrapInboundIn(data)
    if isDiscarding {
      discardedByteCount += bytes.readableBytes
      if discardedByteCount > Self.maximumDiscardedByteCount { context.close(promise: nil) }
      return
    }
    if held == nil { held = bytes } else { held?.writeBuffer(&bytes) }
    // The system hands over all that has come when the client closes its side.
    if let held, held.readableBytes > 2 * limits.headByteCount { isInputClosed = true }
    deliver(context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if isAskedForRequest || isDiscarding, !isInputClosed { context.read() }
  }

  func read(context: ChannelHandlerContext) {
    if isDiscarding { return context.read() }
    isAskedForRequest = true
    if isDelivering { return }
    deliver(context)
    guard isAskedForRequest else { return }
    if isInputClosed {
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    } else {
      context.read()
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let event = event as? ChannelEvent, event == .inputClosed else {
      return context.fireUserInboundEventTriggered(event)
    }
    isInputClosed = true
    // Requests that came before are answered first.
    if isAskedForRequest || isDiscarding { context.fireUserInboundEventTriggered(event) }
  }

  private func deliver(_ context: ChannelHandlerContext) {
    isDelivering = true
    defer { isDelivering = false }
    while isAskedForRequest, !isDiscarding, let bytes = held, bytes.readableBytes > 0 {
      if bodyByteCount > 0 {
        let part = held?.readSlice(length: min(bodyByteCount, bytes.readableBytes))
        if held?.readableBytes == 0 { held = nil }
        guard let part else { return }
        bodyByteCount -= part.readableBytes
        if bodyByteCount == 0 { isAskedForRequest = false }
        context.fireChannelRead(wrapInboundOut(part))
        continue
      }
      let isFirst = !scanner.hasBegun
      let outcome = bytes.withUnsafeReadableBytes { all in
        scanner.scan(UnsafeRawBufferPointer(rebasing: all[scannedByteCount...]))
      }
      switch outcome {
      case .incomplete:
        scannedByteCount = bytes.readableBytes
        if isFirst { context.fireUserInboundEventTriggered(HeadBegan()) }
        return
      case .complete(let count):
        isAskedForRequest = false
        scanner = RequestHeadScanner(limits)
        scannedByteCount = 0
        let head = held?.readSlice(length: count)
        if held?.readableBytes == 0 { held = nil }
        if let head { context.fireChannelRead(wrapInboundOut(head)) }
      case .refused(let reason):
        isAskedForRequest = false
        held = nil
        context.fireErrorCaught(reason)
      }
    }
  }
}
