import CArgumentsShim
import TileModel

/// The arguments of the program.
enum ProgramArguments {
  /// The C library tells them where it can: Swift's run-time reads them from /proc, and says that there are
  /// none where that cannot be read.
  static func all() throws(UsageError) -> [String] { try read.get() }

  static func given() throws(UsageError) -> [String] { Array(try all().dropFirst()) }

  private static let read = Result { () throws(UsageError) -> [String] in
    let count = Int(tp_argument_count())
    guard count > 0 else {
      let arguments = CommandLine.arguments
      guard !arguments.isEmpty else { throw notToBeHad }
      return arguments
    }
    var arguments: [String] = []
    for index in 0..<count {
      guard let argument = tp_argument(Int32(index)) else { throw notToBeHad }
      guard let text = String(validatingCString: argument) else {
        throw UsageError(
          "an argument is not text in UTF-8", at: "argument \(index)", found: escaped(argument),
          expected: "UTF-8, also in names of files",
          nextStep: "rename the file, such as with convmv")
      }
      arguments.append(text)
    }
    return arguments
  }

  private static let notToBeHad = UsageError(
    .internalFault, "the program's arguments cannot be had",
    found: "neither the C library nor /proc/self tells them",
    nextStep: "run the program where /proc is mounted")

  /// The bytes of an argument, those that are not ASCII as `\xE4`.
  private static func escaped(_ argument: UnsafePointer<CChar>) -> String {
    var text = ""
    var next = argument
    while next.pointee != 0 {
      let byte = UInt8(bitPattern: next.pointee)
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + String(byte, radix: 16, uppercase: true)
      }
      next += 1
    }
    return text
  }
}
