/// The tiles of rasters that were rendered last, for those that need them again; belongs to one thread.
final class RenderedLayers {
  private struct Key: Hashable {
    let number: Int
    let x: Int
    let y: Int
  }

  private struct Layer {
    /// `nil` where the raster shows nothing.
    var samples: UnsafeMutablePointer<UInt8>?
    var used: Int
  }

  /// The most memory that tiles take.
  private static let byteLimit = 24 << 20

  private let byteCount: Int
  private let limit: Int
  private var layers: [Key: Layer] = [:]
  private var clock = 0

  init(tileSize: Int) {
    byteCount = 4 * tileSize * tileSize
    limit = Self.limit(tileSize: tileSize)
  }

  deinit { for layer in layers.values { layer.samples?.deallocate() } }

  /// How many tiles are kept: at least those of two rasters in a tile and around it.
  private static func limit(tileSize: Int) -> Int {
    max(18, byteLimit / (4 * tileSize * tileSize))
  }

  /// The memory that tiles of a size take, with those that are asked for until ``trim()``.
  static func byteCount(tileSize: Int, asked: Int) -> Int {
    4 * tileSize * tileSize * (limit(tileSize: tileSize) + asked)
  }

  /// A tile of a raster; valid until ``trim()``.
  func samples(
    of number: Int, x: Int, y: Int,
    orRender render: (UnsafeMutablePointer<UInt8>) throws -> Bool
  ) throws -> UnsafePointer<UInt8>? {
    clock += 1
    let key = Key(number: number, x: x, y: y)
    if let index = layers.index(forKey: key) {
      layers.values[index].used = clock
      return layers.values[index].samples.map { UnsafePointer($0) }
    }
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount)
    do {
      guard try render(samples) else {
        samples.deallocate()
        layers[key] = Layer(samples: nil, used: clock)
        return nil
      }
    } catch {
      samples.deallocate()
      throw error
    }
    layers[key] = Layer(samples: samples, used: clock)
    return UnsafePointer(samples)
  }

  /// Lets go of those that were not used for longest, beyond what is kept.
  func trim() {
    guard layers.count > limit else { return }
    let oldest = layers.sorted { $0.value.used < $1.value.used }.prefix(layers.count - limit)
    for (key, layer) in oldest {
      layer.samples?.deallocate()
      layers[key] = nil
    }
  }
}
