import Foundation
import Platform
import TileModel

/// An HTTP server on 127.0.0.1 that answers as a test says, one request a connection, and counts.
///
/// It ends, with the connections on which it is silent, when it is released.
package final class LoopbackServer: Sendable {
  /// The treatment of a request.
  package enum Reply: Sendable {
    /// A whole answer.
    case respond(Int, [UInt8] = [])
    /// The connection is closed without an answer.
    case drop
    /// The connection is closed in the middle of the body.
    case breakOff([UInt8])
    /// Nothing happens until the client gives up, or the server ends.
    case silence
  }

  /// The system's error.
  package struct Failure: Error {
    /// The number of the error.
    package let code: Int32
  }

  private final class Log: Sendable {
    struct State {
      var counts: [String: Int] = [:]
      var requests: [String] = []
      var running = 0
      var mostRunning = 0
      var abandoned = 0
      var silent: Set<Int32> = []
      var hasEnded = false
    }
    let state = Guarded(State())
  }

  private let listener: Int32
  private let log = Log()
  /// The port.
  package let port: UInt16

  /// Starts a server.
  package init(_ reply: @escaping @Sendable (_ path: String, _ number: Int) -> Reply) throws {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #elseif canImport(Musl)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { throw Failure(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(listener)
      throw Failure(code: code)
    }
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection >= 0 {
          Thread.detachNewThread { Self.serve(connection, log, reply) }
        } else if errno != EINTR && errno != ECONNABORTED {
          break
        }
      }
      #if !canImport(Darwin)
        // Closed before accepting ends, its number could be another socket's by then.
        close(listener)
      #endif
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    #if canImport(Darwin)
      // Shutting it down does not wake the thread that accepts there.
      close(listener)
    #endif
    log.state.withLock { state in
      state.hasEnded = true
      for connection in state.silent { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  /// The URL of the server, without a slash at the end.
  package var base: String { "http://127.0.0.1:\(port)" }
  /// The number of requests by path.
  package var counts: [String: Int] { log.state.withLock { $0.counts } }
  /// Every request with its header.
  package var requests: [String] { log.state.withLock { $0.requests } }
  /// The number of clients that gave up a silent connection.
  package var abandoned: Int { log.state.withLock { $0.abandoned } }
  /// The most requests that ran at a time.
  package var mostRunning: Int { log.state.withLock { $0.mostRunning } }

  private static func serve(
    _ connection: Int32, _ log: Log, _ reply: (String, Int) -> Reply
  ) {
    defer { close(connection) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.contains(Array("\r\n\r\n".utf8)) {
      let got = recv(connection, &buffer, buffer.count, 0)
      if got <= 0 { return }
      request += buffer[..<got]
    }
    let text = String(decoding: request, as: UTF8.self)
    let path = text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let number = log.state.withLock { state in
      state.requests.append(text)
      state.running += 1
      state.mostRunning = max(state.mostRunning, state.running)
      let number = state.counts[path, default: 0]
      state.counts[path] = number + 1
      return number
    }
    let decision = reply(path, number)
    log.state.withLock { $0.running -= 1 }
    switch decision {
    case .drop: return
    case .silence:
      let isOpen = log.state.withLock { state in
        if !state.hasEnded { state.silent.insert(connection) }
        return !state.hasEnded
      }
      while isOpen, recv(connection, &buffer, buffer.count, 0) > 0 {}
      log.state.withLock { state in
        state.silent.remove(connection)
        state.abandoned += 1
      }
    case .respond(let status, let body): send(status, body, body.count, to: connection)
    case .breakOff(let body):
      send(200, Array(body.prefix(body.count / 2)), body.count, to: connection)
    }
  }

  private static func send(_ status: Int, _ body: [UInt8], _ length: Int, to connection: Int32) {
    let head =
      status == 204
      ? "HTTP/1.1 204 x\r\nConnection: close\r\n\r\n"
      : "HTTP/1.1 \(status) x\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n"
    let bytes = Array(head.utf8) + body
    var done = 0
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes { raw in
        raw.baseAddress.map {
          #if canImport(Darwin)
            Darwin.send(connection, $0 + done, raw.count - done, flags)
          #elseif canImport(Musl)
            Musl.send(connection, $0 + done, raw.count - done, flags)
          #else
            Glibc.send(connection, $0 + done, raw.count - done, flags)
          #endif
        } ?? -1
      }
      if sent <= 0 { return }
      done += sent
    }
  }
}
