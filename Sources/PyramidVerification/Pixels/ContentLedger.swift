import Hashing
import TileModel
import TileStorage

/// The hashes and quantization of all tiles until the last has been read, on the disk where they are many.
final class ContentLedger: Sendable {
  private struct State {
    var contents: RecordSorter
    var quantization: RecordSorter
  }

  private let state: Guarded<State>

  init(scratch: String) {
    state = Guarded(
      State(
        contents: RecordSorter(directory: scratch), quantization: RecordSorter(directory: scratch)))
  }

  func note(_ hash: Hash128, zoom: Int) throws(TileStorageError) {
    try state.withLock { (state) throws(TileStorageError) in
      try state.contents.append(ScratchRecord(key: hash.low, value: UInt64(zoom)))
    }
  }

  func note(step: Double, of tile: TileCoordinate) throws(TileStorageError) {
    try state.withLock { (state) throws(TileStorageError) in
      // The bits of positive numbers are in the order of the numbers.
      try state.quantization.append(
        ScratchRecord(key: step.bitPattern, value: TileIndex.cell(of: tile)))
    }
  }

  func repetitions() throws(TileStorageError) -> [Int: Int] {
    let contents = try state.withLock { (state) throws(TileStorageError) in
      try state.contents.sorted()
    }
    var repetitions: [Int: Int] = [:]
    var last: UInt64?
    for record in contents.records(in: 0..<contents.count) {
      if record.key == last { repetitions[Int(record.value), default: 0] += 1 }
      last = record.key
    }
    try contents.check()
    return repetitions
  }

  func coarseTiles(
    beyond factor: Double
  ) throws(TileStorageError) -> (usual: Double, tiles: [(tile: TileCoordinate, step: Double)])? {
    let steps = try state.withLock { (state) throws(TileStorageError) in
      try state.quantization.sorted()
    }
    guard steps.count >= 3, let middle = steps[(steps.count - 1) / 2] else { return nil }
    let usual = Double(bitPattern: middle.key)
    let first = steps.partitionPoint(in: 0..<steps.count) {
      Double(bitPattern: $0.key) <= factor * usual
    }
    let tiles = steps.records(in: first..<steps.count).prefix(Self.tileLimit).map {
      (TileIndex.coordinate(ofCell: $0.value), Double(bitPattern: $0.key))
    }
    try steps.check()
    return (usual, tiles)
  }

  private static let tileLimit = 100_000
}
