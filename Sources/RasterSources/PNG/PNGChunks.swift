import Georeferencing
import TileImaging

/// Metadata chunks of a PNG that are read without libpng.
struct PNGChunks {
  /// No profile and no other chunk that is looked at is larger.
  private static let contentLimit = 4 << 20
  /// How many chunks are looked at before the samples, where no writer makes as many, and in all, where
  /// some make one every 8 KiB.
  private static let (firstChunkLimit, chunkLimit) = (4096, 1 << 20)

  /// The contents of iCCP; empty without it.
  private(set) var profile: [UInt8] = []
  /// The contents of tRNS; empty without it.
  private(set) var transparency: [UInt8] = []
  /// The contents of sBIT; empty without it.
  private(set) var significantBits: [UInt8] = []
  /// The contents of cICP; empty without it.
  private(set) var codePoints: [UInt8] = []
  /// The number of gAMA, times 100,000; `nil` without it.
  private(set) var gamma: Int?
  /// What cHRM says; `nil` without it.
  private(set) var chromaticities: Chromaticities?
  /// The contents of eXIf, which may also follow the samples; empty without it.
  private(set) var exif: [UInt8] = []
  /// How samples stand on paper by pHYs; `nil` without it.
  private(set) var density: PaperResolution?
  /// Whether there is a chunk sRGB, which says that samples are that.
  private(set) var isSRGB = false

  /// Looks at the chunks of a file whose header is known to be sound.
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
          PaperResolution(
            Double($0[0]), Double($0[1]), unitsPerInch: unit == 1 ? 0.0254 : nil)
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
          return Chromaticities(
            white: points[0], red: points[1], green: points[2], blue: points[3])
        }
      default: break
      }
      offset += 12 + length
    }
  }

  /// Big-endian numbers of 32 bits; `nil` where the file ends before.
  private static func numbers(_ file: InputFile, at offset: Int, count: Int) -> [Int]? {
    let bytes = file.bytes(at: offset, count: 4 * count)
    guard bytes.count == 4 * count else { return nil }
    return (0..<count).map { index in
      bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// The largest number of a sample by sBIT, if samples are stored without the scaling that the format
  /// asks for; `nil` without it.
  var largestSample: Double? {
    significantBits.max().flatMap { (1...15).contains($0) ? Double(1 << Int($0) - 1) : nil }
  }

  /// The number that stands for nothing in all bands, which is stated as a transparent colour, or as the only
  /// entry of a palette that is clear.
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

  /// The 16-bit samples of the transparent colour; empty without one.
  var transparentSamples: [Int] {
    stride(from: 0, to: transparency.count - 1, by: 2).map {
      Int(transparency[$0]) << 8 | Int(transparency[$0 + 1])
    }
  }
}
