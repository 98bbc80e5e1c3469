import TileModel

/// Swift that compiles in Swift 5 and 6 mode, with an SDK or with the stand-in of this package.
struct SwiftClient: Sendable {
  private let module: String
  private let integer: String
  private let layer: Template
  private let fileLayer: Template?
  private let overzoomed: Template
  private let floors: Template
  /// True for a layer of Google's, false for an overlay of Apple's.
  private let isLayer: Bool
  /// The parameter for pixels a point, of layers with tiles of 512 pixels.
  private let scale: String

  func files(for request: ClientRequest) -> [GeneratedFile] {
    let sources =
      request.layers.map(source)
      + [request.building.map { source($0, of: request) }].compactMap(\.self)
    return SwiftSource.files(of: sources, importing: module, inOne: request.file)
  }

  private func source(_ layer: ClientLayer) -> SwiftSource {
    let readsFile = layer.fileName != nil
    let shown = layer.definition.displayBounds
    let base = layer.isRelative ? ", relativeTo: base" : ""
    let values: TemplateValues = [
      "integer": integer,
      "constants": Self.constants, "tileURL": Self.tileURL, "lookup": Self.lookup,
      "finer": Self.retina, "baseComment": Self.base,
      "takesURL": layer.base == .layerDefinition,
      "urlParameters": Self.parameters(address, base: layer.base),
      "makeParameters": Self.parameters(
        (layer.retina == nil ? "" : scale + ", ") + overzoom, base: layer.base),
      "format": layer.definition.format.rawValue,
      "floatOpacity": Float(layer.definition.opacity),
    ]
    let ofMapKit: TemplateValues = [
      "member": readsFile ? "file" : "base",
      "memberType": readsFile ? "TileFile" : "URL",
      "memberValue": readsFile ? "TileFile(base.appendingPathComponent(fileName))" : "base",
      "pathArguments": "x: path.x, y: path.y, zoom: path.z\(base)",
      "shownWest": shown.west, "shownSouth": shown.south,
      "shownEast": shown.east, "shownNorth": shown.north,
      "isWide": layer.definition.bounds.west > layer.definition.bounds.east,
      "imageStart": String(TransparentImage.base64.prefix(46)),
      "imageEnd": String(TransparentImage.base64.dropFirst(46)),
    ]
    let all = layer.values(Self.language).merging(values) { $1 }.merging(ofMapKit) { $1 }
    let isSparse = ([layer] + [layer.retina].compactMap(\.self)).contains {
      ([$0.coverage] + $0.otherFormats.map(\.table)).contains { !$0.sparseLevels.isEmpty }
    }
    let helpers =
      (readsFile ? [fileLayer, Self.tileFile].compactMap(\.self) : [])
      + [overzoomed, Self.tilePart] + (isSparse ? [Self.sparseLevels] : [])
    return SwiftSource(
      name: layer.typeName, body: self.layer.filled(all),
      helpers: helpers.map { $0.filled(["integer": integer]) }, readsFile: readsFile)
  }

  private func source(_ building: ClientBuilding, of request: ClientRequest) -> SwiftSource {
    let variants = building.variants
    let variant = variants.first.map { "in variant: \(building.variantType) = .\($0.caseName)" }
    let cases = building.floors.flatMap { floor in
      variants.isEmpty
        ? [floor.layer.values.merging(["pattern": ".\(floor.caseName)"]) { $1 }]
        : variants.map { variant in
          floor.layer(in: variant).values
            .merging(["pattern": "(.\(floor.caseName), .\(variant.caseName))"]) { $1 }
        }
    }
    let arguments = [
      variant == nil ? nil : "in: variant", "overzoom: overzoom",
      building.base == nil ? nil : "relativeTo: base",
    ]
    let address = [address, variant].compactMap(\.self).joined(separator: ", ")
    let values: TemplateValues = [
      "notes": IdentifierNotes.comment(building.identifierEntries(\.caseName)),
      "enumeration": Self.enumeration, "styleInitializer": Self.style,
      "isLayer": isLayer, "make": isLayer ? "makeLayer" : "makeOverlay", "baseComment": Self.base,
      "takesURL": building.base == .layerDefinition,
      "isRelative": building.base != nil, "readsFiles": building.readsFiles,
      "number": building.hasHalfLevels ? "Double" : "Int",
      "selector": variants.isEmpty ? "self" : "(self, variant)",
      "cases": cases,
      "firstVariant": variants.first?.caseName,
      "variantParameter": variant,
      "urlParameters": Self.parameters(address, base: building.base),
      "makeParameters": Self.parameters(
        [variant, overzoom].compactMap(\.self).joined(separator: ", "), base: building.base),
      "switchParameters": Self.parameters(
        "map: \(isLayer ? "GMSMapView" : "MKMapView"), \(overzoom)", base: building.base),
      "arguments": arguments.compactMap(\.self).joined(separator: ", "),
    ]
    let text = floors.filled(request.values(Self.language).merging(values) { $1 })
    return SwiftSource(name: building.typeName, body: text)
  }

  private var overzoom: String { "overzoom: \(integer) = 4" }

  private var address: String { "x: \(integer), y: \(integer), zoom: \(integer)" }

  private static func parameters(_ first: String, base: ClientBase?) -> String {
    switch base {
    case nil: return "(\(first))"
    case .layerDefinition: return "(\(first.isEmpty ? "" : first + ", ")relativeTo base: URL)"
    case .app, .module:
      let start = first.isEmpty ? "" : "\n  \(first),"
      let bundle = base == .module ? "Bundle.module" : "Bundle.main"
      return "(\(start)\n  relativeTo base: URL = \(bundle).resourceURL ?? \(bundle).bundleURL\n)"
    }
  }

  private static let language = TemplateLanguage(
    literal: StringLiteral.swift, null: "nil", width: 92
  ) { layer, isAsset in
    layer.address(
      isAsset: isAsset, zoom: "\\(zoom)", column: "\\(x)",
      row: layer.isFlipped ? "\\(row)" : "\\(y)", format: "\\(fileExtension)",
      text: StringLiteral.swiftContent
    ).joined()
  }

  private static let constants = Template(PackageResources.SwiftConstants_swift_txt)
  private static let base = Template(PackageResources.SwiftBase_swift_txt)
  private static let tileURL = Template(PackageResources.SwiftURL_swift_txt)
  private static let lookup = Template(PackageResources.SwiftLookup_swift_txt)
  private static let retina = Template(PackageResources.SwiftRetina_swift_txt)
  private static let tilePart = Template(PackageResources.SwiftTilePart_swift_txt)
  private static let tileFile = Template(PackageResources.SwiftTileFile_swift_txt)
  private static let sparseLevels = Template(PackageResources.SwiftSparseLevels_swift_txt)
  private static let style = Template(PackageResources.SwiftStyle_swift_txt)
  private static let enumeration = Template(PackageResources.SwiftEnumeration_swift_txt)
}

extension SwiftClient {
  /// Swift for the Google Maps SDK for iOS.
  ///
  /// The SDK tells a delegate the level that the map's own floor picker chose, by Google's names.
  /// It lists the levels of a building from the top. The delegate's methods belong to no actor,
  /// like those of the SDK's protocol, which the SDK calls on the main thread.
  static let googleMaps = SwiftClient(
    module: "GoogleMaps", integer: "UInt",
    layer: Template(PackageResources.SwiftLayer_swift_txt),
    fileLayer: Template(PackageResources.SwiftFileLayer_swift_txt),
    overzoomed: Template(PackageResources.SwiftOverzoomLayer_swift_txt),
    floors: Template(PackageResources.SwiftFloors_swift_txt), isLayer: true,
    scale: "scale: CGFloat = UIScreen.main.scale")

  /// Swift for MapKit.
  ///
  /// MapKit counts `tileSize` in pixels of the images (MKTileOverlay, "The size (in pixels) of your
  /// tile images"), as the definition does. It asks an overlay for a URL that is not optional.
  /// Absent tiles are answered before, with a transparent image: an error would be asked again.
  static let mapKit = SwiftClient(
    module: "MapKit", integer: "Int", layer: Template(PackageResources.MapKitLayer_swift_txt),
    fileLayer: nil, overzoomed: Template(PackageResources.MapKitTilePart_swift_txt),
    floors: Template(PackageResources.MapKitFloors_swift_txt),
    isLayer: false, scale: "forScale scale: CGFloat = 1")
}
