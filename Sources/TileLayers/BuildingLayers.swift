public import Foundation
public import TileModel
import TileStorage

/// The floors of a building, each a layer of its own.
///
/// A floor's layer is opened on first use, so that a damaged or unreachable floor does not affect the
/// others. All users of a floor share one layer and its caches. The building retains the ``floorsHeld``
/// most recent floors, which bounds its memory by that many times the limits of ``options``.
public final class BuildingLayers: Sendable {
  /// Number of floors that stay open without other owners.
  public static let floorsHeld = 4

  private struct WeakLayer: Sendable {
    weak var layer: TileLayer?
  }

  private struct Opened: Sendable {
    var held = RecencyCache<String, TileLayer>(limit: floorsHeld)
    var known: [String: WeakLayer] = [:]
  }

  /// The building's definition.
  public let definition: BuildingDefinition
  /// Options of the floors' layers.
  public let options: TileLayer.Options
  private let url: URL
  private let opened = Guarded(Opened())

  private init(_ document: LayerDocument, at url: URL, options: TileLayer.Options)
    throws(TileLayerError)
  {
    guard case .building(let definition) = document else {
      throw .notBuilding(location: Self.location(of: url))
    }
    self.definition = definition
    self.options = options
    self.url = url
  }

  /// Opens a `building.json`, or the one in a folder.
  ///
  /// - Parameters:
  ///   - path: The document or the folder.
  ///   - options: Options of the floors' layers.
  /// - Returns: The building, with no floor opened.
  /// - Throws: ``TileLayerError``.
  public static func open(
    _ path: String, options: TileLayer.Options = TileLayer.Options()
  ) throws(TileLayerError) -> BuildingLayers {
    let kind = try FileSystem.layerKind(of: path)
    let file = kind == .directory ? path + "/" + BuildingDocument.fileName : path
    guard kind != nil else { throw .noDocument(location: path) }
    var fileKind = kind
    if kind == .directory { fileKind = try FileSystem.layerKind(of: file) }
    guard fileKind == .file,
      let document = try LayerDocument(file: file)
    else { throw .notBuilding(location: path) }
    return try BuildingLayers(document, at: URL(fileURLWithPath: file), options: options)
  }

  /// Fetches a `building.json`.
  ///
  /// - Parameters:
  ///   - url: The document, http, https or file.
  ///   - options: Options of the floors' layers.
  /// - Returns: The building, with no floor fetched.
  /// - Throws: ``TileLayerError``.
  public static func load(
    from url: URL, options: TileLayer.Options = TileLayer.Options()
  ) async throws(TileLayerError) -> BuildingLayers {
    if url.isFileURL { return try open(url.path, options: options) }
    var options = options
    // Floors share connections to what is most likely one server.
    options.transport =
      options.transport ?? URLSessionTransport(maximumConnections: options.maximumRequests)
    return try BuildingLayers(
      await LayerDocument(from: url, options: options), at: url, options: options)
  }

  /// The name shown to people.
  public var name: String { definition.name }
  /// Attribution as HTML.
  public var attribution: String? { definition.attribution }
  /// The floors, from the lowest to the highest, in the first variant of the building.
  public var floors: [LayerDefinition.Floor] { definition.storeys.map(\.floor) }
  /// The names of the variants of every floor, such as `light` and `dark`, empty for a building without
  /// any.
  public var variants: [String] { definition.variants }
  /// The floor to show first, `nil` for a building without floors.
  public var entranceFloor: LayerDefinition.Floor? { definition.entranceFloor?.floor }

  /// The layer of a floor, opened as ``TileLayer/open(_:options:)`` or
  /// ``TileLayer/load(from:options:)`` does.
  ///
  /// A floor that could not be opened is tried again by the next call.
  ///
  /// - Parameters:
  ///   - id: The floor's identifier.
  ///   - variant: One of ``variants``; `nil` is the first.
  /// - Returns: The layer.
  /// - Throws: ``TileLayerError``, ``TileLayerError/noFloor(_:location:floors:)`` for an unknown floor or a
  ///   floor that is not there in the variant.
  public func layer(
    forFloor id: String, variant: String? = nil
  ) async throws(TileLayerError) -> TileLayer {
    let id = try layerID(id, variant)
    if let layer = known(id) { return layer }
    let location = try url(ofFloor: id)
    if location.isFileURL { return keep(try openLocal(location, id), id) }
    return keep(try await TileLayer.load(from: location, options: options), id)
  }

  /// Does the work of ``layer(forFloor:variant:)`` synchronously.
  ///
  /// It blocks the calling thread, for a building from a server as long as a request lasts.
  @available(*, noasync, renamed: "layer(forFloor:variant:)")
  public func waitForLayer(
    forFloor id: String, variant: String? = nil
  ) throws(TileLayerError) -> TileLayer {
    let id = try layerID(id, variant)
    if let layer = known(id) { return layer }
    let location = try url(ofFloor: id)
    if location.isFileURL { return keep(try openLocal(location, id), id) }
    return try waitForTask { [self] in
      // A closure's typed errors are kept only where they are spelled out.
      do throws(TileLayerError) {
        return Result<TileLayer, TileLayerError>.success(try await layer(forFloor: id))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// No link may lead out of the building's folder.
  private func openLocal(_ location: URL, _ id: String) throws(TileLayerError) -> TileLayer {
    do throws(TileStorageError) {
      let folder = try StoreFolder(url.deletingLastPathComponent().path)
      if let name = definition.floor(id)?.layer {
        try folder.refuseLinks(on: name)
        for store in SiblingStore.candidates(ofDocument: name) {
          try folder.refuseLinks(on: store.path)
        }
      }
    } catch {
      throw .storage(error)
    }
    return try TileLayer.open(location.path, options: options)
  }

  private func known(_ id: String) -> TileLayer? {
    opened.withLock { opened in
      guard let layer = opened.held.value(for: id) ?? opened.known[id]?.layer else { return nil }
      opened.held.set(layer, for: id, cost: 1)
      return layer
    }
  }

  private func keep(_ layer: TileLayer, _ id: String) -> TileLayer {
    opened.withLock { opened in
      let first = opened.held.value(for: id) ?? opened.known[id]?.layer ?? layer
      opened.known[id] = WeakLayer(layer: first)
      opened.held.set(first, for: id, cost: 1)
      return first
    }
  }

  private func layerID(_ id: String, _ variant: String?) throws(TileLayerError) -> String {
    guard let variant else { return id }
    guard let floor = definition.floor(id, inVariant: variant) else {
      throw .noFloor(
        "\(id), variant \(variant)", location: Self.location(of: url),
        floors: definition.floors.map { floor in
          floor.floor.storeyID + (floor.floor.variant.map { ", variant \($0.name)" } ?? "")
        })
    }
    return floor.floor.id
  }

  private func url(ofFloor id: String) throws(TileLayerError) -> URL {
    guard let floor = definition.floor(id) else {
      throw .noFloor(
        id, location: Self.location(of: url), floors: definition.floors.map(\.floor.id))
    }
    if url.isFileURL {
      return URL(fileURLWithPath: url.deletingLastPathComponent().path + "/" + floor.layer)
    }
    // A name in the document must not become a scheme, a query or a parent folder in a URL.
    let path = floor.layer.split(separator: "/").compactMap(Self.segment).joined(separator: "/")
    guard let location = URL(string: path, relativeTo: url)?.absoluteURL else {
      throw .noDocument(location: floor.layer)
    }
    return location
  }

  /// A path segment (RFC 3986, section 3.3), with all but unreserved characters encoded.
  private static func segment(_ name: Substring) -> String? {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return name.addingPercentEncoding(withAllowedCharacters: unreserved)
  }

  private static func location(of url: URL) -> String {
    url.isFileURL ? url.path : url.absoluteString
  }
}
