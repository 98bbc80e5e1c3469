/// The generated Swift of a layer or a building, before it is put into a file.
struct SwiftSource {
  /// The name of its file, without the extension.
  let name: String
  /// What is declared for others.
  let body: String
  /// Private types that the body uses; equal ones are needed once in a file.
  var helpers: [String] = []
  /// Whether it reads an MBTiles file.
  var readsFile = false

  /// Puts sources into files.
  ///
  /// - Parameters:
  ///   - sources: In the order in which they are written.
  ///   - module: The SDK that all of them need.
  ///   - name: The name of the one file for all; `nil` for a file of each.
  /// - Returns: The files.
  static func files(
    of sources: [SwiftSource], importing module: String, inOne name: String?
  ) -> [GeneratedFile] {
    guard let name else {
      return sources.map {
        GeneratedFile(path: "\($0.name).swift", contents: text([$0], importing: module))
      }
    }
    return [GeneratedFile(path: name, contents: text(sources, importing: module))]
  }

  private static func text(_ sources: [SwiftSource], importing module: String) -> String {
    var code = CodeWriter()
    code.write(imports(of: module, readingFile: sources.contains(where: \.readsFile)))
    code.write(String(sources.map(\.body).joined(separator: "\n").dropLast()))
    var written: Set<String> = []
    for helper in sources.flatMap(\.helpers) where written.insert(helper).inserted {
      code.write("\n" + helper)
    }
    return code.text
  }

  /// The head of a file that needs an SDK or, where it is missing, its stand-in, and SQLite if it reads
  /// a file.
  private static func imports(of module: String, readingFile: Bool) -> String {
    """
    #if canImport(\(module))
      import \(module)
    #else
      import \(module)Compatibility
    #endif
    import Foundation
    \(readingFile ? SwiftTileFile.imports : "")
    // Generated from a layer definition by tilepyramid; do not edit.

    """
  }
}
