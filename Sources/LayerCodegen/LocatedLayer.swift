public import TileModel

/// The resources that hold what is packed with an app.
public enum AppResources: Hashable, Sendable {
  /// The app's own, `Bundle.main`.
  case app
  /// Those of the target of a Swift package that the code belongs to, `Bundle.module`.
  case module
}

/// A layer and where an app finds its tiles.
public struct LocatedLayer: Hashable, Sendable {
  /// Where an app finds tiles.
  public enum Location: Hashable, Sendable {
    /// At the URLs of the layer definition's template.
    case urls
    /// In a folder packed with the app: the template is relative to the app's resources, and begins
    /// with the name of the folder.
    case bundle
    /// In an MBTiles file packed with the app, by the name of the file, such as `plan.mbtiles`; in the
    /// resources of a package's target also by its path there.
    case file(name: String)
    /// In a PMTiles archive at a URL, absolute or relative to the layer definition, which clients read
    /// themselves by ranges of its bytes.
    case archive(url: String)
  }

  /// The layer.
  public var definition: LayerDefinition
  /// Where its tiles are.
  public var location: Location

  /// Creates a layer at a location.
  public init(_ definition: LayerDefinition, location: Location = .urls) {
    self.definition = definition
    self.location = location
  }
}
