import Hashing
import RasterSources
import TileImaging
import TileStorage

/// Positions from which rows of rasters can be read that are otherwise read from the first row on, such as
/// those of a PNG.
struct RowIndex: Sendable {
  /// The positions of each step of a plan, in ascending order.
  private var accesses: [Int: [RowAccess]] = [:]

  /// The name of the file in the folder of a job.
  static let fileName = "rows.index"
  /// The longest file that is read: ten thousand positions in an image 200,000 pixels wide.
  static let maximumByteCount = 1 << 33
  /// `TProws01`.
  private static let magic = Array("TProws01".utf8)

  /// An index without positions.
  init() {}

  /// The last position from which a row can be read; `nil` for the first row.
  func access(forRow row: Int, ofStep step: Int) -> RowAccess? {
    accesses[step]?.last { $0.row <= row }
  }

  /// Whether there is no position.
  var isEmpty: Bool { accesses.isEmpty }

  /// Reads rasters once to find positions for the steps of shards.
  ///
  /// - Parameters:
  ///   - steps: What shards make.
  ///   - source: The image.
  ///   - scratch: Where copies go.
  /// - Throws: `RasterError`.
  init(
    for steps: [RenderStep], of source: any RasterSource, scratch: ScratchDirectory
  ) throws {
    var needed: [Int: (step: RenderStep, rows: Set<Int>)] = [:]
    for step in steps {
      guard let number = step.partOf, let row = step.firstNeededRow else { continue }
      needed[number, default: (step, [])].rows.insert(row)
    }
    for (number, (step, rows)) in needed {
      let raster = try step.raster(of: source)
      guard let last = rows.max(), raster.rowAccess(forRow: last) == nil else { continue }
      let reader = try raster.makeRowReader(scratch: scratch)
      let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * step.size.width)
      defer { row.deallocate() }
      for y in 0...min(last, step.size.height - 1) {
        if rows.contains(y), let access = reader.access(forRow: y),
          accesses[number]?.last?.row != access.row
        {
          accesses[number, default: []].append(access)
        }
        if y < last { try reader.readRow(into: row) }
      }
    }
  }
}

extension RowIndex {
  /// The positions as the contents of a file of a job.
  ///
  /// - Parameter plan: The digest of the plan.
  /// - Returns: What ``init(decoding:for:)`` reads.
  func encoded(for plan: String) -> [UInt8] {
    var bytes = Self.magic + Array(plan.utf8)
    for (step, positions) in accesses.sorted(by: { $0.key < $1.key }) {
      for access in positions {
        for number in [step, access.row, access.bytes.count] {
          withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes += access.bytes
      }
    }
    let hash = Hash128(hashing: bytes)
    for half in [hash.low, hash.high] {
      withUnsafeBytes(of: half.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Reads the contents of a file; `nil` for what is of another plan or damaged, without which rows are read
  /// from the first on.
  init?(decoding bytes: [UInt8], for plan: String) {
    let head = Self.magic + Array(plan.utf8)
    guard bytes.count >= head.count + 16, bytes.starts(with: head) else { return nil }
    let contents = Array(bytes.dropLast(16))
    let hash = Hash128(hashing: contents)
    let stated = bytes.suffix(16).withUnsafeBytes { raw in
      (
        UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)),
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    guard stated == (hash.low, hash.high) else { return nil }
    var position = head.count
    while position + 24 <= contents.count {
      let numbers = contents[position..<position + 24].withUnsafeBytes { raw in
        (0..<3).map {
          Int(Int64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)))
        }
      }
      position += 24
      guard numbers[2] >= 0, position + numbers[2] <= contents.count else { return nil }
      accesses[numbers[0], default: []].append(
        RowAccess(row: numbers[1], bytes: Array(contents[position..<position + numbers[2]])))
      position += numbers[2]
    }
  }
}
