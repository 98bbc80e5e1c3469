/// The rows of a table in text, with their positions for messages.
struct DelimitedRows {
  struct Field {
    /// The text without surrounding blanks and quotes.
    var text: String
    /// The column of its first code point in the line, from 1.
    var column: Int
  }

  struct Row {
    /// The line, from 1.
    var line: Int
    /// The fields, at least one.
    var fields: [Field]
  }

  /// The rows that are neither blank nor comments.
  var rows: [Row] = []
  /// The text after `#CRS:`, if there is such a line, and its line number.
  var system: (text: String, line: Int)?
  /// Whether a decimal comma cannot be mistaken for a separator.
  var allowsDecimalComma = false

  /// The most fields of a row; what follows is part of the last.
  private static let fieldLimit = 64

  /// Splits a text into rows at what a first line `sep=` says, as Excel writes it, else at tabs, at semicolons or
  /// at commas, as its first row has them.
  ///
  /// Lines that begin with `#` are comments, except a header that names `mapX`.
  init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    var separator: UInt8?
    for (index, line) in TextFile.lines(bytes).enumerated() {
      var text = line
      let trimmed = line.trimmingBlanks()
      if trimmed.isEmpty { continue }
      if rows.isEmpty, separator == nil, trimmed.lowercased().hasPrefix("sep="),
        trimmed.utf8.count == 5
      {
        separator = trimmed.utf8.last
        continue
      }
      if trimmed.hasPrefix("#") {
        let remark = trimmed.dropFirst().trimmingBlanks()
        if remark.lowercased().hasPrefix("crs:") {
          if system == nil { system = (remark.dropFirst(4).trimmingBlanks(), index + 1) }
          continue
        }
        guard rows.isEmpty, remark.lowercased().hasPrefix("mapx") else { continue }
        text = line[line.index(after: line.firstIndex(of: "#") ?? line.startIndex)...]
      }
      let marks = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
      guard let mark = separator ?? marks.first(where: { text.utf8.contains($0) }) else {
        throw .malformedFile(
          path: path, line: index + 1, column: nil, found: trimmed.excerpt,
          expected: "columns separated by commas, semicolons or tabs")
      }
      separator = mark
      let offset = line.unicodeScalars.count - text.unicodeScalars.count
      rows.append(Row(line: index + 1, fields: Self.fields(text, separator: mark, offset: offset)))
    }
    allowsDecimalComma = separator != UInt8(ascii: ",")
  }

  /// Splits a line; a separator between quotes that begin a field does not separate, and two quotes there are one.
  private static func fields(_ line: Substring, separator: UInt8, offset: Int) -> [Field] {
    var fields: [Field] = []
    var text: [UInt8] = []
    var start = offset + 1
    var (isQuoted, wasQuote) = (false, false)
    var column = offset
    func field() -> Field {
      Field(text: String(decoding: text, as: UTF8.self).trimmingBlanks(), column: start)
    }
    for byte in line.utf8 {
      // A code point is counted at its first byte.
      if byte & 0xC0 != 0x80 { column += 1 }
      let isQuote = byte == UInt8(ascii: "\"")
      if isQuote, isQuoted || text.allSatisfy({ $0 == UInt8(ascii: " ") }) && !wasQuote {
        isQuoted.toggle()
      } else if isQuote, wasQuote {
        text.append(byte)
        isQuoted = true
      } else if byte == separator, !isQuoted, fields.count < fieldLimit - 1 {
        fields.append(field())
        text.removeAll(keepingCapacity: true)
        start = column + 1
      } else {
        text.append(byte)
      }
      wasQuote = isQuote
    }
    return fields + [field()]
  }
}
