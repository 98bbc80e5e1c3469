#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The tiles of "Site plan".
nonisolated enum SitePlanTiles {
  /// The side of tile images in pixels.
  static let tileSize = 256
  /// The shallowest zoom with tiles.
  static let minimumZoom: UInt = 3
  /// The deepest zoom with tiles.
  static let maximumZoom: UInt = 20
  /// Who must be credited, as HTML.
  static let attribution: String? = nil
  /// Changes whenever a tile does; URLs carry it so that caches notice.
  static let versionToken = "0000000000000009"
  /// The area covered, in degrees; west is greater than east across the antimeridian.
  static let bounds = (
    west: 179.5, south: -1e-07, east: -179.5, north: 0.5
  )

  /// The URL of a tile, or `nil` when there is no such tile.
  ///
  /// Columns count from the west and rows from the north.
  ///
  /// `base` is the URL of the layer definition, or of its folder with a slash at the end.
  static func tileURL(x: UInt, y: UInt, zoom: UInt, relativeTo base: URL) -> URL? {
    guard hasTile(x: x, y: y, zoom: zoom) else { return nil }
    // The server counts rows from the south.
    let row = (1 << zoom) - 1 - y
    return URL(
      string: "100%25/\(zoom)/\(x)/\(row).png?key=a%20b&v=\(versionToken)",
      relativeTo: base)?.absoluteURL
  }

  /// A layer that shows the tiles once its `map` is set, enlarged for `overzoom` zooms beyond the deepest;
  /// for none it is a `GMSURLTileLayer`.
  @MainActor static func makeLayer(overzoom: UInt = 4, relativeTo base: URL) -> GMSTileLayer {
    // Sendable, because the SDK does not say on which thread it asks for URLs.
    let constructor: @Sendable (UInt, UInt, UInt) -> URL? = { x, y, zoom in
      tileURL(x: x, y: y, zoom: zoom, relativeTo: base)
    }
    let tiles = GMSURLTileLayer(urlConstructor: constructor)
    var layer: GMSTileLayer = tiles
    if overzoom > 0 {
      layer = OverzoomLayer(tiles, overzoom: overzoom) {
        hasTile(x: $0, y: $1, zoom: $2)
      }
    }
    layer.tileSize = tileSize
    layer.zIndex = -3
    layer.opacity = 0.35
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

/// Shows the tiles of a layer, and parts of them beyond the deepest.
private nonisolated final class OverzoomLayer: GMSTileLayer {
  private nonisolated final class Receiver: NSObject, GMSTileReceiver {
    private let receive: (UIImage?) -> Void

    init(_ receive: @escaping (UIImage?) -> Void) { self.receive = receive }

    func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?) { receive(image) }
  }

  private let layer: GMSTileLayer
  private let overzoom: UInt
  private let hasTile: @Sendable (UInt, UInt, UInt) -> Bool

  init(
    _ layer: GMSTileLayer, overzoom: UInt, hasTile: @escaping @Sendable (UInt, UInt, UInt) -> Bool
  ) {
    self.layer = layer
    self.overzoom = overzoom
    self.hasTile = hasTile
    super.init()
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    let part = TilePart(x: x, y: y, zoom: zoom, overzoom: overzoom, hasTile: hasTile)
    guard let part else {
      return receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: kGMSTileLayerNoTile)
    }
    let cropping = Receiver { image in
      let isPart = !part.isWhole && image !== kGMSTileLayerNoTile
      let cropped = isPart ? image?.cgImage.flatMap(part.cropped) : nil
      receiver.receiveTileWith(
        x: x, y: y, zoom: zoom, image: isPart ? cropped.map { UIImage(cgImage: $0) } : image)
    }
    layer.requestTileFor(x: part.x, y: part.y, zoom: part.zoom, receiver: cropping)
  }

  override func clearTileCache() {
    layer.clearTileCache()
    super.clearTileCache()
  }
}

/// A tile, or where there is none so deep the part of one above it.
private nonisolated struct TilePart: Sendable {
  let x: UInt
  let y: UInt
  let zoom: UInt
  /// How many zooms the tile is above, and the place of the part in it.
  private let levels: UInt
  private let column: UInt
  private let row: UInt

  /// `nil` where there is no tile within `overzoom` zooms, and in a hole among tiles.
  init?(
    x: UInt, y: UInt, zoom: UInt, overzoom: UInt,
    hasTile: (UInt, UInt, UInt) -> Bool
  ) {
    let found = (0...max(min(overzoom, zoom, 8), 0)).first { hasTile(x >> $0, y >> $0, zoom - $0) }
    guard let levels = found else { return nil }
    (self.x, self.y, self.zoom, self.levels) = (x >> levels, y >> levels, zoom - levels, levels)
    (column, row) = (x - self.x << levels, y - self.y << levels)
    guard levels > 0 else { return }
    for child: UInt in 0..<4
    where hasTile(2 * self.x + child % 2, 2 * self.y + child / 2, self.zoom + 1) { return nil }
  }

  var isWhole: Bool { levels == 0 }

  /// The part of the tile's image, which a map enlarges.
  func cropped(_ image: CGImage) -> CGImage? {
    let (width, height) = (image.width >> levels, image.height >> levels)
    return image.cropping(
      to: CGRect(x: Int(column) * width, y: Int(row) * height, width: width, height: height))
  }
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
