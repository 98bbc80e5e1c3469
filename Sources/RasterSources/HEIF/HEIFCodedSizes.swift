import Georeferencing
/// Image sizes in the bitstreams of a HEIC or AVIF file, for which decoders allocate memory whatever the
/// boxes say.
///
/// libheif before 1.19 bounds none of them.
struct HEIFCodedSizes {
  private(set) var sizes: [PixelSize] = []

  /// Reads parameter sets of HEVC and sequence headers of AV1.
  init(_ file: InputFile, meta: [ISOBox]) throws(RasterError) {
    let properties = try meta.inside("iprp", of: file).inside("ipco", of: file)
    for box in properties where box.type == "hvcC" {
      addParameterSets(try box.bytes(of: file, limit: 1 << 20))
    }
    guard let locations = meta.first(where: { $0.type == "iloc" }) else { return }
    let data = meta.first { $0.type == "idat" }?.content.lowerBound ?? 0
    let table = try locations.bytes(of: file, limit: 1 << 24)
    var bytesLeft = file.byteCount
    for extents in Self.extents(table, data: data) {
      var item: [UInt8] = []
      for extent in extents {
        item += file.bytes(at: extent.lowerBound, count: min(extent.count, bytesLeft))
        bytesLeft -= min(extent.count, bytesLeft)
      }
      addUnits(item)
      addSequenceHeaders(item)
    }
  }

  /// Positions of the items' data (ISO/IEC 14496-12, 8.11.3).
  private static func extents(_ table: [UInt8], data: Int) -> [[Range<Int>]] {
    var position = 4
    func next(_ count: Int) -> Int {
      defer { position += count }
      return table.number(at: position, count: count)
    }
    let version = table.first ?? 0
    let (first, second) = (next(1), next(1))
    let (offsetSize, lengthSize, baseSize) = (first >> 4, first & 15, second >> 4)
    let (indexSize, wide) = (version == 0 ? 0 : second & 15, version < 2 ? 2 : 4)
    guard max(offsetSize, lengthSize, baseSize, indexSize) <= 8 else { return [] }
    let count = next(wide)
    var items: [[Range<Int>]] = []
    while items.count < count, position < table.count {
      position += wide
      let isInData = version > 0 && next(2) & 15 == 1
      position += 2
      let base = next(baseSize) &+ (isInData ? data : 0)
      var extents: [Range<Int>] = []
      var left = next(2)
      while left > 0, position < table.count {
        left -= 1
        position += indexSize
        let start = base &+ next(offsetSize)
        let (end, overflow) = start.addingReportingOverflow(next(lengthSize))
        if start >= 0, !overflow, end >= start { extents.append(start..<end) }
      }
      items.append(extents)
    }
    return items
  }

  /// Reads a box `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
  private mutating func addParameterSets(_ box: [UInt8]) {
    var position = 23
    while position + 3 <= box.count {
      let count = box.number(at: position + 1, count: 2)
      position += 3
      for _ in 0..<count where position + 2 <= box.count {
        let length = box.number(at: position, count: 2)
        addUnit(box[min(position + 2, box.count)...].prefix(length))
        position += 2 + length
      }
    }
  }

  /// Reads NAL units of HEVC, each after its length in four bytes.
  private mutating func addUnits(_ item: [UInt8]) {
    var position = 0
    while position + 6 <= item.count {
      let length = item.number(at: position, count: 4)
      guard length <= item.count - position - 4 else { return }
      addUnit(item[(position + 4)...].prefix(length))
      position += 4 + length
    }
  }

  /// Reads a sequence parameter set (ITU-T H.265, 7.3.2.2).
  private mutating func addUnit(_ unit: ArraySlice<UInt8>) {
    guard unit.count > 2, let first = unit.first, first >> 1 & 63 == 33 else { return }
    var bits = BitReader(unit.dropFirst(2).prefix(1 << 12), removesEmulation: true)
    bits.skip(4)
    let layers = bits.next(3)
    bits.skip(1 + 96)
    let presence = (0..<layers).map { _ in (bits.next(1), bits.next(1)) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for (profile, level) in presence { bits.skip(88 * profile + 8 * level) }
    _ = bits.exponential()
    if bits.exponential() == 3 { bits.skip(1) }
    sizes.append(PixelSize(width: bits.exponential(), height: bits.exponential()))
  }

  /// Reads OBUs of AV1 (AV1 bitstream specification, 5.3 and 5.5).
  private mutating func addSequenceHeaders(_ item: [UInt8]) {
    var position = 0
    while position < item.count, item[position] & 0x80 == 0 {
      let header = item[position]
      position += header & 4 == 0 ? 1 : 2
      var length = max(0, item.count - position)
      if header & 2 != 0 {
        length = 0
        for index in 0..<8 where position < item.count {
          length |= Int(item[position] & 127) << (7 * index)
          position += 1
          if item[position - 1] & 128 == 0 { break }
        }
      }
      guard length <= item.count - position else { return }
      if header >> 3 & 15 == 1 { addSequenceHeader(item[position..<position + length]) }
      position += length
    }
  }

  private mutating func addSequenceHeader(_ header: ArraySlice<UInt8>) {
    var bits = BitReader(header.prefix(1 << 12), removesEmulation: false)
    bits.skip(4)
    if bits.next(1) == 1 {
      bits.skip(5)
    } else {
      var delayBits = 0
      if bits.next(1) == 1 {
        bits.skip(64)
        if bits.next(1) == 1 { _ = bits.exponential() }
        if bits.next(1) == 1 {
          delayBits = bits.next(5) + 1
          bits.skip(42)
        }
      }
      let hasDisplayDelay = bits.next(1) == 1
      for _ in 0...bits.next(5) {
        bits.skip(12)
        if bits.next(5) > 7 { bits.skip(1) }
        if delayBits > 0, bits.next(1) == 1 { bits.skip(2 * delayBits + 1) }
        if hasDisplayDelay, bits.next(1) == 1 { bits.skip(4) }
      }
    }
    let (widthBits, heightBits) = (bits.next(4) + 1, bits.next(4) + 1)
    sizes.append(PixelSize(width: bits.next(widthBits) + 1, height: bits.next(heightBits) + 1))
  }
}

/// Bit reader, most significant bit first; reads 0 beyond the end.
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>, removesEmulation: Bool) {
    var kept: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if removesEmulation, zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      kept.append(byte)
    }
    self.bytes = kept
  }

  mutating func skip(_ count: Int) { position += count }

  mutating func next(_ count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in
      defer { position += 1 }
      let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
      return number << 1 | Int(byte >> (7 - position % 8) & 1)
    }
  }

  mutating func exponential() -> Int {
    var zeros = 0
    while zeros < 32, next(1) == 0 { zeros += 1 }
    return 1 << zeros - 1 + next(zeros)
  }
}
