import Georeferencing
import Hashing
import TileImaging
import TileModel
import TileRendering
package import TileStorage

extension PyramidBuilder {
  /// Everything that the tiles depend on except the image itself and the version of the program: the
  /// choices of the plan, the georeference of the image, the effort, and the version of the compressor.
  ///
  /// Threads, memory and folders are no part of it, since the bytes do not depend on them.
  package var identity: BuildIdentity {
    var settings = PyramidSettings(encoding)
    settings.options = plan.options
    var identity = BuildIdentity()
    let libraries = [encoding.opaque.library, encoding.other.library]
    identity.add(
      "the library that compresses tiles",
      encoding.isHybrid ? libraries.joined(separator: " and ") : libraries[0])
    identity.add("the size of the image", "\(plan.size)")
    identity.add("the shallowest zoom", "\(plan.levels[0].zoom)")
    identity.add("the deepest zoom", "\(plan.deepest.zoom)")
    identity.add(settings, of: TileSettings.self)
    // In pixels of the deepest zoom, so that another one differs in this, too.
    identity.add("the georeference of the image", georeferenceFingerprint)
    identity.add("`clips`", clipFingerprint)
    identity.add("`background`", encoding.background?.description)
    return identity
  }

  private var clipFingerprint: String {
    guard !plan.options.clips.isEmpty else { return "none" }
    // Each list begins with its count, so that a hole is not a polygon of its own.
    var numbers: [UInt64] = []
    for area in plan.options.clips {
      numbers.append(UInt64(area.polygons.count))
      for polygon in area.polygons {
        numbers.append(UInt64(polygon.rings.count))
        for ring in polygon.rings {
          numbers.append(UInt64(ring.count))
          for point in ring { numbers += [point.x.bitPattern, point.y.bitPattern] }
        }
      }
    }
    let hash = numbers.withUnsafeBytes { Hash128(hashing: $0) }
    return ContentDigest(low: hash.low, high: hash.high).hexadecimal
  }

  /// The bounds, and a hash of where a lattice of samples of the deepest level is on the image:
  /// whatever kind of map it is, another one moves some of them.
  private var georeferenceFingerprint: String {
    let window = WorldWindow(range: plan.deepest.range, tileSize: plan.options.tileSize.rawValue)
    let steps = 16
    var positions: [UInt64] = []
    for row in 0...steps {
      for column in 0...steps {
        let x = Double(window.columns.lowerBound + window.columns.count * column / steps) + 0.5
        let y = Double(window.rows.lowerBound + window.rows.count * row / steps) + 0.5
        let pixel = plan.mapping.pixel(atX: x, y: y)
        positions.append(pixel?.x.bitPattern ?? .max)
        positions.append(pixel?.y.bitPattern ?? .max)
      }
    }
    let hash = positions.withUnsafeBytes { Hash128(hashing: $0) }
    let bounds = plan.bounds
    return "\(bounds.west),\(bounds.south),\(bounds.east),\(bounds.north) by map "
      + String(hash.low, radix: 16)
  }
}
