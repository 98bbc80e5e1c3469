import TileModel
import TileStorage

/// Where finished tiles go: the store, the record of what is in it, and the progress shown.
///
/// SAFETY: used by one thread at a time, which ``TilePipeline`` ensures while it runs.
final class OrderedTileOutput: @unchecked Sendable {
  private(set) var record = PyramidRecord()
  private let writer: any TileWriter
  private let report: @Sendable (BuildProgress) -> Void
  private var progress = BuildProgress(phase: .tiling, fraction: 0)

  init(writer: any TileWriter, report: @escaping @Sendable (BuildProgress) -> Void) {
    self.writer = writer
    self.report = report
  }

  /// Writes one tile.
  func write(_ bytes: [UInt8], at coordinate: TileCoordinate) throws {
    try writer.write(bytes, at: coordinate)
    record.add(bytes, at: coordinate)
    progress.tileCount += 1
    progress.byteCount += bytes.count
    progress.zoom = coordinate.zoom
    report(progress)
  }

  /// Makes what has been written durable and notes how far the build is.
  func checkpoint(fraction: Double) throws {
    try writer.checkpoint()
    progress.fraction = fraction
    report(progress)
  }
}
