internal import CLibMD

/// An MD5 checksum of bytes that come in pieces (RFC 1321): other programs state it, and it protects from nothing.
public struct MD5: Sendable {
  private var context = MD5_CTX()

  /// Creates a checksum of nothing.
  public init() { MD5Init(&context) }

  /// Adds bytes.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    MD5Update(&context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }

  /// The checksum of all bytes so far, 32 upper-case hexadecimal digits.
  public var hexadecimal: String {
    var last = context
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    MD5Final(&digest, &last)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
