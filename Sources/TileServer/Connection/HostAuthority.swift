/// A host and port as a client writes them.
package struct HostAuthority: Hashable {
  /// In lower case.
  package var host: String
  package var text: String

  /// Takes `host` or `host:port` without a user or percent-encoded characters (RFC 9112, section 3.2).
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...300).contains(bytes.count) else { return nil }
    let end: Int?
    if bytes[0] == UInt8(ascii: "[") {
      end = bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
      guard let end, bytes[1..<(end - 1)].allSatisfy(Self.isAddressCharacter), end > 3 else {
        return nil
      }
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      guard let end, end > 0, bytes[..<end].allSatisfy(Self.isNameCharacter) else { return nil }
    }
    guard let end else { return nil }
    let port = bytes[end...]
    if let colon = port.first {
      guard colon == UInt8(ascii: ":"), port.count <= 6,
        port.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
    }
    host = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    self.text = text
  }

  /// A page of another site reaches the server under its own name once that name points here (DNS
  /// rebinding).
  package func isThisMachine(or hosts: Set<String>) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains(host) || hosts.contains(host)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "-._~".utf8.contains(byte)
  }

  private static func isAddressCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || ":.".utf8.contains(byte)
  }
}
