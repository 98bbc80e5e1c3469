import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// A change of the samples of one tile that a sound pyramid never has.
struct PixelDamage: CustomTestStringConvertible, Sendable {
  let name: String
  let apply: @Sendable (inout PixelStore, TileCoordinate) throws -> Void

  var testDescription: String { name }

  private init(_ name: String, _ change: @escaping @Sendable (RGBAImage) throws -> RGBAImage) {
    self.name = name
    apply = { store, tile in try store.edit(tile, change) }
  }

  private init(
    _ name: String, apply: @escaping @Sendable (inout PixelStore, TileCoordinate) throws -> Void
  ) {
    self.name = name
    self.apply = apply
  }

  static let all: [PixelDamage] = [
    PixelDamage("red and blue swapped") { $0.withRedAndBlueSwapped() },
    PixelDamage("grey") { $0.inGrey() },
    PixelDamage("a colour cast") { image in
      image.mapped { PixelColor($0.red, $0.green, UInt8(Int($0.blue) * 9 / 10), alpha: $0.alpha) }
    },
    PixelDamage("10 levels lighter") { $0.lightened(by: 10) },
    PixelDamage("shifted by 1") { $0.moved { x, y in (max(0, x - 1), y) } },
    PixelDamage("shifted by 8") { $0.moved { x, y in (x, max(0, y - 8)) } },
    PixelDamage("rotated by 180 degrees") { image in
      image.moved { x, y in (image.width - 1 - x, image.height - 1 - y) }
    },
    PixelDamage(
      "taken from a neighbour",
      apply: { store, tile in
        let neighbour = TileCoordinate(zoom: tile.zoom, x: tile.x + 1, y: tile.y)
        store.replace(tile, with: neighbour.flatMap { store.tiles[$0] })
      }),
    PixelDamage("blurred") { $0.blurred() },
    PixelDamage(
      "encoded at JPEG 30",
      apply: { store, tile in
        guard let bytes = store.tiles[tile] else { return }
        let coarse = try JPEGTileEncoder(quality: 30, effort: .fast).encode(
          try TileDecoder.decode(bytes))
        if store.encoding.format == .jpeg {
          store.replace(tile, with: coarse)
        } else {
          let colors = try TileDecoder.decode(coarse)
          try store.edit(tile) { image in
            colors.mapped { x, y, color in
              PixelColor(
                color.red, color.green, color.blue,
                alpha: image.samples[4 * (y * image.width + x) + 3])
            }
          }
        }
      }),
    PixelDamage("a row of samples blanked") { image in
      image.mapped { x, y, color in y == 77 ? PixelColor(255, 255, 255) : color }
    },
  ]

  /// The formats in which tiles alone do not tell of it: those that change single samples as much.
  var hidden: Set<TileFormat> {
    switch name {
    case "shifted by 1", "blurred": [.jpeg, .webp]
    case "a row of samples blanked": [.png, .jpeg, .webp]
    case "encoded at JPEG 30": [.png, .webp]
    default: []
    }
  }

  /// An earlier state of the picture in a part of the tile.
  static let stale = PixelDamage("older in a part") { image in
    image.mapped { x, y, color in
      (60..<200).contains(x) && (60..<200).contains(y) ? PixelColor(230, 210, 60) : color
    }
  }
}

extension RGBAImage {
  /// Every sample changed: its column, row, and colour.
  func mapped(_ change: (Int, Int, PixelColor) -> PixelColor) -> RGBAImage {
    var copy = self
    for y in 0..<height {
      for x in 0..<width {
        let base = 4 * (y * width + x)
        let pixel = change(
          x, y,
          PixelColor(
            samples[base], samples[base + 1], samples[base + 2], alpha: samples[base + 3]))
        copy.samples[base] = pixel.red
        copy.samples[base + 1] = pixel.green
        copy.samples[base + 2] = pixel.blue
        copy.samples[base + 3] = pixel.alpha
      }
    }
    return copy
  }

  /// Every colour changed.
  func mapped(_ change: (PixelColor) -> PixelColor) -> RGBAImage { mapped { change($2) } }

  /// The image with a rectangle of 50 × 40 samples of magenta, somewhere where its corners are opaque; `nil` where
  /// there is no room.
  func withRectangle(using generator: inout SeededGenerator) -> RGBAImage? {
    let (columns, rows) = (50, 40)
    let starts = (0..<width * height).filter {
      let (x, y) = ($0 % width, $0 / width)
      guard x + columns <= width, y + rows <= height else { return false }
      return [(0, 0), (columns - 1, 0), (0, rows - 1), (columns - 1, rows - 1)].allSatisfy {
        samples[4 * ((y + $0.1) * width + x + $0.0) + 3] == 255
      }
    }
    guard let start = starts.randomElement(using: &generator) else { return nil }
    return mapped { x, y, sample in
      let (column, row) = (x - start % width, y - start / width)
      return (0..<columns).contains(column) && (0..<rows).contains(row)
        ? PixelColor(255, 0, 255) : sample
    }
  }

  /// Every sample taken from another place.
  func moved(_ position: (Int, Int) -> (x: Int, y: Int)) -> RGBAImage {
    mapped { x, y, _ in
      let from = position(x, y)
      let base = 4 * (from.y * width + from.x)
      return PixelColor(
        samples[base], samples[base + 1], samples[base + 2], alpha: samples[base + 3])
    }
  }

  func withRedAndBlueSwapped() -> RGBAImage {
    mapped { PixelColor($0.blue, $0.green, $0.red, alpha: $0.alpha) }
  }

  func inGrey() -> RGBAImage {
    mapped {
      let grey = UInt8((Int($0.red) + 2 * Int($0.green) + Int($0.blue)) / 4)
      return PixelColor(grey, grey, grey, alpha: $0.alpha)
    }
  }

  func lightened(by amount: Int) -> RGBAImage {
    mapped {
      PixelColor(
        UInt8(clamping: Int($0.red) + amount), UInt8(clamping: Int($0.green) + amount),
        UInt8(clamping: Int($0.blue) + amount), alpha: $0.alpha)
    }
  }

  /// The mean of three by three samples.
  func blurred() -> RGBAImage {
    var copy = self
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<4 {
          var sum = 0
          for row in [max(0, y - 1), y, min(height - 1, y + 1)] {
            for column in [max(0, x - 1), x, min(width - 1, x + 1)] {
              sum += Int(samples[4 * (row * width + column) + channel])
            }
          }
          copy.samples[4 * (y * width + x) + channel] = UInt8((sum + 4) / 9)
        }
      }
    }
    return copy
  }
}
