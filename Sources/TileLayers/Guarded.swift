#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time uses.
///
/// Over the mutex of POSIX, which the thread sanitizer follows. On Linux it does not follow
/// `Synchronization.Mutex`, which waits for the kernel inside the standard library, and takes what that
/// protects for races.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  // SAFETY: the value is used only while the mutex is held.

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Guards a value.
  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "a mutex takes no resources that could be lacking")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread uses it; `body` must not use it in any other
  /// way, and should be short.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
