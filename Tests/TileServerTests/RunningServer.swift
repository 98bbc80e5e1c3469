import Foundation
import Synchronization
import Testing
import TileServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that runs while a test does.
enum RunningServer {
  /// Starts a server on a free port, calls `body` with its address, and stops it.
  static func serve(
    _ site: ServedSite, absent: AbsentTileStatus = .notFound, limits: ServerLimits = .init(),
    _ body: (_ address: URL) async throws -> Void
  ) async throws {
    let server = LoopbackServer(site, port: 0, absent: absent, limits: limits) {
      Issue.record("\($0)")
    }
    let (ready, announce) = AsyncStream.makeStream(of: UInt16.self)
    let running = Task {
      defer { announce.finish() }
      try await server.run { announce.yield($0) }
    }
    var ports = ready.makeAsyncIterator()
    guard let port = await ports.next() else {
      try await running.value
      Issue.record("the server ended before it listened")
      return
    }
    do { try await body(try #require(URL(string: "http://127.0.0.1:\(port)/"))) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    try await running.value
  }
}

/// The answer of a server.
struct HTTPAnswer: Sendable {
  let status: Int
  let fields: [String: String]
  let body: [UInt8]

  /// Sends a request and waits for the answer.
  static func to(
    _ url: URL, method: String = "GET", fields: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    var found: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      found["\(name)".lowercased()] = "\(value)"
    }
    return HTTPAnswer(status: answer.statusCode, fields: found, body: [UInt8](data))
  }
}
