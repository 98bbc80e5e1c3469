import TileImaging
import TileModel
import TileStorage

/// A single file that a command writes: a picture, a report, code.
struct OutputFile {
  /// What the file holds, and so what it may replace.
  enum Kind: Hashable {
    /// A PNG picture.
    case picture
    /// Text.
    case text
    /// Text that holds a mark of this program.
    case marked(String)
  }

  let path: String
  let kind: Kind
  let overwrite: Bool
  private let inputs: [String]

  /// Checks that the file can be written; what is certain to fail does so before work begins.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - kind: What it is.
  ///   - overwrite: Whether a file of that kind is replaced.
  ///   - inputs: What the command reads, which is never replaced.
  /// - Throws: ``FileError`` or `TileStorageError`.
  init(path: String, _ kind: Kind, overwrite: Bool, inputs: [String]) throws {
    self.path = path
    self.kind = kind
    self.overwrite = overwrite
    self.inputs = inputs
    try check()
  }

  private var presence: AtomicFile.Presence { overwrite ? .isReplaced : .mustBeAbsent }

  private func check() throws {
    do throws(TileStorageError) {
      try InputProtection.check(replacing: path, inputs: inputs)
      try AtomicFile.check(path, presence: presence)
      if overwrite, let found = try Self.otherKind(than: kind, at: path) {
        throw .notReplaceable(path: path, found: found)
      }
    } catch {
      throw FileError(error, expected: kind.replaced) ?? error
    }
  }

  /// Writes the file, all or nothing.
  ///
  /// - Throws: ``FileError`` or `TileStorageError`.
  func write(_ bytes: [UInt8]) throws {
    // Something else may be there since the work began.
    try check()
    do throws(TileStorageError) {
      try AtomicFile.write(bytes, to: path, presence: presence)
    } catch {
      throw FileError(error, expected: kind.replaced) ?? error
    }
  }

  /// Writes a picture as PNG, all or nothing.
  ///
  /// - Returns: One line that says so.
  /// - Throws: ``FileError``, `TileStorageError`, `ImageCodecError`.
  func write(_ image: RGBAImage) throws -> String {
    try write(try PNGTileEncoder(effort: .fast).encode(image))
    return "wrote \(path), \(image.width) × \(image.height) pixels"
  }

  /// What a file that is there is, when it is not of a kind; an empty file is of every kind.
  private static func otherKind(
    than kind: Kind, at path: String
  ) throws(TileStorageError) -> String? {
    guard let head = try AtomicFile.head(of: path, upTo: 1 << 16), !head.isEmpty else { return nil }
    let format = TileFormat(signatureOf: head)
    switch kind {
    case .picture: return format == .png ? nil : "a file of another kind"
    case .text, .marked:
      if let format { return "an image, \(format.rawValue)" }
      if head.contains(0) { return "a file that is no text" }
      guard case .marked(let mark) = kind else { return nil }
      return String(decoding: head, as: UTF8.self).contains(mark)
        ? nil : "a file that this program did not write"
    }
  }
}

extension OutputFile.Kind {
  /// What a file must be to be replaced by one of this kind.
  var replaced: String {
    switch self {
    case .picture: "a PNG file"
    case .text: "a text file"
    case .marked: "a file that this program wrote"
    }
  }
}
