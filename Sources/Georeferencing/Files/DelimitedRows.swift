/// Rows of a delimited text, with their positions for messages.
struct DelimitedRows {
  struct Field {
    var text: String
    /// Column of the first code point in the line, from 1.
    var column: Int
  }

  struct Row {
    /// From 1.
    var line: Int
    var fields: [Field]
  }

  var rows: [Row] = []
  var system: (text: String, line: Int)?
  var allowsDecimalComma = false

  /// Further fields are part of the last one.
  private static let fieldLimit = 64

  /// The separator is that of a first line `sep=` (Excel), else tab, semicolon or comma, as in the first
  /// row.
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

  /// Quotes work as in RFC 4180.
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
