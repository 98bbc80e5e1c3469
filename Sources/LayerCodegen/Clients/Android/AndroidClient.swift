import TileModel

/// Java 8 or Kotlin 1.3 and later for the Maps SDK for Android.
///
/// `UrlTileProvider` takes one pixel size for all images, and draws each on the cell of its address
/// whatever its size. It takes no URL for no tile, and asks again after a failure. The SDK enlarges
/// no tiles beyond the deepest zoom. `UrlTileProvider.getTile` is final, so another provider
/// enlarges those of the code's own.
struct AndroidClient: Sendable {
  private let isJava: Bool
  private let language: TemplateLanguage
  private let layer: Template
  private let floors: KeyValuePairs<String, Template>

  func files(for request: ClientRequest) -> [GeneratedFile] {
    let fileExtension = isJava ? "java" : "kt"
    let files = request.layers.map { layer in
      let values = layer.values(language).merging(head(of: request)) { $1 }.merging([
        "transparency": Float(1 - layer.definition.opacity),
        "alphabet": String(decoding: PackedLevels.alphabet, as: UTF8.self),
      ]) { $1 }
      return GeneratedFile(
        path: "\(layer.typeName).\(fileExtension)", contents: self.layer.filled(values))
    }
    guard let building = request.building else { return files }
    let values = values(building, of: request)
    return files
      + floors.filter { $0.key != "Variant" || !building.variants.isEmpty }.map { end, template in
        GeneratedFile(
          path: "\(building.typeName)\(end).\(fileExtension)", contents: template.filled(values))
      }
  }

  private func head(of request: ClientRequest) -> TemplateValues {
    ["head": Self.head, "package": request.package, "isJava": isJava]
  }

  private func values(_ building: ClientBuilding, of request: ClientRequest) -> TemplateValues {
    let (base, baseType): (String?, String?) =
      switch building.base {
      case .layerDefinition: ("base", "URL")
      case .app, .module: ("context", "Context")
      case nil: (nil, nil)
      }
    let first = building.variants.first?.constantName
    let variant = first.map { first in
      isJava
        ? "\(building.variantType) variant"
        : "variant: \(building.variantType) = \(building.variantType).\(first)"
    }
    let parameter = base.map { isJava ? "\(baseType ?? "") \($0)" : "\($0): \(baseType ?? "")" }
    let names = [base, first.map { _ in "variant" }].compactMap(\.self)
    return request.values(language).merging(head(of: request)) { $1 }.merging([
      "notes": IdentifierNotes.comment(building.identifierEntries(\.constantName)),
      "providerType": building.base == .app ? "TileProvider" : "UrlTileProvider",
      "isPacked": building.base == .app,
      "takesURL": building.base == .layerDefinition,
      "number": building.hasHalfLevels ? "Double" : "Long",
      "base": base, "baseType": baseType,
      "parameters": [parameter, variant].compactMap(\.self).joined(separator: ", "),
      "names": names.joined(separator: ", "),
      "arguments": (names + ["overzoom"]).joined(separator: ", "),
      "firstVariant": first,
      "followComment": request.indoor == .follow
        ? ", that of the level which the map's own floor picker chooses" : "",
      "variantComment": Template(PackageResources.AndroidVariants_kt),
    ]) { $1 }
  }

  private static let head = Template(PackageResources.AndroidHead_java)

  static let kotlin = AndroidClient(
    isJava: false,
    language: TemplateLanguage(literal: StringLiteral.kotlin) { layer, isAsset in
      let format = layer.fileExtension { "if (is\($0.word)(x, y, zoom)) \($1) else " }
      return layer.address(
        isAsset: isAsset, zoom: "${zoom}", column: "${x}", row: layer.isFlipped ? "${row}" : "${y}",
        format: "${\(format)}", text: StringLiteral.kotlinContent
      ).joined()
    },
    layer: Template(PackageResources.Kotlin_kt),
    floors: ["": Template(PackageResources.KotlinFloors_kt)])

  static let java = AndroidClient(
    isJava: true,
    language: TemplateLanguage(literal: StringLiteral.java) { layer, isAsset in
      let format = layer.fileExtension { "is\($0.word)(x, y, zoom) ? \($1) : " }
      let parts = layer.address(
        isAsset: isAsset, zoom: "zoom", column: "x", row: layer.isFlipped ? "row" : "y",
        format: "(\(format))", text: StringLiteral.java)
      // A first part that is a number would be added to the next.
      return (isAsset || layer.beginsWithText ? "" : "\"\" + ") + parts.joined(separator: " + ")
    },
    layer: Template(PackageResources.Java_java),
    floors: [
      "": Template(PackageResources.JavaFloors_java),
      "Switch": Template(PackageResources.JavaSwitch_java),
      "Variant": Template(PackageResources.JavaVariant_java),
    ])
}
