import Deflate
import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// Small sound inputs for every target, from which libFuzzer sets out.
enum Seeds {
  /// The seeds of a target.
  static func of(_ target: FuzzTarget) throws -> [[UInt8]] {
    switch target {
    case .png, .pngRows: try pngs()
    case .jpeg, .jpegRows:
      [SmallJPEG.baseline, SmallJPEG.progressive, SmallJPEG.grey, SmallJPEG.inks]
    case .webp, .webpRows:
      [SmallWebP.lossless, SmallWebP.lossy, SmallWebP.lossyAlpha, SmallWebP.animated]
    case .avif, .heif: try avifs()
    case .tiff: TIFFSeeds.images
    case .profiles:
      [
        ICCProfileSketch.matrix("P3", ICCProfileSketch.displayP3, gamma: 2.2),
        ICCProfileSketch.grey("Grey", gamma: 1.8),
        ICCProfileSketch.table("Scanner", space: "RGB ", axes: 3) { [100 * $0[1], 9 * $0[0], 0] },
        ICCProfileSketch.table("Printer", space: "CMYK", axes: 4) { [100 - 90 * $0[3], 0, 0] },
      ]
    case .jpeg2000:
      [
        JPEG2000Samples.tiled, JPEG2000Samples.deep, JPEG2000Samples.palette,
        JPEG2000Samples.parts,
      ]
    case .inflater: try streams()
    case .deflaters:
      try pngs().map { [0, 9] + $0 } + [[7, 255] + [UInt8](repeating: 0, count: 9000)]
    case .worldFile: texts(GeoreferenceSeeds.worldFiles)
    case .controlPoints: texts(GeoreferenceSeeds.controlPoints)
    case .coordinateSystem: texts(GeoreferenceSeeds.systems)
    case .auxiliary: texts(GeoreferenceSeeds.auxiliary)
    case .pixelFile: texts(["name,px,py\ndoor,10.5,20\nlift,30,40\n", "door;1;2\n"])
    case .geoTIFF: TIFFSeeds.locations
    case .kml: texts(GeoreferenceSeeds.overlays)
    case .cutline: texts(GeoreferenceSeeds.cutlines)
    case .imageLists: texts(GeoreferenceSeeds.imageLists)
    case .svg: texts(GeoreferenceSeeds.drawings)
    case .pdfFacts: texts(GeoreferenceSeeds.pages)
    case .manifest:
      texts([
        "name: House\nattribution: Us\nstore: mbtiles\nfloors:\n"
          + "  - {id: L0, level: 0, name: Ground, image: a.png, bounds: [8, 47, 8.1, 47.1]}\n"
          + "  - id: L1\n    image: b.png\n    corners: [[47.1, 8], [47.1, 8.1], [47, 8.1], [47, 8]]\n"
          + "  - {id: L2, image: c.png, align-to: L0, points: {a: [1, 2], b: [3, 4]}}\n",
        "align: L0\nalignment-limit: 0.3\nfloors:\n"
          + "  - {id: L0, image: a.png, corners: \"47,8 47,9 46,9 46,8\", points: {a: [1, 2]}}\n"
          + "  - {id: B1, level: -1, image: b.tif, points: b.csv}\n",
      ])
    case .layer: [try layer().encoded()]
    case .building: [try building().encoded()]
    case .mbtiles: [try store("seed.mbtiles")]
    case .pmtiles: [try store("seed.pmtiles")]
    case .geopackage: [try store("seed.gpkg")]
    case .verify: [try store("seed.mbtiles"), try store("seed.pmtiles"), try store("seed.gpkg")]
    case .templates:
      texts([
        "{z}/{x}/{y}.{ext}\0L0", "L{floor}_{z}_{x}_{y}.png\0a b", "../{z}/{x}/{y}\0..",
        "https://www.example.com/{floor}/{z}/{x}/{-y}.png?a=1\0é",
      ])
    }
  }

  private static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// A palette, grey, RGB and RGBA image, and one of a single colour.
  private static func pngs() throws -> [[UInt8]] {
    let size = PixelSize(width: 24, height: 17)
    let encoder = try PNGTileEncoder(effort: .fast)
    let rasters: [SyntheticRaster] = [
      .checkerboard(PixelColor(1, 2, 3), PixelColor(200, 100, 0, alpha: 9), square: 3, size: size),
      .noise(seed: 1, opaque: true, size: size), .noise(seed: 2, opaque: false, size: size),
      .alphaGradient(PixelColor(9, 9, 9), size: size),
    ]
    return try rasters.map { try encoder.encode(RGBAImage($0)) }
      + [try encoder.encodeUniform(red: 1, green: 2, blue: 3, alpha: 255, width: 16, height: 16)]
  }

  /// An opaque image and one with alpha.
  private static func avifs() throws -> [[UInt8]] {
    let size = PixelSize(width: 24, height: 17)
    let encoder = try AVIFTileEncoder(quality: 50, effort: .fast)
    let rasters: [SyntheticRaster] = [
      .noise(seed: 1, opaque: true, size: size), .alphaGradient(PixelColor(9, 9, 9), size: size),
    ]
    return try rasters.map { try encoder.encode(RGBAImage($0)) }
  }

  /// Streams of deflate behind a byte: those of the images, and codes of each kind.
  private static func streams() throws -> [[UInt8]] {
    let inImages = try pngs().map { bytes in
      // The chunk of samples comes behind the header of 33 bytes; two bytes are zlib's.
      [20] + bytes.dropFirst(43)
    }
    let rows = (0..<900).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    let deflater = RunDeflater()
    let size = deflater.measure(rows, count: rows.count)
    let runs = [UInt8](unsafeUninitializedCapacity: size + 8) { out, count in
      if let base = out.baseAddress {
        count = deflater.write(rows, count: rows.count, into: base)
      }
    }
    return inImages + [
      [3] + runs.dropFirst(2), [255, 1, 4, 0, 0xFB, 0xFF, 1, 2, 3, 4], [9, 3, 0],
    ]
  }

  private static var coverage: TileCoverage {
    TileCoverage(
      (12...14).flatMap { zoom in
        [(2145, 1434), (2146, 1434), (2145, 1435)].compactMap { x, y in
          TileCoordinate(zoom: zoom, x: x << (zoom - 12), y: y << (zoom - 12))
        }
      })
  }

  private static var definition: LayerDefinition {
    LayerDefinition(
      name: "Seed", description: "A \"seed\"", attribution: "<b>Us</b>", version: "1.0.0",
      format: .png, bounds: GeographicBounds(west: 8.5, south: 47.3, east: 8.7, north: 47.5),
      floor: LayerDefinition.Floor(id: "L0", level: 0, name: "Ground"), zIndex: 3, opacity: 0.5,
      digest: ContentDigest(), coverage: coverage)
  }

  private static func layer() throws -> LayerDefinitionDocument {
    LayerDefinitionDocument(definition, tilePath: try TileTemplate("{z}/{x}/{y}.png"))
  }

  private static func building() throws -> BuildingDocument {
    BuildingDocument(
      BuildingDefinition(
        name: "House", description: nil, attribution: "Us",
        floors: ["L0", "L1"].enumerated().map { level, id in
          BuildingDefinition.Floor(
            LayerDefinition.Floor(id: id, level: FloorLevel(halves: level), name: id),
            layer: "\(id).layer.json")
        }))
  }

  private static func store(_ name: String) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let path = folder.path(name)
    let writer = try SingleFileWriter(path: path)
    var record = PyramidRecord()
    let encoder = try PNGTileEncoder(effort: .fast)
    for (index, tile) in coverage.tiles.enumerated() {
      let bytes = try encoder.encodeUniform(
        red: UInt8(index), green: 2, blue: 3, alpha: 255, width: 256, height: 256)
      try writer.write(bytes, at: tile)
      record.add(bytes, at: tile)
    }
    var definition = definition
    definition.digest = record.digest
    _ = try writer.finish(definition)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
