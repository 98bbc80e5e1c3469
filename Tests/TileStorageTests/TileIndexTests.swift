import Foundation
import Testing
import TileModel

import TileStorage

@Suite("The index of a store's tiles")
struct TileIndexTests {
  private let scratch = FileManager.default.temporaryDirectory.path

  /// Tiles of several zooms in an order of their own, some of which share an address.
  private static let tiles: [StoredTile] = {
    var state: UInt64 = 12345
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (0..<5000).compactMap { number in
      let zoom = [0, 3, 7, 8, 30][next(5)]
      let coordinate = TileCoordinate(zoom: zoom, x: next(1 << zoom), y: next(1 << zoom))
      return coordinate.map { StoredTile($0, locator: number) }
    }
  }()

  private func index(residentCount: Int) throws -> TileIndex {
    var builder = TileIndexBuilder(scratch: scratch, residentCount: residentCount)
    for tile in Self.tiles { try builder.append(tile) }
    return try builder.finish()
  }

  @Test(
    "The index holds the first tile of every address, in memory and on the disk",
    arguments: [1, 7, 256, 1000, 4999, 5000, 100_000])
  func holdsEveryAddress(residentCount: Int) throws {
    let index = try index(residentCount: residentCount)
    var first: [TileCoordinate: Int] = [:]
    for tile in Self.tiles where first[tile.coordinate] == nil {
      first[tile.coordinate] = tile.locator
    }
    #expect(index.count == first.count)
    for (coordinate, locator) in first {
      #expect(index.entry(coordinate.zoom, TileIndex.key(of: coordinate))?.locator == locator)
    }
    let sorted = first.keys.sorted {
      ($0.zoom, TileIndex.key(of: $0)) < ($1.zoom, TileIndex.key(of: $1))
    }
    #expect(index.map(\.coordinate) == sorted)
    #expect(index.zooms == [0, 3, 7, 8, 30])
    for zoom in index.zooms {
      let keys = sorted.filter { $0.zoom == zoom }.map(TileIndex.key)
      #expect(index.entries(atZoom: zoom).map(\.key) == keys)
      #expect(index.count(atZoom: zoom) == keys.count)
      #expect(index.entry(number: keys.count / 2, atZoom: zoom)?.key == keys[keys.count / 2])
    }
    #expect(index.count(atZoom: 9) == 0 && index.count(atZoom: 31) == 0)
    #expect(Set(index.duplicates.map(\.locator)).isDisjoint(with: first.values))
    #expect(index.duplicates.count == min(TileIndex.duplicateLimit, Self.tiles.count - first.count))
    try index.check()
  }

  @Test("Addresses without a tile are not found in the index", arguments: [100, 100_000])
  func absent(residentCount: Int) throws {
    let index = try index(residentCount: residentCount)
    let known = Set(Self.tiles.map(\.coordinate))
    for x in 0..<256 {
      for y in 0..<256 {
        let tile = TileCoordinate(unchecked: 8, x: x, y: y)
        #expect(index.contains(tile) == known.contains(tile))
      }
    }
  }

  @Test("The positions above tiles are those of their ancestors", arguments: [50, 100_000])
  func positions(residentCount: Int) throws {
    let index = try index(residentCount: residentCount)
    for zoom in [0, 1, 5, 8, 12] {
      let wanted = Set(
        Self.tiles.filter { $0.coordinate.zoom >= zoom }.map {
          TileIndex.key(of: $0.coordinate) >> UInt64(2 * ($0.coordinate.zoom - zoom))
        })
      #expect(Array(index.positions(at: zoom)) == wanted.sorted())
      for key in [0, 1, 77, 4000] as [UInt64] where key < 1 << UInt64(2 * zoom) {
        #expect(index.holdsAnything(zoom, key, deepest: 30) == wanted.contains(key))
      }
    }
  }

  @Test("Addresses are numbered by zoom and then along the curve", arguments: [0, 1, 15, 30])
  func cells(zoom: Int) {
    let last = (1 << zoom) - 1
    for (x, y) in [(0, 0), (last, 0), (0, last), (last, last), (last / 3, last / 2)] {
      let tile = TileCoordinate(unchecked: zoom, x: x, y: y)
      #expect(TileIndex.coordinate(ofCell: TileIndex.cell(of: tile)) == tile)
    }
  }

  @Test("Without tiles nothing is found in the index")
  func empty() {
    #expect(TileIndex.empty.count == 0 && TileIndex.empty.zooms.isEmpty)
    #expect(Array(TileIndex.empty.positions(at: 0)).isEmpty)
    #expect(!TileIndex.empty.holdsAnything(0, 0, deepest: 30))
  }

  @Test("An index in a folder that cannot be written is an error, not a shorter list")
  func noScratch() throws {
    var builder = TileIndexBuilder(scratch: scratch + "/no-such-folder", residentCount: 2)
    let error = #expect(throws: TileStorageError.self) {
      for tile in Self.tiles.prefix(3) { try builder.append(tile) }
    }
    #expect("\(String(describing: error))".contains("no-such-folder"))
  }

  @Test("Many more records than fit in memory come out in order", arguments: [3, 64, 1000])
  func manyRuns(residentCount: Int) throws {
    var sorter = RecordSorter(directory: scratch, residentCount: residentCount)
    let count: UInt64 = 20_011
    for number in 0..<count {
      try sorter.append(ScratchRecord(key: number * 7919 % count, value: number))
    }
    let records = try sorter.sorted { $0.key % 3 != 0 }
    let wanted = (0..<count).filter { $0 % 3 != 0 }
    #expect(records.records(in: 0..<records.count).map(\.key) == wanted)
    for bound in [0, 1, 5, 999, count - 1, count] as [UInt64] {
      #expect(
        records.partitionPoint(in: 0..<records.count) { $0.key < bound }
          == wanted.count { $0 < bound })
      let part = 100..<(records.count - 100)
      #expect(
        records.partitionPoint(in: part) { $0.key < bound }
          == min(max(part.lowerBound, wanted.count { $0 < bound }), part.upperBound))
    }
  }
}
