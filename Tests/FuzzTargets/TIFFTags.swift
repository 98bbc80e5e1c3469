import TilePyramidTesting

extension TinyTIFF {
  /// An image of one grey sample with the tags that place it, whose contents are taken from bytes: how
  /// many numbers each has, then the numbers; `nil` when there are too few bytes.
  init?(tags bytes: [UInt8]) {
    self.init(isBig: false)
    addImage(width: 20, height: 20, blockHeight: 20, blocks: [[UInt8](repeating: 9, count: 400)])
    let kinds: [(tag: UInt16, type: UInt16, size: Int)] = [
      (33550, 12, 8), (33922, 12, 8), (34264, 12, 8), (34735, 3, 2), (34736, 12, 8),
      (34737, 2, 1), (42112, 2, 1), (42113, 2, 1),
    ]
    guard bytes.count > kinds.count else { return nil }
    var rest = bytes.dropFirst(kinds.count)
    for (kind, count) in zip(kinds, bytes) where count > 0 {
      let contents = rest.prefix(kind.size * Int(count))
      rest = rest.dropFirst(contents.count)
      let whole = Array(contents.prefix(contents.count - contents.count % kind.size))
      guard !whole.isEmpty else { continue }
      add(kind.tag, type: kind.type, count: whole.count / kind.size, bytes: whole)
    }
  }

  /// Bytes of which ``init(tags:)`` makes these tags.
  static func tagBytes(
    scale: [Double] = [], tiepoints: [Double] = [], matrix: [Double] = [], keys: [UInt16] = [],
    doubles: [Double] = [], text: String = "", metadata: String = "", noData: String = ""
  ) -> [UInt8] {
    let texts = [text, metadata, noData].map { Array($0.utf8) }
    let counts =
      [scale.count, tiepoints.count, matrix.count, keys.count, doubles.count] + texts.map(\.count)
    func bytes(_ numbers: [Double]) -> [UInt8] {
      numbers.flatMap { little($0.bitPattern, 8) }
    }
    return counts.map { UInt8($0) } + bytes(scale) + bytes(tiepoints) + bytes(matrix)
      + keys.flatMap { little(UInt64($0), 2) } + bytes(doubles) + texts.flatMap { $0 }
  }
}
