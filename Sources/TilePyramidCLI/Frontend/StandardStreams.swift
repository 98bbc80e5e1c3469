import Foundation
import TileModel

/// The three streams that every program is given.
enum StandardStreams {
  /// Opens the null device in place of streams that were closed, or the files opened next would take
  /// their numbers and receive messages.
  static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}

/// The stream for data.
///
/// A reader that has gone away ends the program with success.
enum StandardOutput {
  /// Prints lines for people, with the names of options and without characters that a terminal would
  /// obey.
  static func print(_ text: String) { printData(OptionNames.applied(to: text).displayLines) }

  static func printData(_ text: String) {
    switch write(text + "\n", to: STDOUT_FILENO) {
    case 0: return
    case EPIPE: exit(0)
    case let code:
      StandardError.print(
        "tilepyramid: error: cannot write to standard output: \(String(cString: strerror(code)))")
      exit(3)
    }
  }
}

/// The stream for progress and messages.
///
/// Failures to write to it are of no interest to anyone.
enum StandardError {
  static func print(_ text: String) { show(OptionNames.applied(to: text).displayLines + "\n") }

  static func show(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  static func warn(_ text: String) { print("tilepyramid: warning: \(text.displayLine)") }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// Returns 0 or the system's error code.
private func write(_ text: String, to descriptor: Int32) -> Int32 {
  var text = text
  return text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, rest.baseAddress, rest.count)
      #else
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return 0
  }
}

/// JSON for standard output: indented, keys in order, so that texts can be compared.
enum JSONText {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
