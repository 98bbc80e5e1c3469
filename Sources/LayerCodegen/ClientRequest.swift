import TileModel

/// The input of a client's code generator.
struct ClientRequest {
  let layers: [ClientLayer]
  let building: ClientBuilding?
  let package: String?
  let indoor: IndoorMaps?
  let module: ModuleFormat
  let file: String?
}

extension ClientRequest {
  var listed: [(layer: ClientLayer, alternatives: [(name: String, layer: ClientLayer)])] {
    guard let building else { return layers.map { ($0, []) } }
    return building.floors.map { floor in
      (floor.layer, floor.alternatives.map { ($0.variant.name, $0.layer) })
    }
  }

  var otherFormats: [TileFormatDescription] {
    TileFormatDescription.all.filter { known in
      layers.flatMap { [$0] + [$0.retina].compactMap(\.self) }
        .contains { layer in layer.otherFormats.contains { $0.format == known.format } }
    }
  }

  var isOfImages: Bool { layers.contains { $0.imageGrid != nil } }

  var hasRetina: Bool { layers.contains { $0.retina != nil } }
}

/// A source file as text.
public struct GeneratedFile: Hashable, Sendable {
  /// The name of the file, in ASCII letters, digits and a period; that of one file for all code as given.
  public let path: String
  /// The text, ending in a line break.
  public let contents: String

  /// Creates a file.
  public init(path: String, contents: String) {
    self.path = path
    self.contents = contents
  }
}
