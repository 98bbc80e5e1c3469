package import TileModel

/// The rules that keep every file of a directory of tiles inside it and apart from the others.
package enum TilePathRules {
  /// The longest name of one file or folder, in bytes.
  package static let maximumNameLength = 255

  /// Checks that a template names tiles by safe and distinct relative paths.
  ///
  /// The template itself makes paths unique. All paths have the same number of components, so that no file
  /// is another's folder. Every path holds a digit where `layer.json` has none.
  package static func validate(_ template: TileTemplate) throws(TileStorageError) {
    try validate(widest(template), shownAs: template.text)
    let first = template.text.prefix { $0 != "/" }
    if reservedNames.contains(first.lowercased()) {
      throw .unsafePath(template.text, reason: "\(first) is the name of another file")
    }
  }

  package static func validate(path: String) throws(TileStorageError) {
    try validate(path, shownAs: path)
  }

  static let reservedNames: Set<String> = ["layer.json", "building.json"]

  private static func validate(_ path: String, shownAs text: String) throws(TileStorageError) {
    for byte in path.utf8 {
      if byte == 0 { throw .unsafePath(text, reason: "it holds a NUL") }
      if byte == 0x5C { throw .unsafePath(text, reason: "it holds a backslash") }
      if byte < 0x20 || byte == 0x7F {
        throw .unsafePath(text, reason: "it holds a control character")
      }
    }
    if path.utf8.first == 0x2F { throw .unsafePath(text, reason: "it is absolute") }
    for name in path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false) {
      if name.isEmpty { throw .unsafePath(text, reason: "a part of it is empty") }
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
        throw .unsafePath(text, reason: "it holds a part that is . or ..")
      }
      if name.count > maximumNameLength {
        throw .unsafePath(text, reason: "a part of it has more than \(maximumNameLength) bytes")
      }
    }
  }

  private static func widest(_ template: TileTemplate) -> String {
    template.parts.map { part in
      switch part {
      case .text(let text): text
      case .zoom: "30"
      case .column, .row: "1073741823"
      case .format: "jpeg"
      }
    }.joined()
  }
}
