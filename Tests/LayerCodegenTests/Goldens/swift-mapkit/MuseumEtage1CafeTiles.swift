#if canImport(MapKit)
  import MapKit
#else
  import MapKitCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

/// The tiles of "Museum, Étage 1 "Café"", as an overlay.
nonisolated final class MuseumEtage1CafeTiles: MKTileOverlay {
  /// The side of tile images in pixels.
  static let tileSize = 256
  /// The shallowest zoom with tiles.
  static let minimumZoom: Int = 3
  /// The deepest zoom with tiles.
  static let maximumZoom: Int = 20
  /// Who must be credited, as HTML.
  static let attribution: String? = "© <a href=\"https://www.example.com\">Museum</a>"
  /// Changes whenever a tile does; URLs carry it so that caches notice.
  static let versionToken = "0123456789abcdef"
  /// The area covered, in degrees; west is greater than east across the antimeridian.
  static let bounds = (
    west: 9.98, south: 53.54, east: 10.01, north: 53.56
  )

  /// The order among overlays: insert those with larger numbers later.
  static let zIndex = 100

  /// The URL of a tile, or `nil` when there is no such tile.
  ///
  /// Columns count from the west and rows from the north.
  static func tileURL(x: Int, y: Int, zoom: Int) -> URL? {
    guard hasTile(x: x, y: y, zoom: zoom) else { return nil }
    return URL(
      string: "https://www.example.com/floorplans/L1a_\(zoom)_\(x)_\(y).png?v=\(versionToken)")
  }

  /// An overlay that a map view shows with the renderer that it makes.
  ///
  /// Tiles are enlarged for `overzoom` zooms beyond the deepest.
  static func makeOverlay(overzoom: Int = 4) -> MuseumEtage1CafeTiles {
    MuseumEtage1CafeTiles(overzoom: overzoom)
  }

  private let overzoom: Int

  private init(overzoom: Int) {
    self.overzoom = overzoom
    super.init(urlTemplate: nil)
    tileSize = CGSize(width: Self.tileSize, height: Self.tileSize)
    minimumZ = Self.minimumZoom
    maximumZ = Self.maximumZoom + overzoom
  }

  #if canImport(MapKit)
    /// A renderer that draws the tiles with the opacity of the layer.
    @MainActor func makeRenderer() -> MKTileOverlayRenderer {
      let renderer = MKTileOverlayRenderer(tileOverlay: self)
      renderer.alpha = 1.0
      return renderer
    }
  #endif

  override var boundingMapRect: MKMapRect {
    let northWest = MKMapPoint(
      CLLocationCoordinate2D(latitude: 53.56, longitude: 9.98))
    let southEast = MKMapPoint(
      CLLocationCoordinate2D(latitude: 53.54, longitude: 10.01))
    return MKMapRect(
      x: northWest.x, y: northWest.y, width: southEast.x - northWest.x,
      height: southEast.y - northWest.y)
  }

  override func loadTile(at path: MKTileOverlayPath) async throws -> Data {
    let part = TilePart(x: path.x, y: path.y, zoom: path.z, overzoom: overzoom) { x, y, zoom in
      Self.hasTile(x: x, y: y, zoom: zoom)
    }
    // An error would be asked again; a transparent image is the end of it.
    guard let part else { return Self.transparentImage }
    var path = path
    (path.x, path.y, path.z) = (part.x, part.y, part.zoom)
    let tile = try await super.loadTile(at: path)
    guard let data = part.cropped(tile) else { throw CocoaError(.fileReadUnknown) }
    return data
  }

  override func url(forTilePath path: MKTileOverlayPath) -> URL {
    Self.tileURL(x: path.x, y: path.y, zoom: path.z) ?? Self.noTile
  }

  private static let noTile = URL(fileURLWithPath: "/dev/null")
  private static let transparentImage =
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAA"
        + "AAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=") ?? Data()

  /// Whether there is a tile.
  static func hasTile(x: Int, y: Int, zoom: Int) -> Bool {
    switch zoom {
    case 3: (4..<6).contains(x) && (2..<4).contains(y)
    default: sparseLevels.hasTile(x: x, y: y, zoom: zoom)
    }
  }

  /// Which tiles exist at the zooms whose tiles are not one rectangle.
  private static let sparseLevels = SparseLevels(
    packed: """
      FAFBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBDHACCDCDCDCDCDCDGAFB
      GHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBDHACCDCDCDCDCDCDUg__fFh4
      3KGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBGHACCDCDCDCDCDCDBDHACCDCDCDCDCDCD
      """)
}

extension TilePart {
  /// The part of the tile's file, as PNG where it is not the whole.
  nonisolated fileprivate func cropped(_ file: Data) -> Data? {
    if isWhole { return file }
    #if os(macOS)
      return NSBitmapImageRep(data: file)?.cgImage.flatMap(cropped)
        .flatMap { NSBitmapImageRep(cgImage: $0).representation(using: .png, properties: [:]) }
    #else
      return UIImage(data: file)?.cgImage.flatMap(cropped)
        .flatMap { UIImage(cgImage: $0).pngData() }
    #endif
  }
}

/// A tile, or where there is none so deep the part of one above it.
private nonisolated struct TilePart: Sendable {
  let x: Int
  let y: Int
  let zoom: Int
  /// How many zooms the tile is above, and the place of the part in it.
  private let levels: Int
  private let column: Int
  private let row: Int

  /// `nil` where there is no tile within `overzoom` zooms, and in a hole among tiles.
  init?(
    x: Int, y: Int, zoom: Int, overzoom: Int,
    hasTile: (Int, Int, Int) -> Bool
  ) {
    let found = (0...max(min(overzoom, zoom, 8), 0)).first { hasTile(x >> $0, y >> $0, zoom - $0) }
    guard let levels = found else { return nil }
    (self.x, self.y, self.zoom, self.levels) = (x >> levels, y >> levels, zoom - levels, levels)
    (column, row) = (x - self.x << levels, y - self.y << levels)
    guard levels > 0 else { return }
    for child: Int in 0..<4
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
    var rows: Range<Int>
    var runs: Range<Int>
  }

  private var bands: [Int: [Band]] = [:]
  private var runs: [Range<Int>] = []

  /// Unpacks numbers of five bits a character, the least significant first.
  init(packed text: String) {
    var characters = text.utf8.makeIterator()
    func next() -> Int? {
      var number: Int = 0
      var shift: Int = 0
      while let character = characters.next() {
        let digit: Int
        switch character {
        case 65...90: digit = Int(character) - 65  // A-Z
        case 97...122: digit = Int(character) - 71  // a-z
        case 48...57: digit = Int(character) + 4  // 0-9
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
      var row: Int = 0
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

  func hasTile(x: Int, y: Int, zoom: Int) -> Bool {
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
