import TileImaging
import TileModel
import TileRendering
import TileStorage

/// Merges stores of one grid: single tiles are copied, several are composited, and overviews are
/// made again.
///
/// A store may end at a zoom above the deepest of others. Its tiles are then put on, or under, the
/// overviews of those. For a lossless deepest zoom an overview is that of a build of the composited
/// picture. Every tile of the deepest zoom is decoded, and no overview that one store has alone. A
/// tile equal to that of a store is copied from there.
package struct StoreMerge: Sendable {
  /// The order of tiles at one address.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// The tile of the store that is named last.
    case last
    /// The tile of the store that is named first.
    case first
  }

  package let sources: [String]
  package let output: BuildOutput
  package var onTop = Order.last
  package var name: String?
  /// The direction in which names of folders without a layer definition count rows; `nil` for what their
  /// files say, else from the north.
  package var sourceScheme: TileScheme?
  package var effort = EncodingEffort.balanced
  /// The quality of lossy tiles that are made again, unless the stores state one.
  package var quality = 80
  package var threads = AvailableProcessors.count

  package init(of sources: [String], to output: BuildOutput) {
    self.sources = sources
    self.output = output
  }

  package struct Outcome: Sendable {
    package let layer: BuiltLayer
    package let madeCount: Int
    package let warnings: [String]
  }

  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Outcome {
    let opened = try sources.map {
      try StoreSource(path: $0, scheme: sourceScheme, for: output, isCancelled: isCancelled)
    }
    try output.check(store: output.kind)
    // From the top to the bottom.
    let stack = try (onTop == .last ? opened.reversed() : opened).map { try MergedStore($0) }
    let (definition, encoding, light) = try agreed(stack, first: opened[0].definition)
    var warnings = opened.flatMap(\.warnings)
    let floors = Set(opened.compactMap(\.definition.floor?.id))
    if floors.count > 1 {
      warnings.append(
        "the stores are of different floors, \(floors.sorted().joined(separator: ", ")), which hide each other in"
          + " one picture: convert each by itself to keep them")
    }
    if !encoding.isLossless {
      warnings.append(
        "tiles are lossy: those that are made again are of decoded tiles, and lose a little once more"
      )
    }
    let transfer = StoreTransfer(
      output: output, definition: definition,
      template: try TileTemplate(path: "{z}/{x}/{y}.{ext}", format: definition.format),
      report: report, isCancelled: isCancelled)
    var madeCount = 0
    let layer = try transfer.run { writer in
      let walk = MergeWalk(
        stack, tileSize: definition.tileSize.rawValue, light: light, encoding: encoding,
        writer: writer, copiesFiles: output.kind == .directory, threads: max(1, threads),
        report: report, isCancelled: isCancelled)
      let record: PyramidRecord
      (record, madeCount) = try walk.run()
      return record
    }
    return Outcome(layer: layer, madeCount: madeCount, warnings: warnings)
  }

  /// The merged layer's common properties, and the options for tiles that are made again.
  private func agreed(
    _ stack: [MergedStore], first: LayerDefinition
  ) throws -> (LayerDefinition, PyramidEncoding, OverviewLight) {
    // The light of the first store's means.
    var options = PyramidOptions()
    let light =
      OverviewLight.allCases.first { light in
        options.overviewLight = light
        return options.overviewName == first.wholeOverviews
      } ?? .srgb
    options.overviewLight = light
    for store in stack { try check(store, agreesWith: first, overviews: options.overviewName) }
    try checkOrder(stack)
    guard !first.isHybrid else {
      throw FailureReport(
        .badInput, "stores of tiles of several formats are not merged", at: sources[0],
        found: "hybrid", expected: TileFormatDescription.titles,
        nextStep: "build the images of both stores together")
    }
    try output.check(first.format)
    let deepest = stack.map(\.deepest).max() ?? 0
    guard deepest <= output.kind.maximumZoom else {
      throw FailureReport.tooDeep(output.kind, zoom: deepest)
    }
    return (definition(of: stack, first: first), encoding(of: stack, first: first), light)
  }

  private func check(
    _ store: MergedStore, agreesWith first: LayerDefinition, overviews: String
  ) throws {
    let other = store.definition
    for (part, found, expected) in [
      ("format", other.formatName, first.formatName),
      ("tile size", "\(other.tileSize.rawValue)", "\(first.tileSize.rawValue)"),
      ("encoding", Self.name(other.elevation), Self.name(first.elevation)),
    ] where found != expected {
      throw FailureReport.differs(path: store.path, part: part, found: found, expected: expected)
    }
    guard other.imageGrid == nil else {
      throw FailureReport(
        .badInput, "tiles of an image that is nowhere on the globe are not merged",
        at: store.path, found: "the grid of an image", expected: "tiles of the grid of the world",
        nextStep: "build the images of both stores together, with coordinates")
    }
    guard other.retina == nil else {
      throw FailureReport(
        .badInput, "stores with retina tiles are not merged", at: store.path,
        found: "tiles of 512 pixels beside those of 256", expected: "tiles of one size",
        nextStep: "build the images of both stores together")
    }
    if let height = other.elevation?.noDataHeight {
      throw FailureReport.filled(path: store.path, height: height)
    }
    guard [overviews, LayerDefinition.unknownOverviews].contains(other.wholeOverviews) else {
      throw FailureReport.overviews(
        path: store.path, found: other.wholeOverviews, expected: overviews)
    }
  }

  /// Everything deeper than another store is one picture, which can be on it or under it.
  private func checkOrder(_ stack: [MergedStore]) throws {
    for (position, store) in stack.enumerated() {
      let above = stack[..<position].contains { $0.deepest > store.deepest }
      if above, stack[position...].contains(where: { $0.deepest > store.deepest }) {
        throw FailureReport.between(path: store.path, zoom: store.deepest)
      }
    }
  }

  private func definition(of stack: [MergedStore], first: LayerDefinition) -> LayerDefinition {
    var definition = first
    definition.name = name ?? first.name
    // The properties of one image do not hold for several.
    (definition.outline, definition.controlPoints) = ([], [])
    (definition.sources, definition.rendering) = (nil, nil)
    definition.overviewResampling = first.wholeOverviews
    // The zooms below the end of a store show nothing of it.
    if stack.contains(where: { $0.deepest != stack[0].deepest }) {
      definition.overviewResampling = LayerDefinition.compositedOverviews
    } else if stack.contains(where: {
      $0.definition.wholeOverviews == LayerDefinition.unknownOverviews
    }) {
      definition.overviewResampling = LayerDefinition.unknownOverviews
    }
    definition.bounds = stack.map(\.definition.bounds).reduce(first.bounds) { $0.union($1) }
    return definition
  }

  private func encoding(of stack: [MergedStore], first: LayerDefinition) -> PyramidEncoding {
    let quality = stack.contains(where: \.isLossy) ? first.rendering?.quality ?? quality : nil
    let background = OpaqueColor(hexadecimal: first.background ?? "#FFFFFFFF") ?? .white
    let encoding = TileCodecs.encoding(
      of: first.format, quality: first.format == .jpeg ? quality ?? self.quality : quality,
      background: background)
    var result = PyramidEncoding(encoding, effort: effort)
    result.elevation = first.elevation
    return result
  }

  private static func name(_ elevation: LayerDefinition.Elevation?) -> String {
    elevation.map { "\($0.encoding.rawValue) of heights" } ?? "colours"
  }
}

extension GeographicBounds {
  /// The smallest area that holds both; the whole circle of latitude if one crosses the
  /// antimeridian and they differ.
  fileprivate func union(_ other: GeographicBounds) -> GeographicBounds {
    let crosses = west > east || other.west > other.east
    let isSame = west == other.west && east == other.east
    return GeographicBounds(
      west: isSame ? west : crosses ? -180 : min(west, other.west), south: min(south, other.south),
      east: isSame ? east : crosses ? 180 : max(east, other.east), north: max(north, other.north))
  }
}
