public import Georeferencing
public import RasterSources
public import TileModel

/// A raster whose rows are computed when they are read, so that tests need no large files.
public struct SyntheticRaster: RasterSource {
  /// Computes one row: its number, and `4 × width` bytes of straight RGBA to write.
  public typealias Row = @Sendable (Int, UnsafeMutablePointer<UInt8>) -> Void

  /// The path is `synthetic:` and what it shows.
  package let header: RasterHeader
  private let row: Row

  /// Creates a raster from a function of the row.
  public init(name: String, size: PixelSize, isOpaque: Bool, row: @escaping Row) {
    header = RasterHeader(path: "synthetic:\(name)", size: size, isOpaque: isOpaque)
    self.row = row
  }

  /// Creates a raster from a function of column and row.
  public init(
    name: String, size: PixelSize, isOpaque: Bool,
    pixel: @escaping @Sendable (Int, Int) -> PixelColor
  ) {
    self.init(name: name, size: size, isOpaque: isOpaque) { y, bytes in
      for x in 0..<size.width {
        let color = pixel(x, y)
        bytes[4 * x] = color.red
        bytes[4 * x + 1] = color.green
        bytes[4 * x + 2] = color.blue
        bytes[4 * x + 3] = color.alpha
      }
    }
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    (Reader(raster: self), 0)
  }

  /// The whole raster as straight RGBA8, `height × width × 4` bytes.
  public var samples: [UInt8] {
    var samples = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for y in 0..<size.height { row(y, base + 4 * size.width * y) }
    }
    return samples
  }

  /// The raster with its rows computed once, for one that is read again and again.
  package func inMemory() -> SyntheticRaster {
    let (samples, stride) = (samples, 4 * size.width)
    let name = String(path.drop { $0 != ":" }.dropFirst())
    return SyntheticRaster(name: name, size: size, isOpaque: isOpaque) { y, row in
      samples.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        row.update(from: base + stride * y, count: stride)
      }
    }
  }

  /// A failure of a reader of a synthetic raster.
  public enum ReadError: Error, Hashable {
    /// More rows were read than there are.
    case endOfRaster
    /// Fewer rows were read than there are.
    case unreadRows
  }

  private final class Reader: RasterRowReader {
    private let raster: SyntheticRaster
    private var next = 0

    init(raster: SyntheticRaster) { self.raster = raster }

    func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
      guard next < raster.size.height else { throw ReadError.endOfRaster }
      raster.row(next, row)
      next += 1
    }

    func finish() throws {
      guard next == raster.size.height else { throw ReadError.unreadRows }
    }
  }
}
