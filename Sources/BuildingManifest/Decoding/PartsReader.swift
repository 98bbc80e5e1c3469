/// Reads the images of a floor that has several.
struct PartsReader {
  let floor: FloorMapping

  private static let expected =
    "paths of images, folders or lists, or mappings with image and where it is"

  /// `nil` for a floor with one image.
  func parts() throws(ManifestError) -> (parts: [BuildingManifest.Part], node: ManifestNode)? {
    let map = floor.map
    guard let entry = map.entry("images") else { return nil }
    for key in ["image"] + ManifestKeys.ways {
      guard let other = map.entry(key) else { continue }
      throw .exclusiveKeys("images", key, at: other.location, owner: map.owner)
    }
    if let points = map.entry("points") {
      throw .noEffect(
        "points", at: points.location, reason: "\(map.owner) has several images, and pixels of each"
      )
    }
    let nodes: [ManifestNode]
    switch entry.value.content {
    case .list(let items) where !items.isEmpty: nodes = items
    case .text: nodes = [entry.value]
    default: throw entry.value.wrong("images", Self.expected)
    }
    // The way in which a building places the images of its floors is none for one of several.
    let inherited = floor.building.overlaid(by: map, without: ManifestKeys.ways)
    var parts: [BuildingManifest.Part] = []
    for (index, node) in nodes.enumerated() {
      parts.append(try part(node, number: index + 1, inherited))
    }
    return (parts, entry.value)
  }

  private func part(
    _ node: ManifestNode, number: Int, _ inherited: ManifestMapping
  ) throws(ManifestError) -> BuildingManifest.Part {
    if case .text = node.content {
      let crs = try inherited["crs"].map { node throws(ManifestError) in
        try PlacementReader.crs(node)
      }
      return BuildingManifest.Part(
        path: try path(node),
        placement: FloorPlacement(way: .sidecar, crs: crs, location: node.location))
    }
    let own = try ManifestMapping(
      node, of: "image \(number) of \(floor.map.owner)", keys: ManifestKeys.part,
      expected: Self.expected)
    let imageNode = try own.required("image", example: "image: L1-west.png")
    return BuildingManifest.Part(
      path: try path(imageNode),
      placement: try PlacementReader(floor: floor.part(own, inheriting: inherited)).placement())
  }

  /// It may be that of a list.
  private func path(_ node: ManifestNode) throws(ManifestError) -> String {
    let text = try node.text("image", expected: "the path of a file")
    guard text.hasPrefix("@") else { return try node.file("image") }
    var list = node
    list.content = .text(String(text.dropFirst()))
    return "@" + (try list.file("image"))
  }
}
