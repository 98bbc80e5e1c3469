import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// A kind of damage that is planted into pyramids drawn by chance.
struct RandomDamage: CustomTestStringConvertible, Sendable {
  enum Scope { case deepest, overview, store }

  /// Levels by which samples changed: the most, and the root of the mean square.
  typealias Size = (most: Double, root: Double)

  let name: String
  let scope: Scope
  /// Changes a build; `nil` where it cannot have the damage.
  let apply: @Sendable (inout RandomBuild, TileCoordinate, inout SeededGenerator) throws -> Size?

  var testDescription: String { name }

  private init(
    _ name: String, _ scope: Scope,
    apply:
      @escaping @Sendable (inout RandomBuild, TileCoordinate, inout SeededGenerator) throws -> Size?
  ) {
    (self.name, self.scope, self.apply) = (name, scope, apply)
  }

  /// A change of the samples of one tile.
  private static func samples(
    _ name: String, _ change: @escaping @Sendable (RGBAImage) throws -> RGBAImage
  ) -> [RandomDamage] {
    [Scope.deepest, .overview].map { scope in
      RandomDamage("\(scope == .deepest ? "a tile" : "an overview"), \(name)", scope) {
        build, tile, _ in try build.edit(tile, change)
      }
    }
  }

  /// A rectangle of 50 × 40 samples of a colour that few images have, within the image.
  static let pasted = RandomDamage("a rectangle pasted", .overview) { build, tile, generator in
    guard let bytes = build.tiles[tile],
      let changed = try TileDecoder.decode(bytes).withRectangle(using: &generator)
    else { return nil }
    return try build.edit(tile) { _ in changed }
  }

  static let all: [RandomDamage] =
    [
      samples("shifted by a sample east") { $0.moved { x, y in (max(0, x - 1), y) } },
      samples("shifted by a sample north") { image in
        image.moved { x, y in (x, min(image.height - 1, y + 1)) }
      },
      samples("mirrored") { image in image.moved { x, y in (image.width - 1 - x, y) } },
      samples("upside down") { image in image.moved { x, y in (x, image.height - 1 - y) } },
      samples("transposed") { $0.moved { x, y in (y, x) } },
      samples("twice as large") { $0.moved { x, y in (x / 2, y / 2) } },
      samples("of another image") { image in
        image.mapped { x, y, color in
          PixelColor(
            UInt8(x * 7 & 255), UInt8(y * 5 & 255), UInt8((x ^ y) & 255), alpha: color.alpha)
        }
      },
      samples("red and blue swapped") { $0.withRedAndBlueSwapped() },
      samples("grey") { $0.inGrey() },
      samples("without green") { image in
        image.mapped { PixelColor($0.red, 0, $0.blue, alpha: $0.alpha) }
      },
      samples("one channel 12 levels up") { image in
        image.mapped {
          PixelColor($0.red, $0.green, UInt8(clamping: Int($0.blue) + 12), alpha: $0.alpha)
        }
      },
      samples("12 levels lighter") { $0.lightened(by: 12) },
      samples("of less contrast") { image in
        func less(_ value: UInt8) -> UInt8 { UInt8((Int(value) * 4 + 128) / 5) }
        return image.mapped {
          PixelColor(less($0.red), less($0.green), less($0.blue), alpha: $0.alpha)
        }
      },
      samples("blurred") { $0.blurred() },
      samples("blank") { image in image.mapped { _ in PixelColor(0, 0, 0, alpha: 0) } },
      samples("of one colour") { image in image.mapped { _ in PixelColor(120, 130, 140) } },
      samples("a row white") { image in
        image.mapped { x, y, color in y == image.height / 3 ? PixelColor(255, 255, 255) : color }
      },
      samples("a black square in it") { image in
        image.mapped { x, y, color in
          (80..<120).contains(x) && (90..<130).contains(y) ? PixelColor(0, 0, 0) : color
        }
      },
      samples("older in a part") { image in
        image.mapped { x, y, color in
          y > image.height / 2
            ? PixelColor(color.green, color.blue, 255 - color.red, alpha: color.alpha) : color
        }
      },
      samples("half transparent") { image in
        image.mapped { PixelColor($0.red, $0.green, $0.blue, alpha: $0.alpha / 2) }
      },
      samples("without alpha") { image in
        image.mapped { PixelColor($0.red, $0.green, $0.blue) }
      },
    ].flatMap(\.self) + [.deepest, .overview].flatMap(exchanges) + stores

  private static func exchanges(_ scope: Scope) -> [RandomDamage] {
    let subject = scope == .deepest ? "tiles" : "overviews"
    return [
      RandomDamage("two \(subject) exchanged", scope) { build, tile, generator in
        let others = build.addresses(isDeepest: scope == .deepest).filter {
          $0.zoom == tile.zoom && $0 != tile
        }
        guard let other = others.randomElement(using: &generator), let first = build.tiles[tile],
          let second = build.tiles[other]
        else { return nil }
        (build.tiles[tile], build.tiles[other]) = (second, first)
        return RandomBuild.difference(try TileDecoder.decode(first), try TileDecoder.decode(second))
      },
      RandomDamage("one of the \(subject) missing", scope) { build, tile, _ in
        // Without the only tile of its first zoom a pyramid begins a zoom deeper.
        let isOnly =
          tile.zoom == build.definition.minimumZoom
          && !build.tiles.keys.contains { $0.zoom == tile.zoom && $0 != tile }
        guard !isOnly, let bytes = build.tiles[tile] else { return nil }
        build.tiles[tile] = nil
        let image = try TileDecoder.decode(bytes)
        // Without a tile that cannot be transparent its background shows.
        let isJPEG = !build.encoding.other.holdsAlpha
        return RandomBuild.difference(
          image,
          image.mapped { _ in
            isJPEG ? PixelColor(255, 255, 255) : PixelColor(0, 0, 0, alpha: 0)
          })
      },
      RandomDamage("one of the \(subject) truncated", scope) { build, tile, _ in
        build.tiles[tile] = build.tiles[tile].map { Array($0.prefix($0.count / 2)) }
        return (255, 255)
      },
    ]
  }

  /// Puts every tile at another place.
  private static func move(
    _ build: inout RandomBuild, _ place: (TileCoordinate) -> TileCoordinate
  ) -> Size {
    let tiles = build.tiles
    build.tiles = [:]
    for (tile, bytes) in tiles { build.tiles[place(tile)] = bytes }
    return (255, 255)
  }

  private static let stores: [RandomDamage] = [
    RandomDamage("a tile too many", .store) { build, tile, _ in
      guard let bytes = build.tiles[tile],
        let other = TileCoordinate(
          zoom: tile.zoom, x: tile.x ^ 1 ^ (tile.x > 8 ? 8 : 0), y: tile.y),
        build.tiles[other] == nil
      else { return nil }
      build.tiles[other] = bytes
      let image = try TileDecoder.decode(bytes)
      return RandomBuild.difference(image, image.mapped { _ in PixelColor(0, 0, 0, alpha: 0) })
    },
    RandomDamage("all tiles a zoom too deep", .store) { build, _, _ in
      move(&build) { TileCoordinate(unchecked: $0.zoom + 1, x: $0.x, y: $0.y) }
    },
    RandomDamage("all rows counted from the other end", .store) { build, _, _ in
      move(&build) { TileCoordinate(unchecked: $0.zoom, x: $0.x, y: $0.tmsRow) }
    },
    RandomDamage("the bounds a width too far east", .store) { build, _, _ in
      let width = build.definition.bounds.east - build.definition.bounds.west
      // Bounds may be off by a sample.
      let samples =
        width / 360
        * Double(build.definition.tileSize.rawValue << build.definition.maximumZoom)
      guard samples > 2 else { return nil }
      build.definition.bounds.west += width
      build.definition.bounds.east += width
      return (255, 255)
    },
  ]
}
