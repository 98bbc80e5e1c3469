package import TileModel

/// The rules that keep every file of a directory of tiles inside it and apart from the others.
package enum TilePathRules {
  /// Checks that a template names tiles by safe and distinct relative paths.
  ///
  /// The template itself makes paths unique. All paths have the same number of components, so that no file
  /// is another's folder. Every path holds a digit where `layer.json` has none.
  package static func validate(_ template: TileTemplate) throws(TileStorageError) {
    try refuse(template.text, for: template.pathFault)
  }

  package static func validate(path: String) throws(TileStorageError) {
    try refuse(path, for: .first(in: path))
  }

  private static func refuse(
    _ text: String, for fault: TileTemplateError.PathFault?
  ) throws(TileStorageError) {
    if let fault { throw .unsafePath(text, reason: "it \(fault.rawValue)") }
  }
}
