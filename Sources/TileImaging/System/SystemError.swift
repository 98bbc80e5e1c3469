import Platform

/// The words for the system's error numbers.
package enum SystemError {
  /// What `errno` value `code` means.
  package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
