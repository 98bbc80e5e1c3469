import Platform

/// How many files the process may have open.
package enum OpenFileLimit {
  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  /// Raises the limit as far as the system lets a user do so, at most to `maximum`.
  ///
  /// That it cannot be raised is no failure: fewer connections are served at a time.
  package static func raise(to maximum: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, rlim_t(maximum))
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(resource, &limit)
  }

  /// The descriptors that can still be had; no more than `maximum` are looked for.
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
