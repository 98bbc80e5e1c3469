import Foundation

/// How many files the program may have open.
enum OpenFileLimit {
  /// Raises the limit as far as the system lets a user do so, at most to `maximum`.
  ///
  /// That it cannot be raised is no failure: less is done at a time.
  static func raise(to maximum: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, rlim_t(maximum))
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(resource, &limit)
  }
}
