import TileModel

/// Swift for MapKit; compiles in Swift 5 and 6 mode, with MapKit or with `MapKitCompatibility`.
///
/// MapKit counts `tileSize` in pixels of the images (MKTileOverlay, "The size (in pixels) of your tile
/// images"), so it is the definition's own. It asks an overlay for a URL that is not optional, so
/// absent tiles are answered before, with a transparent image: an error would be asked again.
enum MapKitClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let sources =
      request.layers.map(source) + [request.building.map(source)].compactMap(\.self)
    return SwiftSource.files(of: sources, importing: "MapKit", inOne: request.file)
  }

  private static func source(_ layer: ClientLayer) -> SwiftSource {
    var code = CodeWriter()
    code.write(
      IdentifierNotes.comment([layer.identifierEntry])
        + "/// The tiles of \(StringLiteral.comment(layer.definition.name)), as an overlay.")
    code.write("nonisolated final class \(layer.typeName): MKTileOverlay {")
    code.write(SwiftClient.constants(layer, integer: "Int"), indent: 1)
    code.write(
      """
      /// The order among overlays: insert those with larger numbers later.
      static let zIndex = \(layer.definition.zIndex)

      """, indent: 1)
    if layer.fileName == nil {
      code.write(SwiftClient.tileURL(layer, integer: "Int"), indent: 1)
    }
    code.write(overlay(layer), indent: 1)
    code.write(SwiftClient.coverage(layer, integer: "Int"), indent: 1)
    SwiftClient.writeRetina(layer, integer: "Int", to: &code)
    code.write("}")
    let reader = layer.fileName == nil ? [] : [SwiftTileFile.source(integer: "Int")]
    return SwiftSource(
      name: layer.typeName, body: code.text,
      helpers: reader + SwiftClient.sparseLevels(layer, integer: "Int"),
      readsFile: layer.fileName != nil)
  }

  private static func overlay(_ layer: ClientLayer) -> String {
    let image = TransparentImage.base64
    let (name, type, value) =
      layer.fileName == nil
      ? ("base", "URL", "base")
      : ("file", "TileFile", "TileFile(base.appendingPathComponent(fileName))")
    let isRelative = layer.isRelative
    let hasRetina = layer.retina != nil
    let scale = hasRetina ? "forScale scale: CGFloat = 1" : ""
    let bounds = layer.definition.displayBounds
    let isWide = layer.definition.bounds.west > layer.definition.bounds.east
    return """
      /// An overlay that a map view shows with the renderer that it makes\(hasRetina ? retinaComment : ".")
      static func makeOverlay\(SwiftClient.parameters(scale, base: layer.base)) -> \(layer.typeName) {
        \(layer.typeName)(\(isRelative ? "\(name): \(value)" : "configured: ()")\(hasRetina ? ", isFine: scale > 1" : ""))
      }
      \(isRelative ? "\nprivate let \(name): \(type)\n" : "")\(hasRetina ? "\nprivate let isFine: Bool\n" : "")
      private init(\(isRelative ? "\(name): \(type)" : "configured: Void")\(hasRetina ? ", isFine: Bool" : "")) {
        \(isRelative ? "self.\(name) = \(name)\n  " : "")\(hasRetina ? "self.isFine = isFine\n  " : "")super.init(urlTemplate: nil)
      \(hasRetina ? retinaSettings : settings)
      }

      #if canImport(MapKit)
        /// A renderer that draws the tiles with the opacity of the layer.
        @MainActor func makeRenderer() -> MKTileOverlayRenderer {
          let renderer = MKTileOverlayRenderer(tileOverlay: self)
          renderer.alpha = \(layer.definition.opacity)
          return renderer
        }
      #endif

      override var boundingMapRect: MKMapRect {
        let northWest = MKMapPoint(
          CLLocationCoordinate2D(latitude: \(bounds.north), longitude: \(bounds.west)))
        let southEast = MKMapPoint(
          CLLocationCoordinate2D(latitude: \(bounds.south), longitude: \(bounds.east)))
        return MKMapRect(
          x: northWest.x, y: northWest.y, width: \(isWide ? "MKMapRect.world.width" : "southEast.x - northWest.x"),
          height: southEast.y - northWest.y)
      }

      \(layer.fileName == nil ? loadingURLs(layer) : loadingFile)
      private static let transparentImage =
        Data(
          base64Encoded: "\(image.prefix(46))"
            + "\(image.dropFirst(46))") ?? Data()

      """
  }

  private static let settings = """
      tileSize = CGSize(width: Self.tileSize, height: Self.tileSize)
      minimumZ = Self.minimumZoom
      maximumZ = Self.maximumZoom
    """

  private static let retinaSettings = """
      let side = isFine ? Retina.tileSize : Self.tileSize
      tileSize = CGSize(width: side, height: side)
      minimumZ = isFine ? Retina.minimumZoom : Self.minimumZoom
      maximumZ = isFine ? Retina.maximumZoom : Self.maximumZoom
    """

  private static let retinaComment = """
    : on a screen of
    /// several pixels a point, whose scale it is given, of the tiles of 512 pixels.
    """

  /// The members that load tiles from URLs.
  private static func loadingURLs(_ layer: ClientLayer) -> String {
    let base = layer.isRelative ? ", relativeTo: base" : ""
    let arguments = "x: path.x, y: path.y, zoom: path.z\(base)"
    let choice = """
      private func tileURL(_ path: MKTileOverlayPath) -> URL? {
        isFine ? Retina.tileURL(\(arguments)) : Self.tileURL(\(arguments))
      }


      """
    let url = layer.retina == nil ? "Self.tileURL(\(arguments))" : "tileURL(path)"
    return """
      \(layer.retina == nil ? "" : choice)override func url(forTilePath path: MKTileOverlayPath) -> URL {
        \(url) ?? Self.noTile
      }

      override func loadTile(at path: MKTileOverlayPath) async throws -> Data {
        // An error would be asked again; a transparent image is the end of it.
        guard \(url) != nil else {
          return Self.transparentImage
        }
        return try await super.loadTile(at: path)
      }

      private static let noTile = URL(fileURLWithPath: "/dev/null")
      """
  }

  /// The member that reads tiles from the file.
  private static let loadingFile = """
    override func loadTile(
      at path: MKTileOverlayPath, result: @escaping (Data?, (any Error)?) -> Void
    ) {
      // An error would be asked again; a transparent image is the end of it.
      guard Self.hasTile(x: path.x, y: path.y, zoom: path.z) else {
        return result(Self.transparentImage, nil)
      }
      let tile = file.tile(x: path.x, y: path.y, zoom: path.z)
      result(tile, tile == nil ? CocoaError(.fileReadUnknown) : nil)
    }
    """

  private static func source(_ building: ClientBuilding) -> SwiftSource {
    var code = CodeWriter()
    SwiftClient.writeFloors(of: building, integer: "Int", to: &code)
    let variant = SwiftClient.variantParameter(building)
    let parameters = SwiftClient.parameters(variant, base: building.base)
    code.write("\n/// An overlay that shows the floor.", indent: 1)
    code.write("func makeOverlay\(parameters) -> MKTileOverlay {", indent: 1)
    SwiftClient.writeCases(of: building, to: &code) { layer in
      " \(layer.typeName).makeOverlay(\(layer.isRelative ? "relativeTo: base" : ""))"
    }
    code.write("}\n")
    if !variant.isEmpty {
      code.write(SwiftClient.variants(of: building, isGuarded: true))
    }
    code.write(floorSwitch(building))
    return SwiftSource(name: building.typeName, body: code.text)
  }

  private static func styleComment(_ building: ClientBuilding) -> String {
    """

        ///
        /// On iOS `\(building.variantType)(for: map.traitCollection.userInterfaceStyle)` is the variant of the
        /// style in which the map is shown. Where that changes, as the view controller learns by
        /// `registerForTraitChanges([UITraitUserInterfaceStyle.self])` or, before iOS 17, in
        /// `traitCollectionDidChange`, call `show` again with the same floor.
    """
  }

  private static func floorSwitch(_ building: ClientBuilding) -> String {
    let isRelative = building.isRelative
    let variant = SwiftClient.variantParameter(building)
    let arguments = [variant.isEmpty ? nil : "in: variant", isRelative ? "relativeTo: base" : nil]
      .compactMap(\.self).joined(separator: ", ")
    return """
      #if canImport(MapKit)
        /// Shows one floor at a time on a map.
        @MainActor final class \(building.switchName) {
          private let map: MKMapView
          \(isRelative ? "private let base: URL\n    " : "")private var overlay: MKTileOverlay?
          /// The floor on the map.
          private(set) var floor: \(building.typeName)?

          /// Creates a switch that shows no floor.
          init\(SwiftClient.parameters("map: MKMapView", base: building.base, indent: "    ")) {
            self.map = map\(isRelative ? "\n      self.base = base" : "")
          }

          /// Shows a floor in place of the one before, or none.\(building.darkVariant == nil ? "" : styleComment(building))
          func show(_ floor: \(building.typeName)?\(variant.isEmpty ? "" : ", " + variant)) {
            if let overlay { map.removeOverlay(overlay) }
            overlay = floor?.makeOverlay(\(arguments))
            if let overlay { map.addOverlay(overlay, level: .aboveLabels) }
            self.floor = floor
          }
        }
      #endif
      """
  }
}
