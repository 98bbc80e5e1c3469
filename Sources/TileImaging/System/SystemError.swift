import Platform

/// Texts of the system's error numbers.
package enum SystemError {
  package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
