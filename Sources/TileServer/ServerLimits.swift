import Platform

/// Limits on the resources that clients may use; past one, a request gets an error or its connection is
/// closed.
public struct ServerLimits: Hashable, Sendable {
  /// The bytes of a request line, without its end; a longer one is answered with status 414.
  public var requestLineByteCount = 8 << 10
  /// The bytes of the fields of a request's head, with the ends of their lines; more are answered
  /// with status 431.
  public var fieldByteCount = 64 << 10
  /// The fields of a request's head; more are answered with status 431.
  public var fieldCount = 100
  /// The bytes of a request's content; longer ones are answered with status 413.
  ///
  /// With 0 no content is read.
  public var bodyByteCount = 0
  /// The time that a connection may wait for a request, a head may take to arrive, and an answer to be
  /// received.
  ///
  /// A request that has begun is then answered with status 408; other connections are closed.
  public var idleTime: Duration = .seconds(30)
  /// The connections at a time; more are answered with status 503.
  ///
  /// Fewer where the process may not open so many files.
  public var connectionCount = 4096
  /// The bytes of answers that wait for their clients to receive them; requests that come while
  /// there are more are answered with status 503.
  public var pendingByteCount = 64 << 20
  /// The threads that read tiles and make documents.
  public var readerCount = 4
  /// The time left to answers under way once the server was told to stop.
  public var stopTime: Duration = .milliseconds(100)

  /// Creates the default limits.
  public init() {}

  /// The request line, the fields and the line ends around them.
  var headByteCount: Int { requestLineByteCount + fieldByteCount + 16 }
}

/// The limit on open files of the process.
package enum OpenFileLimit {
  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  /// A failure to raise the limit is ignored: fewer connections are served at a time.
  package static func raise(to maximum: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, rlim_t(maximum))
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(resource, &limit)
  }

  static func freeCount(upTo maximum: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    var free = 0
    var descriptor: Int32 = 0
    while free < maximum, UInt64(descriptor) < UInt64(limit.rlim_cur) {
      if fcntl(descriptor, F_GETFD) == -1 { free += 1 }
      descriptor += 1
    }
    return free
  }
}
