import TileModel
import TileRendering
import TileStorage

/// The destination of finished tiles: the store, its record, and the shown progress.
///
/// SAFETY: used by one thread at a time, which ``TilePipeline`` ensures while it runs.
final class OrderedTileOutput: @unchecked Sendable {
  private(set) var record: PyramidRecord
  private let writer: any TileWriter
  /// The step of the plan, where a stopped build is to go on.
  private let part: BuildStep?
  private let report: @Sendable (BuildProgress) -> Void
  private var progress = BuildProgress(phase: .tiling, fraction: 0)

  init(
    writer: any TileWriter, of part: BuildStep? = nil, resuming record: PyramidRecord?,
    fraction: Double, report: @escaping @Sendable (BuildProgress) -> Void
  ) {
    self.writer = writer
    self.part = part
    self.report = report
    self.record = record ?? PyramidRecord()
    guard let record else { return }
    progress.fraction = fraction
    progress.tileCount = record.tileCount
    progress.byteCount = record.byteCount
    report(progress)
  }

  /// Adds tiles in order; the returned rest of the writing may run on any thread.
  func begin(
    _ file: CompressedTile, at coordinate: TileCoordinate
  ) throws -> TileWriter.Remainder? {
    let remainder = try writer.begin(file.file, at: coordinate)
    record.add(file.file, at: coordinate)
    progress.tileCount += 1
    progress.byteCount += file.file.bytes.count
    if file.isFlattened { progress.flattenedTileCount += 1 }
    progress.zoom = coordinate.zoom
    report(progress)
    return remainder
  }

  /// Whether a resumed build may begin behind the band.
  func isPosition(_ end: BandEnd) -> Bool { end.endsBlocks && part != nil && resumable != nil }

  /// `nil` without a block log.
  var resumable: (any PartialTileset)? {
    (writer as? any PartialTileset).flatMap { $0.isResumable ? $0 : nil }
  }

  /// Makes the tiles so far survive a kill, and notes the build's position.
  func endBand(_ end: BandEnd) throws {
    if end.endsBlocks, let part, let resumable {
      try resumable.endBlocks(
        at: BlockPosition(step: part.index, band: end.band, fraction: part.whole(end.fraction)))
    } else {
      try writer.commit()
    }
    progress.fraction = end.fraction
    report(progress)
  }
}
