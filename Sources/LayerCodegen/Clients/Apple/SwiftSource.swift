/// The generated Swift of a layer or a building, before it is put into a file.
struct SwiftSource {
  let name: String
  let body: String
  /// Private types that the body uses; equal ones are written once in a file.
  var helpers: [String] = []
  var readsFile = false

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

  /// The imports: an SDK or its stand-in, and for a file the system's SQLite, or this package's off
  /// Apple's platforms.
  private static let imports = Template(PackageResources.SwiftImports_swift_txt)
}
