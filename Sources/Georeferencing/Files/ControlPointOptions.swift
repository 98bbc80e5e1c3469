import TileModel

/// Reads control points in the syntax of `gdal_translate`: `-gcp column row x y`, with or without an
/// elevation.
enum ControlPointOptions {
  /// A word of a command line.
  private struct Word {
    var text: String
    var line: Int
  }

  /// Other options are skipped, except `-a_srs`, which names the system.
  static func points(
    _ bytes: [UInt8], path: String, crs: CoordinateReferenceSystem?
  ) throws(GeoreferenceError) -> ListedPoints? {
    try TextFile.checkMarks(bytes, path: path)
    let words = words(of: bytes)
    guard words.contains(where: { $0.text == "-gcp" }) else { return nil }
    var stated: (text: String, line: Int)?
    var points: [ControlPoint] = []
    var lines: [Int] = []
    for (index, word) in words.enumerated() {
      if word.text == "-a_srs", index + 1 < words.count {
        stated = (words[index + 1].text, word.line)
      }
      guard word.text == "-gcp" else { continue }
      let values = words.dropFirst(index + 1).prefix(4).compactMap { NumberText.double($0.text) }
      guard values.count == 4 else {
        throw .malformedFile(
          path: path, line: word.line, column: nil,
          found: words[index...].prefix(5).map(\.text).joined(separator: " ").excerpt,
          expected: "-gcp column row x y, four numbers")
      }
      points.append(
        ControlPoint(
          pixel: PixelPoint(x: values[0], y: values[1]),
          position: CRSPoint(x: values[2], y: values[3])))
      lines.append(word.line)
    }
    let (system, warnings) = try ListedPoints.system(
      of: points, stated: stated, given: crs, path: path, statement: "-a_srs")
    return ListedPoints(
      points: points, lines: lines, system: system, counting: .stored, isFittedInOwnSystem: true,
      warnings: warnings)
  }

  /// Text between quotes is one word.
  private static func words(of bytes: [UInt8]) -> [Word] {
    var words: [Word] = []
    for (index, line) in TextFile.lines(bytes).enumerated() where line.first != "#" {
      var text = ""
      var quote: Character?
      for character in line + " " {
        if character == quote {
          quote = nil
        } else if quote == nil, character == "\"" || character == "'" {
          quote = character
        } else if quote == nil, character == " " || character == "\t" {
          if !text.isEmpty { words.append(Word(text: text, line: index + 1)) }
          text = ""
        } else {
          text.append(character)
        }
      }
    }
    return words
  }
}
