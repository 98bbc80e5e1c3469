import Platform

/// How many files the process may have open.
enum OpenFileLimit {
  /// The descriptors that can still be had; no more than `maximum` are looked for.
  static func freeCount(upTo maximum: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
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
