import TileModel

/// The syntax of a language for template values.
struct TemplateLanguage: Sendable {
  let literal: @Sendable (String) -> String
  var null = "null"
  /// Characters of packed levels on a line.
  var width = 88
  /// The expression for the URL of a tile up to the version token, or for its asset path.
  let address: @Sendable (ClientLayer, _ isAsset: Bool) -> String

  func optional(_ text: String?) -> String { text.map(literal) ?? null }
}

extension ClientLayer {
  func values(_ language: TemplateLanguage) -> TemplateValues {
    let bounds = definition.bounds
    let formats = otherFormats.map { $0.table.values(language, of: $0) }
    var values: TemplateValues = [
      "typeName": typeName, "comment": StringLiteral.comment(definition.name),
      "notes": IdentifierNotes.comment([identifierEntry]),
      "name": language.literal(definition.name), "tileSize": definition.tileSize.rawValue,
      "minimumZoom": definition.minimumZoom, "maximumZoom": definition.maximumZoom,
      "attribution": language.optional(definition.attribution),
      "attributionText": language.literal(definition.attribution ?? ""),
      "versionToken": language.literal(definition.versionToken),
      "west": bounds.west, "south": bounds.south, "east": bounds.east, "north": bounds.north,
      "zIndex": definition.zIndex, "opacity": definition.opacity,
      "encoding": definition.elevation?.encoding.rawValue,
    ]
    let others: TemplateValues = [
      "isRelative": isRelative, "isFlipped": isFlipped, "isPacked": base == .app,
      "fileName": fileName.map(language.literal), "archive": archiveURL.map(language.literal),
      "address": language.address(self, false), "path": language.address(self, true),
      "floor": definition.floor.map { floor in
        [
          [
            "id": language.literal(floor.id), "floorName": language.literal(floor.name),
            "level": floor.level?.description ?? language.null,
          ]
        ]
      } ?? [],
      "imageGrid": imageGrid.map {
        [["width": $0.width, "height": $0.height, "pixelsAcross": $0.pixelsAcross]]
      } ?? [],
      "packed": PackedLevels(coverage.levels).lines(width: language.width).map { ["line": $0] },
      "formats": formats, "tables": [coverage.values(language)] + formats,
      "retina": retina.map { [$0.values(language)] } ?? [], "variants": [TemplateValues](),
    ]
    values.merge(others) { $1 }
    return values
  }
}

extension ClientRequest {
  func values(_ language: TemplateLanguage) -> TemplateValues {
    let entries = layers.map(\.identifierEntry) + [building?.identifierEntry].compactMap(\.self)
    let shown = building?.name ?? layers.first?.definition.name ?? ""
    let variants = building?.variants ?? []
    let floors = building?.values(language, indoor) ?? [:]
    let values: TemplateValues = [
      "isBuilding": building != nil, "subject": StringLiteral.comment(shown),
      "notes": IdentifierNotes.comment(entries), "building": language.literal(shown),
      "entrance": language.optional(building?.entrance?.definition.id),
      "lastFloor": language.optional(building?.floors.last?.definition.id),
      "layers": listed.map { layer, alternatives in
        layer.values(language).merging([
          "variants": alternatives.map { name, layer in
            layer.values(language).merging(["variant": name]) { $1 }
          }
        ]) { $1 }
      },
      "hasVariants": !variants.isEmpty,
      "variants": variants.map { ["name": language.literal($0.name)].merging($0.values) { $1 } },
      "darkVariant": building?.darkVariant?.caseName, "isOfImages": isOfImages,
      "hasRetina": hasRetina, "cellSize": ClientLayer.cellSize,
      "transparentImage": TransparentImage.base64,
      "alphabet": String(decoding: PackedLevels.alphabet, as: UTF8.self),
    ]
    return values.merging(floors) { $1 }
  }
}

extension CoverageTable {
  fileprivate func values(
    _ language: TemplateLanguage, of format: FormatTable? = nil
  ) -> TemplateValues {
    let packed = PackedLevels(levels)
    return [
      "title": format?.title, "word": format?.word, "upper": format?.title.uppercased(),
      "fileExtension": format?.fileExtension,
      "comment": format?.comment ?? "Whether there is a tile.",
      "packed": packed.lines(width: language.width).map { ["line": $0] as TemplateValues },
      "chunks": packed.chunks(width: language.width, lines: 400).map { lines in
        [
          "first": lines[0], "more": lines.dropFirst().map { ["line": $0] as TemplateValues },
        ] as TemplateValues
      },
      "rectangles": levels.compactMap { level in
        level.rectangle.map { band in
          [
            "zoom": level.zoom, "rows": "\(band.rows)", "columns": "\(band.runs[0])",
          ] as TemplateValues
        }
      },
      "sparse": PackedLevels(sparseLevels).lines(width: language.width)
        .map { ["line": $0] as TemplateValues },
    ]
  }
}

extension ClientBuilding {
  fileprivate func values(_ language: TemplateLanguage, _ indoor: IndoorMaps?) -> TemplateValues {
    [
      "floorType": typeName, "switchName": switchName, "variantType": variantType,
      "follows": indoor == .follow, "switchesOff": indoor == .off,
      "floors": floors.map { floor in
        let level = floor.definition.level
        let values: TemplateValues = [
          "case": floor.caseName, "constant": floor.constantName,
          "comment": StringLiteral.comment(floor.definition.name),
          "id": language.literal(floor.definition.id),
          "floorName": language.literal(floor.definition.name),
          "level": level?.description ?? language.null,
          "storeys": level.map { hasHalfLevels ? "\($0.storeys)" : "\($0)L" } ?? language.null,
          "alternatives": floor.alternatives.map {
            $0.layer.values.merging($0.variant.values) { $1 }
          },
        ]
        return values.merging(floor.layer.values) { $1 }
      },
    ]
  }
}

extension ClientBuilding.Variant {
  fileprivate var values: TemplateValues {
    ["constant": constantName, "case": caseName, "rawValue": caseName == name ? nil : name]
  }
}

extension ClientLayer {
  var values: TemplateValues { ["type": typeName, "isRelative": isRelative] }
}
