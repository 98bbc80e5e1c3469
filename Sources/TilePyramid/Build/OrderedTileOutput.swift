import TileModel
import TileStorage

/// Where finished tiles go: the store, the record of what is in it, and the progress shown.
///
/// SAFETY: used by one thread at a time, which ``TilePipeline`` ensures while it runs.
final class OrderedTileOutput: @unchecked Sendable {
  private(set) var record: PyramidRecord
  private let writer: any TileWriter
  private let report: @Sendable (BuildProgress) -> Void
  private var progress = BuildProgress(phase: .tiling, fraction: 0)

  init(
    writer: any TileWriter, checkpoint: Checkpoint?, fraction: Double,
    report: @escaping @Sendable (BuildProgress) -> Void
  ) {
    self.writer = writer
    self.report = report
    record = checkpoint?.record ?? PyramidRecord()
    guard checkpoint != nil else { return }
    progress.fraction = fraction
    progress.tileCount = record.tileCount
    progress.byteCount = record.byteCount
    report(progress)
  }

  /// Adds one tile, in order; returns what is left to do of writing it, on any thread.
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

  /// Writes what a band carries, makes what has been written survive a kill and notes how far the build is.
  func endBand(fraction: Double, draft: CheckpointDraft?, carried: [CarriedPiece]) throws {
    if let writer = writer as? any CarriedPieceWriter {
      for piece in carried { try writer.carry(piece) }
    }
    if let draft, let writer = writer as? ResumableTileWriter {
      try writer.complete(draft)
    } else {
      try writer.commit()
    }
    progress.fraction = fraction
    report(progress)
  }
}
