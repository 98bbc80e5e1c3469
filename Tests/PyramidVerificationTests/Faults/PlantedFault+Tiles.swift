import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

extension PlantedFault {
  private typealias Change = (TileCoordinate, [UInt8]) throws -> [UInt8]?

  /// The sample with another tile, or other tiles of a zoom whose number is given with a slash.
  private static func changed(_ tiles: String, _ change: Change) throws -> SampleTiles {
    try SampleTiles.opaque.get().replacing(where: { $0.description.hasPrefix(tiles) }, change)
  }

  private static func own(_ tiles: String, _ change: Change) throws -> SampleStore {
    try SampleStore.mbtiles(changed(tiles, change).redefined)
  }

  private static func foreign(_ tiles: String, _ change: Change) throws -> SampleStore {
    try SampleStore.foreignMBTiles(changed(tiles, change))
  }

  /// Takes some of every eight squares of 16 samples from another picture.
  private static func withOther(
    _ tile: TileCoordinate, _ bytes: [UInt8], eighths: Int
  ) throws -> [UInt8] {
    let other = try TileDecoder.decode(try SampleTiles.other.get().tiles[tile] ?? bytes)
    return try TileEdit.map(bytes) { x, y, color in
      let base = 4 * (y * other.width + x)
      return (x / 16 + y / 16 * 3) % 8 >= eighths
        ? color
        : PixelColor(other.samples[base], other.samples[base + 1], other.samples[base + 2])
    }
  }

  // MARK: The set of tiles

  static let sets: [PlantedFault] = [
    PlantedFault("tiles.none", "none at all") {
      let store = try SampleStore.foreignMBTiles()
      try store.run("DELETE FROM tiles")
      return store
    },
    PlantedFault("tiles.missing", "a file removed") {
      let store = try SampleStore.directory()
      try store.remove("6/40/20.png")
      return store
    },
    PlantedFault("tiles.missing", "a row removed") {
      let store = try SampleStore.mbtiles()
      try store.run(
        "DELETE FROM tiles_shallow WHERE zoom_level = 5 AND tile_column = 21 AND tile_row = 21")
      return store
    },
    PlantedFault("tiles.extra", "a file too many") {
      let sample = try SampleTiles.opaque.get()
      let store = try SampleStore.directory(sample)
      try store.place(try #require(sample.tiles.values.first), at: "6/7/7.png")
      return store
    },
    PlantedFault("tiles.outside", "bounds of a half") {
      let sample = try SampleTiles.opaque.get()
      let store = try SampleStore.foreignMBTiles(sample)
      let bounds = sample.definition.bounds
      let west = (bounds.west + bounds.east) / 2
      try store.run(
        """
        UPDATE metadata SET value = '\(west),\(bounds.south),\(bounds.east),\(bounds.north)'
          WHERE name = 'bounds'
        """)
      return store
    },
    PlantedFault("tiles.gap", "a tile in the midst") {
      let sample = try SampleTiles.opaque.get().replacing(where: isNamed(inner)) { _, _ in nil }
      return try SampleStore.foreignMBTiles(sample)
    },
    PlantedFault("tiles.flipped", "told by the bounds") {
      try SampleStore.foreignMBTiles(isFlipped: true)
    },
    PlantedFault("tiles.flipped", "told by the pixels") {
      try SampleStore.foreignMBTiles(isFlipped: true, hasBounds: false)
    },
    PlantedFault("tiles.flipped", "a directory, told by the pixels") {
      try SampleStore.foreignDirectory(rows: .tms)
    },
    PlantedFault("tiles.transposed", "rows before columns") {
      try SampleStore.foreignDirectory(rowsFirst: true)
    },
    PlantedFault("tiles.flipped", "told by the layer definition") {
      let store = try SampleStore.mbtiles()
      try store.run(
        """
        UPDATE tiles_shallow SET tile_row = -1 - tile_row;
        UPDATE tiles_shallow SET tile_row = tile_row + (1 << zoom_level);
        """)
      return store
    },
    PlantedFault("directory.link", "a link in the place of a tile") {
      let store = try SampleStore.foreignDirectory()
      try FileManager.default.createSymbolicLink(
        atPath: store.path + "/6/40/0.png", withDestinationPath: "/dev/zero")
      return store
    },
    PlantedFault("directory.stray", "a note among the tiles") {
      let store = try SampleStore.foreignDirectory()
      try store.place(Array("hello".utf8), at: "6/40/notes.txt")
      return store
    },
  ]

  // MARK: Tiles

  static let tiles: [PlantedFault] = [
    PlantedFault("tile.readable", "larger than any tile") {
      let store = try SampleStore.directory()
      let file = try #require(FileHandle(forUpdatingAtPath: store.path + "/6/40/20.png"))
      try file.truncate(atOffset: 64 << 20 + 1)
      try file.close()
      return store
    },
    PlantedFault("tile.decodes", "cut short") { try own(inner) { Array($1.prefix($1.count / 2)) } },
    PlantedFault("tile.decodes", "a flipped bit") {
      try SampleStore.directory(
        SampleTiles.opaque.get().replacing(where: isNamed(overview)) { _, bytes in
          var bytes = bytes
          bytes[bytes.count / 2] ^= 4
          return bytes
        }.redefined)
    },
    PlantedFault("tile.decodes", "no image") {
      try foreign(inner) { _, _ in Array("<html>404".utf8) }
    },
    PlantedFault("tile.decodes", "no bytes") {
      try SampleStore.foreignDirectory(
        SampleTiles.opaque.get().replacing(where: isNamed(inner)) { _, _ in [] })
    },
    PlantedFault("tile.decodes", "vector tiles") {
      try foreign(inner) { _, _ in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] }
    },
    PlantedFault("tile.quality", "coded at JPEG 30") {
      var store = try PixelStore(.photograph, .jpeg(quality: 80, background: .white))
      let tile = try PixelStore.inner()
      for damage in PixelDamage.all where damage.name == "encoded at JPEG 30" {
        try damage.apply(&store, tile)
      }
      let sample = try SampleStore.foreignDirectory()
      for name in ["4", "5", "6"] { try sample.remove(name) }
      for (tile, bytes) in store.tiles { try sample.place(bytes, at: "\(tile).jpg") }
      return sample
    },
    PlantedFault("tile.format", "WebP in a PNG store") {
      try SampleStore.mbtiles(
        SampleTiles.flat.get().replacing(where: isNamed(inner)) { try TileEdit.webP($1) }.redefined)
    },
    PlantedFault("tile.format", "WebP under the name of PNG") {
      try SampleStore.foreignDirectory(
        SampleTiles.flat.get().replacing(where: isNamed(inner)) { try TileEdit.webP($1) })
    },
    PlantedFault("tile.size", "half as large") {
      let sample = try SampleTiles.opaque.get()
      let small = try PNGTileEncoder(effort: .fast).encode(
        RGBAImage(SamplePicture.raster(side: 128)))
      return try SampleStore.mbtiles(
        sample.replacing(where: isNamed(inner)) { _, _ in small }.redefined)
    },
    PlantedFault("tile.size", "not square, in a store of others") {
      let sample = try SampleTiles.opaque.get()
      let wide = try PNGTileEncoder(effort: .fast).encodeUniform(
        red: 1, green: 2, blue: 3, alpha: 255, width: 256, height: 128)
      return try SampleStore.foreignMBTiles(
        sample.replacing(where: isNamed(inner)) { _, _ in wide })
    },
    PlantedFault("tile.size", "not the width that a GeoPackage states") {
      try SampleStore.geopackage(
        sql: """
          DELETE FROM gpkg_metadata;
          UPDATE gpkg_tile_matrix SET tile_width = 512, tile_height = 512,
            pixel_x_size = pixel_x_size / 2, pixel_y_size = pixel_y_size / 2;
          """)
    },
    PlantedFault("tile.orientation", "a JPEG that browsers turn") {
      let store = try PixelStore(.photograph, .jpeg(quality: 80, background: .white))
      let inner = try PixelStore.inner()
      let sample = try SampleStore.foreignDirectory()
      for name in ["4", "5", "6"] { try sample.remove(name) }
      // Exif data of one entry, the orientation 6.
      let exif: [UInt8] =
        Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
        + [UInt8](repeating: 0, count: 6)
      let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
      for (tile, bytes) in store.tiles {
        try sample.place(
          tile == inner ? bytes.prefix(2) + segment + bytes.dropFirst(2) : bytes, at: "\(tile).jpg")
      }
      return sample
    },
    PlantedFault("tile.trailing", "bytes after the image") { try own(inner) { $1 + [0, 1, 2] } },
    PlantedFault("tile.blank", "a transparent tile") {
      try SampleStore.mbtiles(try SampleTiles.withBlank.get())
    },
    PlantedFault("tile.repeated", "a flat file of one colour") {
      try SampleStore.foreignMBTiles(try SampleTiles.flat.get())
    },
  ]

  // MARK: Overviews

  static let overviews: [PlantedFault] = [
    PlantedFault("overview.hole", "a transparent block") {
      try own(overview) { _, bytes in
        try TileEdit.map(bytes) { x, y, color in
          x > 100 && y > 100 && x < 180 ? PixelColor(0, 0, 0, alpha: 0) : color
        }
      }
    },
    PlantedFault("overview.hole", "a tile that neither is there nor is listed") {
      try own(overview) { _, _ in nil }
    },
    PlantedFault("tiles.gap", "no overview in a store of others") {
      let sample = try SampleTiles.opaque.get().replacing(where: isNamed(overview)) { _, _ in nil }
      return try SampleStore.foreignMBTiles(sample)
    },
    PlantedFault("overview.exact", "two levels more in a block") {
      try own(overview) { _, bytes in
        try TileEdit.map(bytes) { x, y, color in
          x < 20 && y < 20 ? PixelColor(color.red + 2, color.green, color.blue) : color
        }
      }
    },
    PlantedFault("overview.stale", "a tile of another picture") {
      let other = try SampleTiles.other.get()
      return try own(overview) { tile, _ in other.tiles[tile] }
    },
    PlantedFault("overview.stale", "a zoom of another picture, in a store of others") {
      let other = try SampleTiles.other.get()
      return try foreign("5/") { tile, _ in other.tiles[tile] }
    },
    PlantedFault("overview.stale", "half of a zoom of another picture, in a store of others") {
      let other = try SampleTiles.other.get()
      return try SampleStore.foreignMBTiles(
        SampleTiles.opaque.get().replacing(where: { $0.zoom == 6 && $0.y % 2 == 0 }) { tile, _ in
          other.tiles[tile]
        })
    },
    PlantedFault("overview.stale", "a tile of five eighths of another, in a store of others") {
      try foreign(overview) { try withOther($0, $1, eighths: 5) }
    },
    PlantedFault("overview.compared", "a zoom drawn otherwise, in a store of others") {
      try foreign("5/") { try withOther($0, $1, eighths: 4) }
    },
    PlantedFault("overview.outlier", "a rectangle of another colour, in a store of others") {
      try foreign(overview) { _, bytes in
        try TileEdit.map(bytes) { x, y, color in
          (110..<160).contains(x) && (60..<100).contains(y) ? PixelColor(220, 20, 20) : color
        }
      }
    },
    PlantedFault("overview.shift", "half a sample") {
      let moved = try SampleTiles.moved.get()
      return try SampleStore.directory(
        SampleTiles.opaque.get().replacing(where: { $0.zoom == 5 }) { tile, _ in moved.tiles[tile] }
          .redefined)
    },
    PlantedFault("overview.outlier", "half a sample, in a store of others") {
      let moved = try SampleTiles.moved.get()
      return try foreign("5/") { tile, _ in moved.tiles[tile] }
    },
    PlantedFault("overview.drift", "a level too light") {
      try own("5/") { try TileEdit.lighten($1, by: 1) }
    },
    PlantedFault("overview.drift", "four levels too light, in a store of others") {
      try foreign("5/") { try TileEdit.lighten($1, by: 4) }
    },
    PlantedFault("overview.outlier", "a lighter tile, in a store of others") {
      try foreign(inner) { try TileEdit.lighten($1, by: 60) }
    },
    PlantedFault("overview.stale", "two tiles exchanged, in a store of others") {
      let sample = try SampleTiles.opaque.get()
      let other = try #require(sample.tiles.first { $0.key.description == "6/42/22" }?.value)
      return try SampleStore.foreignMBTiles(
        sample.replacing(where: isNamed(inner)) { _, _ in other })
    },
  ]

  // MARK: The source

  private static func against(_ raster: SyntheticRaster, x: Double = 10240) throws -> SampleStore {
    let store = try SampleStore.mbtiles()
    store.compare(with: raster, SampleTiles.georeference(x: x))
    return store
  }

  static let sources: [PlantedFault] = [
    PlantedFault("source.shift", "half a sample east of the source") {
      try against(SamplePicture.raster(), x: 10239.5)
    },
    PlantedFault("source.tolerated", "half a sample east of the source, in a store of others") {
      let store = try SampleStore.foreignMBTiles()
      store.compare(with: SamplePicture.raster(), SampleTiles.georeference(x: 10239.5))
      store.options.shiftTolerance = 1
      return store
    },
    PlantedFault("source.pixels", "another picture") {
      try against(SamplePicture.raster(shift: 4000))
    },
    PlantedFault("source.compared", "two samples wide") {
      let raster = SyntheticRaster.flat(
        PixelColor(9, 99, 199), size: PixelSize(width: 2, height: 2))
      let store = try SampleStore.mbtiles(try SampleTiles(raster))
      store.compare(with: raster)
      return store
    },
    PlantedFault("source.bounds", "a sample and a half too far east, in a store of others") {
      let sample = try SampleTiles.opaque.get()
      let store = try SampleStore.foreignMBTiles(sample)
      var bounds = sample.definition.bounds
      bounds.west += 1.5 * 360 / Double(TileGrid().worldSize(atZoom: sample.definition.maximumZoom))
      try store.run(
        """
        UPDATE metadata SET value = '\(bounds.west),\(bounds.south),\(bounds.east),\(bounds.north)'
          WHERE name = 'bounds'
        """)
      store.compare(with: SamplePicture.raster())
      return store
    },
    PlantedFault("source.missing", "a column of tiles less than the source") {
      try against(SamplePicture.raster(side: 1280))
    },
  ]
}
