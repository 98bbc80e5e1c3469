#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The words for the system's error numbers.
package enum SystemError {
  /// What `errno` value `code` means.
  package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
