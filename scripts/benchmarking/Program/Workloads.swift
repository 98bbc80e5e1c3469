import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting

/// The files that the benchmark builds tiles of, each with a world file and the name of its system.
enum Workloads {
  /// Writes `plan-SIDE.png`, an unaligned copy `offset-SIDE.png`, `rotated-SIDE/2.png` and
  /// `photo-SIDE.png` with their sidecars.
  ///
  /// The photograph is also written as `ortho-SIDE.tif` and `ortho-SIDE-deflate.tif` in another
  /// system, unless it does not fit a classic TIFF.
  static func write(side: Int, to folder: URL) throws {
    let location = WebMercator.project(GeographicCoordinate(latitude: 52.52, longitude: 13.405))
    let pixel = WebMercator.extent / 256 / Double(1 << 22)
    let block = pixel * Double(side)
    let half = WebMercator.halfExtent
    let aligned = MercatorPoint(
      x: ((location.x + half) / block).rounded(.down) * block - half,
      y: half - ((half - location.y) / block).rounded(.down) * block)
    try plan(side, folder, name: "plan-\(side)", at: aligned, pixel: pixel, rotated: 0)
    try offset(side, folder, at: aligned, pixel: 1.05 * pixel)
    let pixelSize = 0.02 * WebMercator.scaleFactor(atY: location.y)
    let rotated = max(4096, side / 2)
    try plan(
      rotated, folder, name: "rotated-\(rotated)", at: location, pixel: pixelSize, rotated: 23)
    try photo(side, folder, at: location)
    if 3 * side * side < 1 << 32 { try ortho(side, folder) }
  }

  /// Opens a PNG that was drawn, with the position that its world file gives.
  ///
  /// - Throws: `RasterError` or `GeoreferenceError` when one of the files cannot be read.
  static func open(_ name: String, in folder: URL) throws -> (PNGSource, Georeference) {
    let world = try WorldFile(path: folder.appendingPathComponent("\(name).pgw").path)
    return (
      try PNGSource(path: folder.appendingPathComponent("\(name).png").path),
      Georeference(crs: .webMercator, pixelToCRS: .affine(world.transform))
    )
  }

  private static func plan(
    _ side: Int, _ folder: URL, name: String, at origin: MercatorPoint, pixel: Double,
    rotated degrees: Double
  ) throws {
    let workload = PlanWorkload(side: side)
    let writer = try PNGFileWriter(
      path: folder.appendingPathComponent("\(name).png").path, width: side, height: side)
    // A canvas sorts its shapes for every band it draws: many rows at once are quicker.
    let bandRows = 64
    let band = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * side * bandRows)
    defer { band.deallocate() }
    try writer.writeRows { y, row in
      if y % bandRows == 0 { workload.draw(y, count: min(bandRows, side - y), into: band) }
      row.update(from: band + 4 * side * (y % bandRows), count: 4 * side)
    }
    try writer.finish()
    let angle = degrees * .pi / 180
    try writeSidecars(
      folder, name, origin, columns: (pixel * cos(angle), pixel * sin(angle)),
      rows: (pixel * sin(angle), -pixel * cos(angle)))
  }

  /// Copies the aligned plan off the grid, with pixels somewhat larger than those of the zoom.
  private static func offset(
    _ side: Int, _ folder: URL, at origin: MercatorPoint, pixel: Double
  ) throws {
    let path = folder.appendingPathComponent("offset-\(side).png")
    if !FileManager.default.fileExists(atPath: path.path) {
      try FileManager.default.linkItem(
        at: folder.appendingPathComponent("plan-\(side).png"), to: path)
    }
    let location = MercatorPoint(x: origin.x + 0.3 * pixel, y: origin.y - 0.6 * pixel)
    try writeSidecars(folder, "offset-\(side)", location, columns: (pixel, 0), rows: (0, -pixel))
  }

  private static func photo(_ side: Int, _ folder: URL, at origin: MercatorPoint) throws {
    let name = "photo-\(side)"
    let workload = PhotoWorkload(side: side)
    let writer = try PNGFileWriter(
      path: folder.appendingPathComponent("\(name).png").path, width: side, height: side,
      layout: PNGLayout(.rgb, bitDepth: 8))
    try writer.writeRows { y, row in workload.draw(y, into: row) }
    try writer.finish()
    let pixel = 0.1433
    let location = MercatorPoint(x: origin.x.rounded() + 0.123, y: origin.y.rounded() + 0.457)
    try writeSidecars(folder, name, location, columns: (pixel, 0), rows: (0, -pixel))
  }

  private static func ortho(_ side: Int, _ folder: URL) throws {
    let workload = PhotoWorkload(side: side)
    let location = TiledTIFFWriter.Location(system: 32633, x: 391_000, y: 5_820_000, pixel: 0.09)
    func writer(_ name: String, _ compression: TiledTIFFWriter.Compression) throws
      -> TiledTIFFWriter
    {
      try TiledTIFFWriter(
        path: folder.appendingPathComponent(name).path, side: side, compression: compression,
        location: location)
    }
    let writers = [
      try writer("ortho-\(side).tif", .none), try writer("ortho-\(side)-deflate.tif", .deflate),
    ]
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 3 * side)
    defer { row.deallocate() }
    guard let base = row.baseAddress else { return }
    for y in 0..<side {
      workload.draw(y, into: base)
      for writer in writers { try writer.append(UnsafeBufferPointer(row)) }
    }
    for writer in writers { try writer.finish() }
  }

  /// The origin is the outer corner of the first pixel.
  private static func writeSidecars(
    _ folder: URL, _ name: String, _ origin: MercatorPoint, columns: (Double, Double),
    rows: (Double, Double)
  ) throws {
    let values = [
      columns.0, columns.1, rows.0, rows.1, origin.x + (columns.0 + rows.0) / 2,
      origin.y + (columns.1 + rows.1) / 2,
    ]
    let world = values.map { "\($0)\n" }.joined()
    try Data(world.utf8).write(to: folder.appendingPathComponent("\(name).pgw"))
    // GDAL reads the system of a PNG from here.
    let system = "<PAMDataset>\n  <SRS>EPSG:3857</SRS>\n</PAMDataset>\n"
    try Data(system.utf8).write(to: folder.appendingPathComponent("\(name).png.aux.xml"))
  }
}
