public import Foundation

/// One request for a file by URL.
public struct TileRequest: Hashable, Sendable {
  /// URL of the request.
  public var url: URL
  /// The header fields by name.
  public var headers: [String: String]
  /// Time without data after which the request fails.
  public var timeout: Duration
  /// The largest body that is accepted, in bytes.
  public var maximumBytes: Int

  /// Creates a request.
  public init(url: URL, headers: [String: String] = [:], timeout: Duration, maximumBytes: Int) {
    self.url = url
    self.headers = headers
    self.timeout = timeout
    self.maximumBytes = maximumBytes
  }
}

/// A server's whole answer.
public struct TileResponse: Hashable, Sendable {
  /// The status, such as 200 (RFC 9110, section 15).
  public var status: Int
  /// The seconds of `Retry-After`, when the server states them.
  ///
  /// A date is not supported.
  public var retryAfterSeconds: Int?
  /// The body.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, retryAfterSeconds: Int? = nil, body: [UInt8] = []) {
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.body = body
  }
}

/// A reason why there is no answer.
public enum TileTransportError: Error, Hashable {
  /// The server sent nothing within the timeout.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// The body is larger than the request accepts.
  case tooLarge
  /// Any other failure, in the words of the system.
  case failed(String)
}

/// Transport of requests to servers, which tests replace.
public protocol TileTransport: Sendable {
  /// Sends one request and returns the whole answer, whatever its status.
  ///
  /// It ends when the task is cancelled.
  func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse
}
