import TileModel
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// HTTP and HTTPS through the system's URL loading.
///
/// There is no cache, cookie or credential. Redirects are followed. A body beyond the request's limit is
/// dropped, so that memory stays bounded.
///
/// A cancelled or too large transfer ends at once for its caller. Elsewhere than on Apple platforms it
/// continues in the background. Foundation there may trap when a task is cancelled while it completes
/// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3296).
///
/// At most four transfers a connection run at a time, background ones included. Further requests wait, and
/// never begin when they are cancelled before. A waiting transfer keeps a processor busy there: the socket
/// stays registered for writing (seen with Swift 6.3). Time-outs should be short.
public final class URLSessionTransport: TileTransport {
  private let session: URLSession
  private let exchanges: Exchanges
  private let limiter: ConcurrencyLimiter

  /// Creates a transport.
  ///
  /// - Parameter maximumConnections: The most connections to one server.
  public init(maximumConnections: Int = 6) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = maximumConnections
    limiter = ConcurrencyLimiter(limit: 4 * max(maximumConnections, 1))
    exchanges = Exchanges(limiter)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    #if canImport(FoundationNetworking)
      session.finishTasksAndInvalidate()
    #else
      session.invalidateAndCancel()
    #endif
  }

  /// Sends one request and returns the whole answer.
  public func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    var message = URLRequest(url: request.url)
    message.timeoutInterval = request.timeout / .seconds(1)
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    guard await limiter.enter() else { throw .cancelled }
    let task = session.dataTask(with: message)
    let exchanges = exchanges
    let result = await withTaskCancellationHandler {
      await withHandover { handover in
        exchanges.begin(task.taskIdentifier, maximumBytes: request.maximumBytes, handover)
        task.resume()
        // The handler may have run before the exchange began, when there was nothing to end.
        if Task.isCancelled { exchanges.end(task, as: .cancelled) }
      }
    } onCancel: {
      // The caller does not wait for the system to confirm what it was told.
      exchanges.end(task, as: .cancelled)
    }
    return try result.get()
  }
}

/// Pending requests by task number.
private final class Exchanges: NSObject, URLSessionDataDelegate {
  typealias Outcome = Result<TileResponse, TileTransportError>

  private struct Exchange {
    let maximumBytes: Int
    let handover: Handover<Outcome>
    var body: [UInt8] = []
  }

  private let exchanges = Guarded<[Int: Exchange]>([:])
  private let limiter: ConcurrencyLimiter

  init(_ limiter: ConcurrencyLimiter) { self.limiter = limiter }

  func begin(_ number: Int, maximumBytes: Int, _ handover: Handover<Outcome>) {
    exchanges.withLock {
      $0[number] = Exchange(maximumBytes: maximumBytes, handover: handover)
    }
  }

  func end(_ task: URLSessionTask, as error: TileTransportError) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.handover.resume(returning: .failure(error))
    #if !canImport(FoundationNetworking)
      task.cancel()
    #endif
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else {
        return false
      }
      let isTooLarge = exchange.body.count + data.count > exchange.maximumBytes
      if !isTooLarge { exchange.body += data }
      exchanges[dataTask.taskIdentifier] = exchange
      return isTooLarge
    }
    if isTooLarge { end(dataTask, as: .tooLarge) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    limiter.leave()
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    exchange.handover.resume(returning: Self.outcome(of: exchange, task.response, error))
  }

  private static func outcome(
    of exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?
  ) -> Outcome {
    if let error {
      switch (error as? URLError)?.code {
      case .timedOut: return .failure(.timedOut)
      case .cancelled: return .failure(.cancelled)
      default: return .failure(.failed(error.localizedDescription))
      }
    }
    guard let response = response as? HTTPURLResponse else {
      return .failure(.failed("an answer that is not HTTP"))
    }
    // The system's loading takes a connection that breaks off for the end of a body.
    let stated = response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
    let isEncoded = response.value(forHTTPHeaderField: "Content-Encoding") != nil
    if let stated, !isEncoded, exchange.body.count < stated, response.statusCode == 200 {
      return .failure(.failed("the connection broke after \(exchange.body.count) bytes"))
    }
    let delay = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
    return .success(
      TileResponse(
        status: response.statusCode, retryAfterSeconds: delay.map { max(0, $0) },
        body: exchange.body))
  }
}
