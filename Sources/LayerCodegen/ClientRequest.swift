import TileModel

/// What code is generated for.
struct ClientRequest {
  /// The layers, at least one.
  let layers: [ClientLayer]
  /// The building of which the layers are the floors, when there are several.
  let building: ClientBuilding?
  /// The package of the code, where the language has packages.
  let package: String?
  /// What becomes of the map's own floors.
  let indoor: IndoorMaps?
  /// How scripts for the web are written.
  let module: ModuleFormat
  /// The name of the one file for all code; `nil` for as many as the client writes.
  let file: String?
}

extension ClientRequest {
  /// The layers as code lists them: each floor once, with its other variants by their names.
  var listed: [(layer: ClientLayer, alternatives: [(name: String, layer: ClientLayer)])] {
    guard let building else { return layers.map { ($0, []) } }
    return building.floors.map { floor in
      (floor.layer, floor.alternatives.map { ($0.variant.name, $0.layer) })
    }
  }

  /// The formats that tiles of some layers have besides their layer's own.
  var otherFormats: [TileFormatDescription] {
    TileFormatDescription.all.filter { known in
      layers.flatMap { [$0] + [$0.retina].compactMap(\.self) }
        .contains { layer in layer.otherFormats.contains { $0.format == known.format } }
    }
  }

  /// Whether the layers are of images that are nowhere on the globe.
  var isOfImages: Bool { layers.contains { $0.imageGrid != nil } }

  /// Whether some layer has tiles of 512 samples beside those of 256.
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
