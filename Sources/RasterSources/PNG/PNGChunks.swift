import Georeferencing
import TileImaging

/// Metadata chunks of a PNG that are read without libpng.
struct PNGChunks {
  /// In bytes; no profile is larger.
  private static let contentLimit = 4 << 20
  /// Limits before the image data and in all; some writers make an IDAT every 8 KiB.
  private static let (firstChunkLimit, chunkLimit) = (4096, 1 << 20)

  private(set) var profile: [UInt8] = []
  private(set) var transparency: [UInt8] = []
  private(set) var significantBits: [UInt8] = []
  private(set) var codePoints: [UInt8] = []
  /// gAMA, times 100,000.
  private(set) var gamma: Int?
  private(set) var chromaticities: Chromaticities?
  /// eXIf, which may also follow the image data.
  private(set) var exif: [UInt8] = []
  private(set) var density: PaperResolution?
  private(set) var isSRGB = false

  init(_ file: InputFile) {
    var offset = PNGDecoder.signature.count
    var (limit, count) = (Self.firstChunkLimit, 0)
    while count < limit {
      count += 1
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { return }
      let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
      let contents = min(length, Self.contentLimit)
      switch String(decoding: head[4...], as: UTF8.self) {
      case "IEND": return
      case "IDAT": limit = Self.chunkLimit
      case "eXIf": exif = file.bytes(at: offset + 8, count: contents)
      case _ where limit == Self.chunkLimit: break
      case "pHYs":
        let unit = file.bytes(at: offset + 16, count: 1).first
        density = Self.numbers(file, at: offset + 8, count: 2).flatMap {
          PaperResolution(Double($0[0]), Double($0[1]), unitsPerInch: unit == 1 ? 0.0254 : nil)
        }
      case "iCCP": profile = file.bytes(at: offset + 8, count: contents)
      case "tRNS": transparency = file.bytes(at: offset + 8, count: min(contents, 256))
      case "sBIT": significantBits = file.bytes(at: offset + 8, count: min(contents, 4))
      case "sRGB": isSRGB = true
      case "cICP": codePoints = file.bytes(at: offset + 8, count: min(contents, 4))
      case "gAMA": gamma = Self.numbers(file, at: offset + 8, count: 1)?.first
      case "cHRM":
        chromaticities = Self.numbers(file, at: offset + 8, count: 8).map { numbers in
          let points = stride(from: 0, to: 8, by: 2).map {
            Chromaticities.Point(Double(numbers[$0]) / 100_000, Double(numbers[$0 + 1]) / 100_000)
          }
          return Chromaticities(white: points[0], red: points[1], green: points[2], blue: points[3])
        }
      default: break
      }
      offset += 12 + length
    }
  }

  /// Big-endian, 32 bits; `nil` beyond the end.
  private static func numbers(_ file: InputFile, at offset: Int, count: Int) -> [Int]? {
    let bytes = file.bytes(at: offset, count: 4 * count)
    guard bytes.count == 4 * count else { return nil }
    return (0..<count).map { index in
      bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// From sBIT, where samples lack the scaling that the format requires; `nil` without it.
  var largestSample: Double? {
    significantBits.max().flatMap { (1...15).contains($0) ? Double(1 << Int($0) - 1) : nil }
  }

  /// Nodata value: the transparent colour, or the only transparent palette entry.
  func statements(_ layout: SampleLayout) -> BandStatements {
    var statements = BandStatements()
    var noData = transparentSamples.first.map(Double.init)
    if case .palette = layout.color {
      noData = transparency.firstIndex(of: 0).map(Double.init)
    } else if !transparentSamples.allSatisfy({ $0 == transparentSamples.first }) {
      noData = nil
    }
    for band in layout.colorBands { statements[band + 1].noData = noData }
    return statements
  }

  var transparentSamples: [Int] {
    stride(from: 0, to: transparency.count - 1, by: 2).map {
      Int(transparency[$0]) << 8 | Int(transparency[$0 + 1])
    }
  }
}
