package import PreviewPage
package import TileModel
import TileStorage

/// The layers at a path, with their documents and the page that shows them, as a server offers them.
///
/// A site follows its files: once a layer or building was built again, the next request for a page or
/// document opens it again. Any number of threads may ask a site at once.
public final class ServedSite: Sendable {
  /// The path that was opened.
  public let path: String
  private let scheme: TileScheme?
  let ground: ServedGround?
  private let state: Guarded<State>

  private struct State {
    var content: SiteContent
    var stamps: [FileState?]
  }

  /// Opens a directory or file of tiles, a layer definition with its tiles beside it, a
  /// building's folder or its `building.json`.
  ///
  /// - Throws: ``TileServerError``.
  public convenience init(path: String) throws(TileServerError) {
    try self.init(path: path, ground: nil)
  }

  /// Opens the same, to be shown with something beneath.
  ///
  /// `scheme` is that of rows in the names of a folder without a layer definition.
  package init(
    path: String, scheme: TileScheme? = nil, ground: ServedGround?
  ) throws(TileServerError) {
    (self.path, self.scheme) = (path, scheme)
    self.ground = ground
    state = Guarded(try Self.open(path, scheme))
  }

  /// The names of the layers, in the order in which the page lists them.
  public var layerNames: [String] {
    content.layers.map { layer in
      guard let floor = layer.definition.floor else { return layer.definition.name }
      return floor.name + (floor.isAlternative ? ", \(floor.variant?.name ?? "")" : "")
    }
  }

  /// Warnings about the layers, for the user.
  public var warnings: [String] { content.warnings }

  package func pageLayers(base: String) throws -> [MapPage.Layer] {
    try content.pageLayers(base: base)
  }

  package var isBuilding: Bool { content.building != nil }

  var content: SiteContent { state.withLock { $0.content } }

  func currentContent() throws(TileServerError) -> SiteContent {
    let known = state.withLock { $0 }
    guard known.stamps != Self.stamps(of: known.content.files) else { return known.content }
    let opened = try Self.open(path, scheme)
    return state.withLock { state in
      state = opened
      return state.content
    }
  }

  private static func open(
    _ path: String, _ scheme: TileScheme?
  ) throws(TileServerError) -> State {
    let stored = try rethrowing(try StoredLayers(path: path, scheme: scheme)) {
      TileServerError.storage($0)
    }
    let stamps = stamps(of: stored.files)
    return State(content: try SiteContent(stored, path: path), stamps: stamps)
  }

  private static func stamps(of files: [String]) -> [FileState?] { files.map(FileState.init) }
}
