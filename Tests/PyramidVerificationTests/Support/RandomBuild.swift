import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A pyramid whose image, place and options are drawn by chance, with all that its verification needs.
struct RandomBuild {
  /// The random choices, for messages.
  let description: String
  let source: any RasterSource
  var georeference: Georeference
  let clips: [ClipArea]
  let encoding: PyramidEncoding
  let isMBTiles: Bool
  var tiles: [TileCoordinate: [UInt8]]
  var definition: LayerDefinition
  private let folder: TemporaryDirectory

  /// Builds what a seed draws; `nil` where nothing of it can be seen.
  init?(seed: UInt64) throws {
    var draw = Draw(seed: seed)
    let size = draw.size()
    let (name, image) = draw.image(size, seed: seed)
    let source = image.inMemory()
    let (place, georeference) = draw.georeference(size)
    var options = PyramidOptions()
    options.resampling = draw.pick(Resampling.allCases)
    options.overviewResampling = draw.pick(OverviewResampling.allCases)
    if options.overviewResampling == .average, seed % 2 == 0 { options.overviewLight = .linear }
    options.tileSize = draw.pick([.standard, .standard, .large])
    options.zoomRounding = draw.pick([.up, .up, .nearest, .down])
    options.clips = draw.isLikely(0.2) ? draw.cutline(georeference, size) : []
    let effort = draw.pick([EncodingEffort.fast, .balanced])
    let quality = draw.pick([20, 40, 60, 80, 80, 90, 95])
    let encoding = draw.pick([
      PyramidEncoding(.png, effort: effort), PyramidEncoding(.png, effort: effort),
      PyramidEncoding(.losslessWebP, effort: effort),
      PyramidEncoding(.jpeg(quality: quality, background: .white), effort: effort),
      PyramidEncoding(.webp(quality: quality), effort: effort),
      .hybrid(quality: quality, effort: effort),
    ])
    let isMBTiles = !encoding.isHybrid && draw.isLikely(0.3)
    if draw.isLikely(0.25) {
      let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
      options.maximumZoom = max(0, plan.deepest.zoom - draw.pick([1, 2, 4]))
    }
    do {
      try self.init(
        "\(seed): \(name), \(place)", source, georeference, options, encoding,
        isMBTiles: isMBTiles)
    } catch is EmptyPyramidError {
      return nil
    }
  }

  /// Builds the tiles of an image; throws `EmptyPyramidError` where nothing of it is visible.
  init(
    _ name: String, _ source: any RasterSource, _ georeference: Georeference,
    _ options: PyramidOptions, _ encoding: PyramidEncoding, isMBTiles: Bool = false
  ) throws {
    (self.source, self.georeference, self.encoding) = (source, georeference, encoding)
    (clips, self.isMBTiles) = (options.clips, isMBTiles)
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    description =
      "\(name), \(source.size.width) × \(source.size.height), \(options.resampling),"
      + " \(options.overviewName), \(encoding.description), \(options.tileSize.rawValue),"
      + " zoom \(plan.deepest.zoom)\(clips.isEmpty ? "" : ", cut")"
    folder = try TemporaryDirectory()
    let builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding,
      resources: BuildResources(in: folder, threads: 2))
    let store = MemoryTileStore()
    let record = try builder.build(into: store)
    tiles = store.tiles
    definition = LayerDefinition(
      name: "Random", format: encoding.baseFormat, tileSize: options.tileSize,
      urlTemplate: isMBTiles ? nil : try TileTemplate("{z}/{x}/{y}.\(encoding.ending)"),
      bounds: plan.bounds, overviewResampling: options.overviewName,
      rendering: LayerDefinition.Rendering(of: plan, encoding: encoding),
      background: encoding.background.map { "\($0)FF" }, digest: record.digest,
      coverage: record.coverage, formatCoverage: encoding.formatCoverage(of: record))
  }

  /// Makes the definition one of the tiles as they are, so that only what they show tells of damage.
  mutating func redefine() {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    definition.digest = record.digest
    definition.coverage = record.coverage
    definition.formatCoverage = encoding.formatCoverage(of: record)
  }

  /// Verifies the tiles in a store.
  ///
  /// Without `isStated` it is a store of another program, which has no layer definition.
  func verify(againstSource: Bool, every: Bool = true, isStated: Bool = true) throws
    -> VerificationReport
  {
    let isMBTiles = isMBTiles && isStated
    let path = folder.path(UUID().uuidString + (isMBTiles ? ".mbtiles" : ""))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer: any TileWriter =
      isMBTiles
      ? try SingleFileWriter(path: path)
      : try DirectoryTileWriter(
        path: path, layout: .init(template: try TileTemplate("{z}/{x}/{y}.\(encoding.ending)")))
    for (tile, bytes) in tiles.sorted(by: { $0.key < $1.key }) { try writer.write(bytes, at: tile) }
    _ = try writer.finish(definition)
    if !isStated { try FileManager.default.removeItem(atPath: path + "/layer.json") }
    var options = VerificationOptions()
    options.threads = 2
    options.comparesEveryTile = every
    if againstSource {
      options.source = VerificationSource(
        raster: source, georeference: georeference, clips: clips,
        scratch: ScratchDirectory(path: folder.path))
    }
    return try PyramidVerifier.verify(path, options: options)
  }

  /// The tiles of the deepest zoom, or of those above it, in order.
  func addresses(isDeepest: Bool) -> [TileCoordinate] {
    tiles.keys.filter { ($0.zoom == definition.maximumZoom) == isDeepest }.sorted()
  }

  /// Changes what a tile shows, and encodes it as it was.
  ///
  /// Returns the most change of its samples and the root of the mean square, in levels of premultiplied
  /// colour or alpha.
  mutating func edit(
    _ tile: TileCoordinate, _ change: (RGBAImage) throws -> RGBAImage
  ) throws -> (most: Double, root: Double) {
    guard let bytes = tiles[tile] else { return (0, 0) }
    let before = try TileDecoder.decode(bytes)
    let format = TileFormat(signatureOf: bytes)
    let form = format == encoding.opaque.format ? encoding.opaque : encoding.other
    var changed = try change(before)
    if !form.holdsAlpha || form != encoding.other {
      for index in stride(from: 3, to: changed.samples.count, by: 4) {
        changed.samples[index] = 255
      }
    }
    let encoded = try form.makeEncoder(effort: encoding.effort).encode(changed)
    tiles[tile] = encoded
    return Self.difference(before, try TileDecoder.decode(encoded))
  }

  static func difference(_ first: RGBAImage, _ second: RGBAImage) -> (most: Double, root: Double) {
    var (most, squares) = (0.0, 0.0)
    for index in stride(from: 0, to: min(first.samples.count, second.samples.count), by: 4) {
      let (a, b) = (Double(first.samples[index + 3]), Double(second.samples[index + 3]))
      for channel in 0..<4 {
        let difference =
          channel == 3
          ? a - b
          : (Double(first.samples[index + channel]) * a
            - Double(second.samples[index + channel]) * b) / 255
        most = max(most, abs(difference))
        squares += difference * difference
      }
    }
    return (most, (squares / Double(first.samples.count)).squareRoot())
  }
}

extension PyramidEncoding {
  fileprivate var ending: String { isHybrid ? "{ext}" : opaque.format.rawValue }
}

/// Choices by chance.
private struct Draw {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  mutating func isLikely(_ probability: Double) -> Bool { number(0, 1) < probability }

  mutating func number(_ low: Double, _ high: Double) -> Double {
    .random(in: low..<high, using: &generator)
  }

  mutating func size() -> PixelSize {
    let longest = pick([8, 60, 300, 500, 700])
    return PixelSize(
      width: pick([1, 2, .random(in: 1...longest, using: &generator), longest, longest]),
      height: pick([1, 2, .random(in: 1...longest, using: &generator), longest, longest]))
  }

  /// Noise, ramps, hard rectangles, hatching, a plan, or one colour; opaque, with a hole, or with alpha
  /// by chance.
  mutating func image(_ size: PixelSize, seed: UInt64) -> (String, SyntheticRaster) {
    let (kind, alpha) = (
      pick(["noise", "ramps", "rectangles", "hatching", "plan", "flat"]),
      pick(["", "", " with a hole", " of any alpha"])
    )
    let step = pick([3, 7, 13, 31])
    @Sendable func random(_ x: Int, _ y: Int) -> UInt64 {
      var generator = SeededGenerator(
        seed: seed &* 0x1_0001 &+ UInt64(x) &* 0x9E37_79B9 &+ UInt64(y) &* 0x85EB_CA77)
      return generator.next()
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let raster = SyntheticRaster(name: kind, size: size, isOpaque: alpha.isEmpty) { x, y in
      var color: PixelColor
      switch kind {
      case "noise":
        let bits = random(x, y)
        color = PixelColor(
          UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
          UInt8(truncatingIfNeeded: bits >> 16))
      case "ramps":
        color = PixelColor(
          UInt8(x * 255 / step & 255), UInt8(y * 255 / step & 255), UInt8((x + y) * 9 & 255))
      case "rectangles":
        let bits = random(x / step, y / (2 * step))
        color = PixelColor(
          UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
          bits >> 20 & 3 == 0 ? 0 : 255)
      case "hatching":
        color = (x + y) % step == 0 ? PixelColor(0, 0, 0) : PixelColor(255, 255, 255)
      case "plan":
        let isWall = x % 47 < 2 || y % 61 < 3
        color = isWall ? PixelColor(20, 20, 30) : PixelColor(250, 246, 235)
        if !isWall, random(x / 2, y).isMultiple(of: 29) { color = PixelColor(160, 30, 20) }
      default: color = PixelColor(200, UInt8(step), 90)
      }
      if alpha == " with a hole" {
        let (u, v) = (Double(x) / width - 0.5, Double(y) / height - 0.5)
        if u * u + v * v > 0.2 || u * u + v * v < 0.01 { color.alpha = 0 }
      } else if alpha == " of any alpha" {
        color.alpha = UInt8(truncatingIfNeeded: random(y, x))
      }
      return color.alpha == 0 ? PixelColor(0, 0, 0, alpha: 0) : color
    }
    return (kind + alpha, raster)
  }

  /// Along the grid, between its lines, rotated, in degrees, in UTM, in perspective, or bent.
  mutating func georeference(_ size: PixelSize) -> (String, Georeference) {
    let kind = pick([
      "grid", "between", "rotated", "right angle", "degrees", "perspective", "bent", "UTM",
    ])
    let scale = pick([1.0, 0.97, 0.6, 1.04])
    let (x, y) = (532_480 + number(0, 300), 351_000 + number(0, 300))
    func placed(_ degrees: Double) -> Georeference {
      SampleTiles.georeference(x: x, y: y, zoom: 12, samplesPerPixel: scale, degrees: degrees)
    }
    switch kind {
    case "grid":
      return (kind, SampleTiles.georeference(x: x.rounded(), y: y.rounded(), zoom: 12))
    case "rotated": return (kind, placed(number(0, 360)))
    case "right angle": return (kind, placed(pick([90.0, 180, 270])))
    case "degrees":
      let step = number(0.0001, 0.002)
      return (
        kind,
        Georeference(
          crs: .geographic,
          pixelToCRS: .affine(
            AffineTransform(
              originX: number(-20, 20), originY: number(-40, 60), columnX: step, columnY: 0,
              rowX: 0,
              rowY: -step * number(0.6, 1))))
      )
    case "UTM":
      let step = number(0.2, 30)
      guard let crs = try? CoordinateReferenceSystem(parsing: "EPSG:32632") else { break }
      return (
        kind,
        Georeference(
          crs: crs,
          pixelToCRS: .affine(
            AffineTransform.northUp(465_000.3, 5_245_000.7, step: step)))
      )
    case "perspective", "bent":
      guard size.width > 30, size.height > 30 else { break }
      let frame = placed(number(0, 360))
      let (width, height) = (Double(size.width), Double(size.height))
      var points: [ControlPoint] = []
      for i in 0...3 {
        for j in 0...3 {
          let pixel = PixelPoint(x: width * Double(i) / 3, y: height * Double(j) / 3)
          var position = frame.mercator(of: pixel)
          let step = frame.projectedResolution(at: pixel).perColumn
          position.x += step * width * 0.01 * number(-1, 1)
          position.y += step * height * 0.01 * number(-1, 1)
          points.append(
            ControlPoint(pixel: pixel, position: CRSPoint(x: position.x, y: position.y)))
        }
      }
      let transform: TransformKind = kind == "bent" ? .tps : .projective
      let set = ControlPointSet(crs: .webMercator, points: points)
      if let fit = try? ControlPointFit(set, kind: transform) { return (kind, fit.georeference) }
    default: break
    }
    return ("between", placed(0))
  }

  /// A star within the image.
  mutating func cutline(_ georeference: Georeference, _ size: PixelSize) -> [ClipArea] {
    let count = pick([3, 5, 8])
    let ring = (0..<2 * count).map { number -> MercatorPoint in
      let angle = Double(number) * .pi / Double(count) + 0.1
      let radius = number.isMultiple(of: 2) ? 0.47 : 0.2
      return georeference.mercator(
        of: PixelPoint(
          x: Double(size.width) * (0.5 + radius * cos(angle)),
          y: Double(size.height) * (0.5 + radius * sin(angle))))
    }
    guard ring.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
    return [ClipArea(polygons: [ClipArea.Polygon(rings: [ring])])]
  }
}
