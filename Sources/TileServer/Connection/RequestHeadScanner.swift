/// A request refused for its form, after which the connection ends.
struct RefusedRequest: Error, Hashable {
  var status: Int

  static let malformed = RefusedRequest(status: 400)
}

/// A scanner for the end of a request's head, which checks its form and size.
///
/// Lines end in CR LF. A lone CR or LF, a control character other than tab, and a folded field are refused
/// (RFC 9112, sections 2.2 and 5.2). Each byte is looked at once.
struct RequestHeadScanner {
  /// The state of a head after the bytes seen so far.
  enum Outcome: Hashable {
    case incomplete
    /// Bytes from the first one scanned.
    case complete(Int)
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

  init(_ limits: ServerLimits) { self.limits = limits }

  var hasBegun: Bool { byteCount > 0 }

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
    case _ where isRequestLine && spaceCount == 2: if !isVersion(byte) { return .malformed }
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

  /// Takes the characters of `HTTP/d.d` only; the decoder knows other protocols too.
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
