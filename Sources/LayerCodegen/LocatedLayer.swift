public import TileModel

/// The resources that hold files packed with an app.
public enum AppResources: Hashable, Sendable {
  /// The resources of the app, `Bundle.main`.
  case app
  /// The resources of a Swift package's target, `Bundle.module`, which the code belongs to.
  case module
}

/// A layer and the location of its tiles as an app sees it.
public struct LocatedLayer: Hashable, Sendable {
  /// The location of a layer's tiles.
  public enum Location: Hashable, Sendable {
    /// At the URLs of the layer definition's template.
    case urls
    /// In a folder packed with the app: the template is relative to the app's resources, and begins
    /// with the name of the folder.
    case bundle
    /// In an MBTiles file packed with the app, by the name of the file, such as `plan.mbtiles`.
    ///
    /// In the resources of a package's target it may also be a path.
    case file(name: String)
    /// In a PMTiles archive at a URL, absolute or relative to the layer definition, which clients read
    /// themselves by ranges of its bytes.
    case archive(url: String)
  }

  /// The layer.
  public var definition: LayerDefinition
  /// The location of its tiles.
  public var location: Location

  /// Creates a layer at a location.
  public init(_ definition: LayerDefinition, location: Location = .urls) {
    self.definition = definition
    self.location = location
  }
}
