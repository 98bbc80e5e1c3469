import Foundation
import Platform

/// A connection on which a test sends and receives what it likes.
final class RawClient {
  /// The system's error.
  struct Failure: Error { let code: Int32 }

  private var descriptor: Int32

  /// Connects to the port of an address on 127.0.0.1.
  init(_ address: URL) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var endpoint = sockaddr_in()
    endpoint.sin_family = sa_family_t(AF_INET)
    endpoint.sin_port = UInt16(address.port ?? 80).bigEndian
    endpoint.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &endpoint) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, status == 0 else { throw Failure(code: errno) }
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
    descriptor = -1
  }

  /// Sends the part of a text that the server takes.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { rest in
        #if canImport(Darwin)
          Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
        #elseif canImport(Musl)
          Musl.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #else
          Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return }
      done += count
    }
  }

  /// The next bytes, or nothing when the server has closed.
  func receive() -> String {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
  }

  /// All that comes until the server closes.
  func receiveAll() -> String {
    var text = ""
    while true {
      let part = receive()
      if part.isEmpty { return text }
      text += part
    }
  }
}
