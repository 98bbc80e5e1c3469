import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// A change of a store that a sound pyramid never has, with what must be found of it.
struct StoreDamage: CustomTestStringConvertible, Sendable {
  let name: String
  /// The tile that is damaged; `nil` where it is a zoom or the whole store.
  let tile: TileCoordinate?
  /// The formats whose tiles alone do not tell of it.
  let hidden: Set<TileFormat>
  /// Changes the store; `false` where its format cannot have the damage.
  let apply: @Sendable (inout PixelStore) throws -> Bool

  var testDescription: String { name }

  private static let deepest = TileCoordinate(unchecked: 6, x: 41, y: 21)
  private static let edge = TileCoordinate(unchecked: 6, x: 40, y: 20)
  private static let overview = TileCoordinate(unchecked: 5, x: 20, y: 10)

  private init(
    _ name: String, _ tile: TileCoordinate?, hidden: Set<TileFormat> = [],
    except format: TileFormat? = nil, change: @escaping @Sendable (inout PixelStore) throws -> Void
  ) {
    (self.name, self.tile, self.hidden) = (name, tile, hidden)
    apply = { store in
      if store.encoding.format == format { return false }
      try change(&store)
      return true
    }
  }

  /// Puts every tile at another place.
  private static func move(
    _ store: inout PixelStore, _ place: (TileCoordinate) -> TileCoordinate
  ) {
    let tiles = store.tiles
    for tile in tiles.keys { store.replace(tile, with: nil) }
    for (tile, bytes) in tiles { store.replace(place(tile), with: bytes) }
  }

  static let all = pixels(of: deepest, "a tile") + pixels(of: overview, "an overview") + others

  /// Damages other than a change of the samples of one tile.
  static let others = bytes + sets

  private static func pixels(of tile: TileCoordinate, _ subject: String) -> [StoreDamage] {
    (PixelDamage.all + [.stale]).map { damage in
      StoreDamage("\(subject), \(damage.name)", tile, hidden: damage.hidden) { store in
        try damage.apply(&store, tile)
      }
    }
  }

  private static let bytes: [StoreDamage] = [
    StoreDamage("a tile, emptied", deepest) { store in
      try store.edit(deepest) { image in image.mapped { _ in PixelColor(0, 0, 0, alpha: 0) } }
    },
    StoreDamage("an overview, emptied", overview) { store in
      try store.edit(overview) { image in image.mapped { _ in PixelColor(0, 0, 0, alpha: 0) } }
    },
    // Either that tile or its overview may be wrong.
    StoreDamage("a tile, without its alpha", nil, except: .jpeg) { store in
      try store.edit(edge) { image in image.mapped { PixelColor($0.red, $0.green, $0.blue) } }
    },
    StoreDamage("a tile, truncated", deepest) { store in
      store.replace(deepest, with: store.tiles[deepest].map { Array($0.prefix($0.count / 2)) })
    },
    StoreDamage("a tile, 128 samples wide", deepest) { store in
      try store.edit(deepest) { image in
        let rows = (0..<128).flatMap { image.samples[(1024 * $0)..<(1024 * $0 + 512)] }
        return RGBAImage(width: 128, height: 128, samples: rows)
      }
    },
    StoreDamage("a tile, of another format", deepest) { store in
      let bytes = try #require(store.tiles[deepest])
      let other: TileEncoding =
        store.encoding.format == .png ? .jpeg(quality: 90, background: .white) : .png
      store.replace(
        deepest, with: try other.makeEncoder(effort: .fast).encode(TileDecoder.decode(bytes)))
    },
    StoreDamage("a tile, a page of HTML", deepest) { store in
      store.replace(deepest, with: Array("<html><body>404 Not Found</body></html>".utf8))
    },
    StoreDamage("a tile, there twice", deepest) { store in
      let other = store.encoding.format == .png ? "webp" : "png"
      store.extras["\(deepest).\(other)"] = store.tiles[edge]
    },
  ]

  private static let sets: [StoreDamage] = [
    StoreDamage("a tile, missing", deepest) { $0.replace(deepest, with: nil) },
    StoreDamage("a tile at the edge, missing", edge) { $0.replace(edge, with: nil) },
    StoreDamage("an overview, missing", overview) { $0.replace(overview, with: nil) },
    StoreDamage("a zoom, missing", nil) { store in
      for tile in store.tiles.keys where tile.zoom == 5 { store.replace(tile, with: nil) }
    },
    StoreDamage("a tile at the edge, missing below a missing zoom", edge) { store in
      for tile in store.tiles.keys where tile.zoom == 5 { store.replace(tile, with: nil) }
      store.replace(edge, with: nil)
    },
    StoreDamage("all zooms, a zoom too deep", nil, hidden: [.png, .jpeg, .webp]) { store in
      move(&store) { TileCoordinate(unchecked: $0.zoom + 1, x: $0.x, y: $0.y) }
    },
    StoreDamage("all rows, counted from the other end", nil) { store in
      move(&store) { TileCoordinate(unchecked: $0.zoom, x: $0.x, y: $0.tmsRow) }
    },
    StoreDamage("all tiles, red and blue swapped", nil, hidden: [.png, .jpeg, .webp]) { store in
      for tile in store.tiles.keys { try store.edit(tile) { $0.withRedAndBlueSwapped() } }
    },
  ]
}
