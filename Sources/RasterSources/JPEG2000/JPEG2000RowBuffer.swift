/// A row of interleaved samples for the converter, made of the components of a block.
final class JPEG2000RowBuffer {
  let bytes: UnsafeMutablePointer<UInt8>
  private let samples: JPEG2000Samples
  private let isWide: Bool
  private let mask: Int32
  /// Scale of alpha to the depth of the colours; `nil` where the depths are equal.
  private let alphaScale: (multiplier: Int64, divisor: Int64)?
  private let chromaOffsets: [Double]
  private let largest: Double
  private let words: UnsafeMutablePointer<Int32>

  init(_ image: JPEG2000Image, width: Int) {
    samples = image.samples
    let layout = samples.rowLayout
    isWide = layout.storedBits == 16
    mask = Int32(1 << layout.bitsPerSample - 1)
    bytes = .allocate(capacity: width * layout.samplesPerPixel * (isWide ? 2 : 1))
    words = .allocate(capacity: 3 * width)
    let components = samples.components.map { image.codestream.components[$0] }
    let top = Int64(layout.largestSample ?? 0)
    let alphaTop = layout.alphaBand.map { Int64(1 << components[$0].bits - 1) }
    alphaScale = alphaTop.flatMap { $0 == top ? nil : (top, $0) }
    largest = Double(top)
    chromaOffsets = components.map { $0.isSigned ? 0 : Double(1 << ($0.bits - 1)) }
  }

  deinit {
    bytes.deallocate()
    words.deallocate()
  }

  func fill(from planes: [JPEG2000Plane], columns: Range<Int>, row: Int) {
    let colors = samples.isYCC ? 3 : 0
    if samples.isYCC { convert(planes, columns: columns, row: row) }
    for (band, plane) in planes.enumerated() {
      if band < colors {
        store(words + band * columns.count, count: columns.count, band: band)
      } else if plane.isDense {
        store(
          plane.row(row) + plane.index(ofColumn: columns.lowerBound), count: columns.count,
          band: band)
      } else {
        let source = plane.row(row)
        for x in columns { words[x &- columns.lowerBound] = source[plane.index(ofColumn: x)] }
        store(words, count: columns.count, band: band)
      }
    }
  }

  private func store(_ source: UnsafePointer<Int32>, count: Int, band: Int) {
    let stride = samples.rowLayout.samplesPerPixel
    let mask = mask
    if let alphaScale, band == samples.rowLayout.alphaBand {
      for x in 0..<count {
        let alpha = Int64(source[x]) &* alphaScale.multiplier
        put((alpha &+ alphaScale.divisor / 2) / alphaScale.divisor, x &* stride &+ band)
      }
    } else if isWide {
      bytes.withMemoryRebound(to: UInt16.self, capacity: count * stride) { target in
        var target = target + band
        for x in 0..<count {
          target.pointee = UInt16(truncatingIfNeeded: source[x] & mask)
          target += stride
        }
      }
    } else {
      var target = bytes + band
      for x in 0..<count {
        target.pointee = UInt8(truncatingIfNeeded: source[x] & mask)
        target += stride
      }
    }
  }

  private func put(_ value: Int64, _ index: Int) {
    if isWide {
      UnsafeMutableRawPointer(bytes).storeBytes(
        of: UInt16(truncatingIfNeeded: value), toByteOffset: 2 &* index, as: UInt16.self)
    } else {
      bytes[index] = UInt8(truncatingIfNeeded: value)
    }
  }

  /// Converts YCbCr to RGB in `words` (ITU-R BT.601, full range, as in sYCC).
  private func convert(_ planes: [JPEG2000Plane], columns: Range<Int>, row: Int) {
    let count = columns.count
    let (luma, first, second) = (planes[0].row(row), planes[1].row(row), planes[2].row(row))
    func sample(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), 0), largest)) }
    for x in 0..<count {
      let column = columns.lowerBound &+ x
      let y = Double(luma[planes[0].index(ofColumn: column)])
      let blue = Double(first[planes[1].index(ofColumn: column)]) - chromaOffsets[1]
      let red = Double(second[planes[2].index(ofColumn: column)]) - chromaOffsets[2]
      words[x] = sample(y + 1.402 * red)
      words[count &+ x] = sample(y - 0.344136 * blue - 0.714136 * red)
      words[2 &* count &+ x] = sample(y + 1.772 * blue)
    }
  }
}
