/// A cache of the raster tiles that were rendered last; belongs to one thread.
final class RenderedLayers {
  private struct Key: Hashable {
    let number: Int
    let x: Int
    let y: Int
  }

  private struct Layer {
    var samples: UnsafeMutablePointer<UInt8>?
    var used: Int
  }

  /// Most memory of tiles, in bytes.
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

  private static func limit(tileSize: Int) -> Int {
    max(18, byteLimit / (4 * tileSize * tileSize))
  }

  /// Memory of tiles in bytes, with those that are requested before ``trim()``.
  static func byteCount(tileSize: Int, asked: Int) -> Int {
    4 * tileSize * tileSize * (limit(tileSize: tileSize) + asked)
  }

  /// Valid until ``trim()``.
  func samples(
    of number: Int, x: Int, y: Int, orRender render: (UnsafeMutablePointer<UInt8>) throws -> Bool
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

  /// Frees the least recently used tiles beyond the limit.
  func trim() {
    guard layers.count > limit else { return }
    let oldest = layers.sorted { $0.value.used < $1.value.used }.prefix(layers.count - limit)
    for (key, layer) in oldest {
      layer.samples?.deallocate()
      layers[key] = nil
    }
  }
}
