/// A request that is answered with an error because of its form, after which the connection ends.
struct RefusedRequest: Error, Hashable {
  var status: Int

  static let malformed = RefusedRequest(status: 400)
}

/// Finds the end of a request's head in bytes as they come, and checks its form and its size.
///
/// Lines end in CR LF; neither a lone CR or LF, nor another control character than a tab, nor a field
/// that goes on in another line is taken (RFC 9112, sections 2.2 and 5.2). Each byte is looked at once.
struct RequestHeadScanner {
  /// What the bytes seen so far are.
  enum Outcome: Hashable {
    /// The beginning of a head.
    case incomplete
    /// A head of so many bytes, counted from the first one scanned.
    case complete(Int)
    /// No head that is taken.
    case refused(RefusedRequest)
  }

  private static let protocolName = Array("HTTP/".utf8)

  private let limits: ServerLimits
  private var byteCount = 0
  private var lineByteCount = 0
  private var fieldByteCount = 0
  private var fieldCount = 0
  private var spaceCount = 0
  private var versionByteCount = 0
  private var isRequestLine = true
  private var endsLine = false

  /// Creates a scanner for one head.
  init(_ limits: ServerLimits) { self.limits = limits }

  /// Whether a byte of the head has been seen.
  var hasBegun: Bool { byteCount > 0 }

  /// Looks at the bytes that follow those seen before.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    for byte in bytes {
      byteCount += 1
      if let refused = check(byte) { return .refused(refused) }
      guard endsLine, byte == UInt8(ascii: "\n") else { continue }
      endsLine = false
      if lineByteCount == 0, !isRequestLine { return .complete(byteCount) }
      if let refused = endLine() { return .refused(refused) }
    }
    return .incomplete
  }

  /// Counts a byte; returns why it cannot be part of a head.
  private mutating func check(_ byte: UInt8) -> RefusedRequest? {
    if !isRequestLine {
      fieldByteCount += 1
      if fieldByteCount > limits.fieldByteCount { return RefusedRequest(status: 431) }
    }
    if endsLine { return byte == UInt8(ascii: "\n") ? nil : .malformed }
    switch byte {
    case UInt8(ascii: "\r"):
      endsLine = true
      return nil
    case UInt8(ascii: "\t") where !isRequestLine && lineByteCount > 0: break
    case 0..<0x20, 0x7F: return .malformed
    case UInt8(ascii: " "):
      if lineByteCount == 0 { return .malformed }
      spaceCount += 1
    case _ where isRequestLine && spaceCount == 2:
      if !isVersion(byte) { return .malformed }
    default:
      // The method is a token (RFC 9110, section 5.6.2), which a greeting of TLS is not.
      if isRequestLine, spaceCount == 0, !Self.isTokenCharacter(byte) { return .malformed }
    }
    lineByteCount += 1
    if isRequestLine, lineByteCount > limits.requestLineByteCount {
      return RefusedRequest(status: 414)
    }
    return nil
  }

  private mutating func endLine() -> RefusedRequest? {
    defer {
      lineByteCount = 0
      spaceCount = 0
    }
    guard isRequestLine else {
      fieldCount += 1
      return fieldCount > limits.fieldCount ? RefusedRequest(status: 431) : nil
    }
    // An empty line before a request is skipped (RFC 9112, section 2.2), but not many.
    if lineByteCount == 0 { return byteCount > 8 ? .malformed : nil }
    isRequestLine = false
    return spaceCount == 2 && versionByteCount == 8 ? nil : .malformed
  }

  /// Whether a byte goes on a version such as `HTTP/1.1`; the decoder knows other protocols too.
  private mutating func isVersion(_ byte: UInt8) -> Bool {
    defer { versionByteCount += 1 }
    switch versionByteCount {
    case 0..<5: return byte == Self.protocolName[versionByteCount]
    case 6: return byte == UInt8(ascii: ".")
    case 5, 7: return (0x30...0x39).contains(byte)
    default: return false
    }
  }

  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
