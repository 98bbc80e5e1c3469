import CLibPROJ

extension PROJObject {
  /// Limit per definition; PROJ looks for each grid in all of its folders.
  private static let maximumGridCount = 100

  var namedGrids: [String] {
    guard let text = context.text(proj_as_proj_string(context.handle, handle, PJ_PROJ_5, nil)),
      text.contains("grids=")
    else { return [] }
    var names: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: "grids=") {
      rest = rest[found.upperBound...]
      let isQuoted = rest.first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let value = rest.prefix { $0 != (isQuoted ? "\"" : " ") }
      names += value.split(separator: ",").map(String.init)
      rest = rest[value.endIndex...]
    }
    return names.filter { $0 != "null" && $0 != "@null" }
  }

  /// PROJ accepts definitions with missing grids, and ignores some silently.
  func checkGrids(location: String) throws(GeoreferenceError) {
    let names = namedGrids
    guard names.count <= Self.maximumGridCount else {
      throw .unusableGrid(
        "\(names.count) grids", reason: "of which at most \(Self.maximumGridCount) are looked for",
        location: location)
    }
    for name in names {
      let isOptional = name.hasPrefix("@")
      let file = isOptional ? String(name.dropFirst()) : name
      // It becomes part of a string of PROJ.
      guard !file.isEmpty, !file.contains(where: { " \t\"'=+".contains($0) || $0.isNewline }) else {
        throw .unusableGrid(
          name.excerpt, reason: "which cannot be the name of a grid", location: location)
      }
      if ["hgridshift", "vgridshift", "gridshift", "xyzgridshift"].contains(where: { method in
        PROJObject(text: "+proj=\(method) +grids=\(file)", in: context) != nil
      }) {
        continue
      }
      if PROJFiles.isAnything(at: file) {
        throw .unusableGrid(
          name.excerpt, reason: "which is no grid that PROJ reads", location: location)
      }
      if !isOptional {
        throw .unusableGrid(name.excerpt, reason: "which is not found", location: location)
      }
    }
  }
}
