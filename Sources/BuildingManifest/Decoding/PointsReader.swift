import RasterSources

/// Reads the named points of a floor.
struct PointsReader {
  let floor: FloorMapping

  func points() throws(ManifestError) -> NamedPoints {
    let own = floor.map["points"]
    var aligned: ManifestNode?
    if let align = floor.map["align"], case .mapping = align.content {
      aligned = try PlacementReader.alignmentMapping(align)["points"]
    }
    if own != nil, let aligned {
      throw .exclusiveKeys(
        "points", "align's points", at: aligned.location, owner: floor.map.owner)
    }
    guard let node = own ?? aligned else { return .listed([]) }
    switch node.content {
    case .text: return .file(path: try floor.file(node, "points"), location: node.location)
    case .mapping(let entries):
      var points: [NamedPixel] = []
      for entry in entries {
        points.append(
          NamedPixel(
            name: entry.key,
            pixel: try PlacementReader.pixel(
              entry.value, "the point \(entry.key.manifestExcerpt)")))
      }
      return .listed(points)
    default:
      throw node.wrong(
        "points", "a mapping such as {lift: [512, 384]}, or the path of a file name,px,py")
    }
  }
}
