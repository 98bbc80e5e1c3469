#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The tiles of "Museum, Ground floor".
nonisolated enum MuseumGroundFloorTiles {
  /// The side of tile images in pixels.
  static let tileSize = 512
  /// The shallowest zoom with tiles.
  static let minimumZoom: UInt = 3
  /// The deepest zoom with tiles.
  static let maximumZoom: UInt = 20
  /// Who must be credited, as HTML.
  static let attribution: String? = "© <a href=\"https://www.example.com\">Museum</a>"
  /// Changes whenever a tile does; URLs carry it so that caches notice.
  static let versionToken = "0123456789abcdef"
  /// The area covered, in degrees; west is greater than east across the antimeridian.
  static let bounds = (
    west: 9.98, south: 53.54, east: 10.01, north: 53.56
  )

  /// The URL of a tile, or `nil` when there is no such tile.
  ///
  /// Columns count from the west and rows from the north.
  static func tileURL(x: UInt, y: UInt, zoom: UInt) -> URL? {
    guard hasTile(x: x, y: y, zoom: zoom) else { return nil }
    return URL(
      string: "https://www.example.com/floorplans/L0_\(zoom)_\(x)_\(y).png?v=\(versionToken)")
  }

  /// A layer that shows the tiles once its `map` is set.
  @MainActor static func makeLayer() -> GMSURLTileLayer {
    // Sendable, because the SDK does not say on which thread it asks for URLs.
    let constructor: @Sendable (UInt, UInt, UInt) -> URL? = { x, y, zoom in
      tileURL(x: x, y: y, zoom: zoom)
    }
    let layer = GMSURLTileLayer(urlConstructor: constructor)
    layer.tileSize = tileSize
    layer.zIndex = 100
    layer.opacity = 1.0
    return layer
  }

  /// Whether there is a tile.
  static func hasTile(x: UInt, y: UInt, zoom: UInt) -> Bool {
    switch zoom {
    case 3: (4..<6).contains(x) && (2..<4).contains(y)
    default: sparseLevels.hasTile(x: x, y: y, zoom: zoom)
    }
  }

  /// Which tiles exist at the zooms whose tiles are not one rectangle.
  private static let sparseLevels = SparseLevels(
    packed: """
      FANBCHACCDCDCDCDCDCDADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCB
      BBCBBBCBBBCBBBDHACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCB
      BBCBBBCBBBCBBBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCDGANBCHACCDCDCDCDCDCDADGCCDCDC
      DCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCBBBCBBBCBBBCBBBDHACCDCDCDCDCDC
      DADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCBBBCBBBCBBBCBBBCBBBBNABBCBBBCB
      BBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCDUg__fNh43KCHACCDCDCDCDCDCDADGCCDCDCDCDCDCABBAgBBBBAgBADNBB
      CBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCBBBCBBBCBBBCBBBDHACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBA
      DNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCBBBCBBBCBBBCBBBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACC
      DCDCDCDCDCD
      """)
}

/// The tiles of some zooms, as bands of rows that hold the same columns.
private nonisolated struct SparseLevels: Sendable {
  private nonisolated struct Band: Sendable {
    var rows: Range<UInt>
    var runs: Range<Int>
  }

  private var bands: [UInt: [Band]] = [:]
  private var runs: [Range<UInt>] = []

  /// Unpacks numbers of five bits a character, the least significant first.
  init(packed text: String) {
    var characters = text.utf8.makeIterator()
    func next() -> UInt? {
      var number: UInt = 0
      var shift: UInt = 0
      while let character = characters.next() {
        let digit: UInt
        switch character {
        case 65...90: digit = UInt(character) - 65  // A-Z
        case 97...122: digit = UInt(character) - 71  // a-z
        case 48...57: digit = UInt(character) + 4  // 0-9
        case 45: digit = 62  // -
        case 95: digit = 63  // _
        default: continue  // a line break
        }
        number |= (digit & 31) << shift
        if digit < 32 { return number }
        shift += 5
      }
      return nil
    }
    while let zoom = next(), let west = next(), let bandCount = next() {
      var levelBands: [Band] = []
      var row: UInt = 0
      for _ in 0..<bandCount {
        guard let gap = next(), let rowCount = next(), let runCount = next() else { return }
        let firstRun = runs.count
        var column = west
        for _ in 0..<runCount {
          guard let gap = next(), let count = next() else { return }
          runs.append((column + gap)..<(column + gap + count))
          column += gap + count
        }
        levelBands.append(
          Band(rows: (row + gap)..<(row + gap + rowCount), runs: firstRun..<runs.count))
        row += gap + rowCount
      }
      bands[zoom] = levelBands
    }
  }

  func hasTile(x: UInt, y: UInt, zoom: UInt) -> Bool {
    guard let bands = bands[zoom] else { return false }
    let band = Self.first(in: bands.indices) { bands[$0].rows.upperBound > y }
    guard band < bands.endIndex, bands[band].rows.contains(y) else { return false }
    let range = bands[band].runs
    let run = Self.first(in: range) { runs[$0].upperBound > x }
    return run < range.upperBound && runs[run].contains(x)
  }

  /// The first index for which `isReached` holds, given that it holds for all after it.
  private static func first(in range: Range<Int>, where isReached: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
