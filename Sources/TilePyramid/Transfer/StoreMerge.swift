import TileImaging
import TileModel
import TileStorage

/// Puts stores of one grid together: tiles that one of them has are copied, tiles of several are composited, and
/// the overviews above are made again from the deepest zoom.
///
/// A store may end at a zoom at which others go on: there its tiles are put on, or under, the overviews of those.
/// Where the deepest zoom is lossless, an overview is what a build of the composited picture would make. Every
/// tile of the deepest zoom is decoded, and none of an overview that one store has alone; a tile that turns out as
/// one of the stores has it is copied from there.
public struct StoreMerge: Sendable {
  /// Which of several tiles at one address is on top.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// That of the store that is named last.
    case last
    /// That of the store that is named first.
    case first
  }

  /// The stores.
  public let sources: [String]
  /// Where they go.
  public let output: BuildOutput
  /// Which of several tiles is on top.
  public var onTop = Order.last
  /// The name of the layer; `nil` for that of the first store.
  public var name: String?
  /// How hard tiles that are made again are compressed.
  public var effort = EncodingEffort.balanced
  /// The quality of lossy tiles that are made again, where the stores do not state it.
  public var quality = 80
  /// The threads that make tiles.
  public var threads = AvailableProcessors.count

  /// Asks for a merge of at least two stores.
  public init(of sources: [String], to output: BuildOutput) {
    self.sources = sources
    self.output = output
  }

  /// What a merge made.
  public struct Outcome: Sendable {
    /// The layer, with what its store holds.
    public let layer: BuiltLayer
    /// How many tiles were made again; all others were copied.
    public let madeCount: Int
    /// What a user should know.
    public let warnings: [String]
  }

  /// Makes the store and publishes it; cancelled with its task.
  ///
  /// - Parameter report: Told how far it is, from any thread, one call at a time.
  /// - Returns: What was made.
  /// - Throws: ``MergeError``, ``ConversionError``, ``BuildOutputError``, `TileStorageError` or
  ///   `ImageCodecError`.
  public func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> Outcome {
    try await CancellableWork.run { try run(report: report, isCancelled: $0) }
  }

  /// Makes the store on this thread and others.
  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> Outcome {
    let opened = try sources.map {
      try StoreSource(path: $0, for: output, isCancelled: isCancelled)
    }
    try output.check(store: output.kind)
    // From the top to the bottom.
    let stack = try (onTop == .last ? opened.reversed() : opened).map { try MergedStore($0) }
    let (definition, encoding, light) = try agreed(stack, first: opened[0].definition)
    var warnings = opened.flatMap(\.warnings)
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
        report: report,
        isCancelled: isCancelled)
      let record: PyramidRecord
      (record, madeCount) = try walk.run()
      return record
    }
    return Outcome(layer: layer, madeCount: madeCount, warnings: warnings)
  }

  /// How overviews are made of stores of several depths, in a layer definition.
  private static let composited = "composited"

  /// What the merged layer is, as far as its tiles do not decide, and how tiles are made again.
  private func agreed(
    _ stack: [MergedStore], first: LayerDefinition
  ) throws -> (LayerDefinition, PyramidEncoding, OverviewLight) {
    // The light in which the first store's means were taken.
    var options = PyramidOptions()
    let light =
      OverviewLight.allCases.first { light in
        options.overviewLight = light
        return options.overviewName == first.overviewResampling
      } ?? .srgb
    options.overviewLight = light
    for store in stack {
      let other = store.definition
      for (part, found, expected) in [
        ("format", other.formatName, first.formatName),
        ("tile size", "\(other.tileSize.rawValue)", "\(first.tileSize.rawValue)"),
        ("encoding", Self.name(other.elevation), Self.name(first.elevation)),
      ] where found != expected {
        throw MergeError.differs(path: store.path, part: part, found: found, expected: expected)
      }
      guard other.imageGrid == nil else {
        throw MergeError(
          .badInput, "tiles of an image that is nowhere on the globe are not merged",
          at: store.path, found: "the grid of an image",
          expected: "tiles of the grid of the world",
          nextStep: "build the images of both stores together, with coordinates")
      }
      guard other.retina == nil else {
        throw MergeError(
          .badInput, "stores with retina tiles are not merged", at: store.path,
          found: "tiles of 512 pixels beside those of 256", expected: "tiles of one size",
          nextStep: "build the images of both stores together")
      }
      if let height = other.elevation?.noDataHeight {
        throw MergeError.filled(path: store.path, height: height)
      }
      guard other.overviewResampling == options.overviewName else {
        throw MergeError.overviews(
          path: store.path, found: other.overviewResampling, expected: options.overviewName)
      }
    }
    // What goes on below the end of another store is one picture by then, which can be on it or under it.
    for (position, store) in stack.enumerated() {
      let above = stack[..<position].contains { $0.deepest > store.deepest }
      if above, stack[position...].contains(where: { $0.deepest > store.deepest }) {
        throw MergeError.between(path: store.path, zoom: store.deepest)
      }
    }
    guard !first.isHybrid else {
      throw MergeError(
        .badInput, "stores of tiles of several formats are not merged", at: sources[0],
        found: "hybrid", expected: TileFormatDescription.titles,
        nextStep: "build the images of both stores together")
    }
    try output.check(first.format)
    let deepest = stack.map(\.deepest).max() ?? 0
    guard deepest <= output.kind.maximumZoom else {
      throw BuildOutputError.tooDeep(output.kind, zoom: deepest)
    }
    var definition = first
    definition.name = name ?? first.name
    // Of several images nothing of one holds.
    (definition.outline, definition.controlPoints) = ([], [])
    (definition.sources, definition.rendering) = (nil, nil)
    // Of what a store ends with, the zooms below show nothing.
    if stack.contains(where: { $0.deepest != stack[0].deepest }) {
      definition.overviewResampling = Self.composited
    }
    definition.bounds = stack.map(\.definition.bounds).reduce(first.bounds) { $0.union($1) }
    let quality = stack.contains(where: \.isLossy) ? first.rendering?.quality ?? quality : nil
    let background = OpaqueColor(hexadecimal: first.background ?? "#FFFFFFFF") ?? .white
    let encoding = TileCodecs.encoding(
      of: first.format, quality: first.format == .jpeg ? quality ?? self.quality : quality,
      background: background)
    var result = PyramidEncoding(encoding, effort: effort)
    result.elevation = first.elevation
    return (definition, result, light)
  }

  private static func name(_ elevation: LayerDefinition.Elevation?) -> String {
    elevation.map { "\($0.encoding.rawValue) of heights" } ?? "colours"
  }
}

extension GeographicBounds {
  /// The smallest area that holds both; the whole circle of latitude where one crosses the antimeridian and they
  /// differ.
  fileprivate func union(_ other: GeographicBounds) -> GeographicBounds {
    let crosses = west > east || other.west > other.east
    let isSame = west == other.west && east == other.east
    return GeographicBounds(
      west: isSame ? west : crosses ? -180 : min(west, other.west),
      south: min(south, other.south),
      east: isSame ? east : crosses ? 180 : max(east, other.east),
      north: max(north, other.north))
  }
}
