import Georeferencing
import Hashing
import RasterSources

/// Restart points of rasters that are otherwise read from the first row on, such as PNG.
struct SeekTable: Sendable {
  /// A step of the plan of a floor; the floor is empty for an image.
  private struct Step: Hashable {
    var floor: String
    var number: Int
  }

  private var accesses: [Step: [SeekPoint]] = [:]
  static let fileName = "rows.index"
  /// Largest file in bytes: ten thousand positions in an image 200,000 pixels wide.
  static let maximumByteCount = 1 << 33
  private static let magic = Array("TProws01".utf8)

  init() {}

  /// The last restart point at or before a row; `nil` for the first row.
  func seekPoint(forRow row: Int, ofStep step: Int) -> SeekPoint? {
    accesses[Step(floor: "", number: step)]?.last { $0.row <= row }
  }

  /// The positions of a floor, keyed as those of an image; `nil` selects those of an image.
  func positions(ofFloor floor: String?) -> SeekTable {
    guard let floor else { return self }
    var index = SeekTable()
    for (step, positions) in accesses where step.floor == floor {
      index.accesses[Step(floor: "", number: step.number)] = positions
    }
    return index
  }

  mutating func add(_ other: SeekTable) { accesses.merge(other.accesses) { first, _ in first } }

  var isEmpty: Bool { accesses.isEmpty }

  /// Reads rasters once to find restart points for the steps of shards.
  init(
    for steps: [RenderStep], of source: any RasterSource, floor: String?, scratch: ScratchDirectory
  ) throws {
    var needed: [Int: (step: RenderStep, rows: Set<Int>)] = [:]
    for step in steps {
      guard let number = step.partOf, let row = step.firstNeededRow else { continue }
      needed[number, default: (step, [])].rows.insert(row)
    }
    for (number, (step, rows)) in needed {
      let place = Step(floor: floor ?? "", number: number)
      let raster = try step.raster(of: source)
      guard let last = rows.max(), raster.seekPoint(forRow: last) == nil else { continue }
      let reader = try raster.makeRowReader(scratch: scratch)
      let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * step.size.width)
      defer { row.deallocate() }
      for y in 0...min(last, step.size.height - 1) {
        if rows.contains(y), let access = reader.seekPoint(forRow: y),
          accesses[place]?.last?.row != access.row
        {
          accesses[place, default: []].append(access)
        }
        if y < last { try reader.readRow(into: row) }
      }
    }
  }
}

extension SeekTable {
  func encoded(for plan: String) -> [UInt8] {
    var bytes = Self.magic + Array(plan.utf8)
    let steps = accesses.sorted { ($0.key.floor, $0.key.number) < ($1.key.floor, $1.key.number) }
    for (step, positions) in steps {
      let floor = Array(step.floor.utf8)
      for access in positions {
        for number in [floor.count, step.number, access.row, access.bytes.count] {
          withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes += floor + access.bytes
      }
    }
    let hash = Hash128(hashing: bytes)
    for half in [hash.low, hash.high] {
      withUnsafeBytes(of: half.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// `nil` for a damaged file or one of another plan; rows are then read from the first on.
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
    while position + 32 <= contents.count {
      let numbers = contents[position..<position + 32].withUnsafeBytes { raw in
        (0..<4).map {
          Int(Int64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)))
        }
      }
      position += 32
      func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= contents.count - position else { return nil }
        defer { position += count }
        return Array(contents[position..<position + count])
      }
      guard let floor = take(numbers[0]), let state = take(numbers[3]) else { return nil }
      accesses[Step(floor: String(decoding: floor, as: UTF8.self), number: numbers[1]), default: []]
        .append(SeekPoint(row: numbers[2], bytes: state))
    }
  }
}
