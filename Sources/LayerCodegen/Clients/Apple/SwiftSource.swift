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
    var written: Set<String> = []
    let helpers = sources.flatMap(\.helpers).filter { written.insert($0).inserted }
    let imports = imports.filled([
      "module": module, "readsFile": sources.contains(where: \.readsFile),
    ])
    return ([imports + sources.map(\.body).joined(separator: "\n")] + helpers)
      .joined(separator: "\n")
  }

  /// The head of a file that needs an SDK or, where it is missing, its stand-in, and the system's SQLite, or off
  /// Apple's platforms that of this package, if it reads a file.
  private static let imports = Template(PackageResources.SwiftImports_swift_txt)
}
