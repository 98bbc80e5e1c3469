import TileModel

/// The six numbers of a world file, which give the steps per column and row and the position of the
/// first sample's centre.
package struct WorldFile: Hashable, Sendable {
  /// The transform from the image's outer corner, as in the rest of the package.
  package var transform: AffineTransform

  package init(_ transform: AffineTransform) { self.transform = transform }

  /// Reads a world file.
  ///
  /// The first six lines that are not blank count. A number may be written with a comma for its
  /// decimal point, and be followed by a comma or a remark.
  package init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    var values: [Double] = []
    let lines = TextFile.lines(bytes)
    for (index, line) in lines.enumerated() where values.count < 6 {
      let text = line.trimmingBlanks()
      if text.isEmpty { continue }
      guard let value = Self.leadingNumber(text) else {
        throw .malformedFile(
          path: path, line: index + 1, column: nil, found: text.excerpt,
          expected: "\(Self.meanings[values.count]), a number")
      }
      values.append(value)
    }
    guard values.count == 6 else {
      throw .malformedFile(
        path: path, line: lines.count, column: nil, found: "\(values.count) numbers",
        expected: "six numbers, one a line; next is \(Self.meanings[values.count])")
    }
    self.init(
      AffineTransform(
        originX: values[4] - values[0] / 2 - values[2] / 2,
        originY: values[5] - values[1] / 2 - values[3] / 2,
        columnX: values[0], columnY: values[1], rowX: values[2], rowY: values[3]))
    guard transform.isFinite, transform.determinant.isNormal else {
      throw .notInvertible(location: path)
    }
  }

  package init(path: String) throws(GeoreferenceError) {
    try self.init(bytes: TextFile.utf8(path), path: path)
  }

  /// The file's text: six lines, each the shortest decimal that reads back as the same number.
  package var text: String {
    let values = [
      transform.columnX, transform.columnY, transform.rowX, transform.rowY,
      transform.originX + transform.columnX / 2 + transform.rowX / 2,
      transform.originY + transform.columnY / 2 + transform.rowY / 2,
    ]
    return values.map { NumberText.plain($0) + "\n" }.joined()
  }

  private static let meanings = [
    "the x step per column", "the y step per column", "the x step per row", "the y step per row",
    "the x of the first sample's centre", "the y of the first sample's centre",
  ]

  private static func leadingNumber(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    var end = 0
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (48...57).contains(bytes[index]) }
    func at(_ index: Int, isOneOf characters: String) -> Bool {
      index < bytes.count && characters.utf8.contains(bytes[index])
    }
    if at(end, isOneOf: "+-") { end += 1 }
    while isDigit(end) { end += 1 }
    // A comma is a decimal mark only when digits follow; otherwise it ends the number.
    if at(end, isOneOf: ".") || (at(end, isOneOf: ",") && isDigit(end + 1)) {
      end += 1
      while isDigit(end) { end += 1 }
    }
    if at(end, isOneOf: "eE") {
      let sign = at(end + 1, isOneOf: "+-") ? 1 : 0
      if isDigit(end + 1 + sign) {
        end += 1 + sign
        while isDigit(end) { end += 1 }
      }
    }
    let endsAtComma = at(end, isOneOf: ",")
    // Digits after a second comma would make the first one a separator of thousands.
    guard end == bytes.count || at(end, isOneOf: " \t,;#/"), !(endsAtComma && isDigit(end + 1))
    else { return nil }
    return NumberText.double(String(decoding: bytes[..<end], as: UTF8.self), decimalComma: true)
  }
}
