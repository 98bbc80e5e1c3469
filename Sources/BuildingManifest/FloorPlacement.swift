package import Georeferencing

/// The place of a floor's image, in the manifest's words.
package struct FloorPlacement: Hashable, Sendable {
  /// The ways to say so.
  package enum Way: Hashable, Sendable {
    /// The manifest says nothing: a sidecar beside the image georeferences it.
    case sidecar
    case stated(Placement)
    /// Named points are where another floor puts them.
    case aligned(to: String, kind: TransformKind)
  }

  package var way: Way
  /// The system of a world file, of bounds' linearity, or of a `.points` file that names none.
  package var crs: CoordinateReferenceSystem?
  package var location: ManifestLocation

  var reference: String? {
    if case .aligned(let id, _) = way { id } else { nil }
  }
}

/// Named positions in an image.
package enum NamedPoints: Hashable, Sendable {
  /// Written in the manifest, in its order.
  case listed([NamedPixel])
  /// In a file, named at a position.
  case file(path: String, location: ManifestLocation)
}
