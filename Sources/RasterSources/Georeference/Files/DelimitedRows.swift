/// The rows of a table in text, with their places for messages.
struct DelimitedRows {
  /// One field of a row.
  struct Field {
    /// The text without surrounding blanks and quotes.
    var text: String
    /// The column of its first character in the line, from 1.
    var column: Int
  }

  /// One row.
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

  /// Splits a text into rows at tabs, else at semicolons, else at commas, as its first row has them.
  ///
  /// Lines that begin with `#` are comments, except a header that names `mapX`.
  ///
  /// - Throws: ``GeoreferenceError/malformedFile(path:line:column:found:expected:)`` when the first
  ///   row has no separator.
  init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    var separator: Character?
    for (index, line) in TextFile.lines(bytes).enumerated() {
      var text = line
      let trimmed = line.trimmingBlanks()
      if trimmed.isEmpty { continue }
      if trimmed.hasPrefix("#") {
        let remark = trimmed.dropFirst().trimmingBlanks()
        if remark.lowercased().hasPrefix("crs:") {
          if system == nil { system = (remark.dropFirst(4).trimmingBlanks(), index + 1) }
          continue
        }
        guard rows.isEmpty, remark.lowercased().hasPrefix("mapx") else { continue }
        text = line[line.index(after: line.firstIndex(of: "#") ?? line.startIndex)...]
      }
      guard let mark = separator ?? ["\t", ";", ","].first(where: { text.contains($0) }) else {
        throw .malformedFile(
          path: path, line: index + 1, column: nil, found: trimmed.excerpt,
          expected: "columns separated by commas, semicolons or tabs")
      }
      separator = mark
      let offset = line.count - text.count
      rows.append(Row(line: index + 1, fields: Self.fields(text, separator: mark, offset: offset)))
    }
    allowsDecimalComma = separator != ","
  }

  /// Splits a line; a separator between quotes does not separate.
  private static func fields(_ line: Substring, separator: Character, offset: Int) -> [Field] {
    var fields: [Field] = []
    var text = ""
    var start = offset + 1
    var isQuoted = false
    var column = offset
    for character in line {
      column += 1
      if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        fields.append(Field(text: text.trimmingBlanks(), column: start))
        text = ""
        start = column + 1
      } else {
        text.append(character)
      }
    }
    fields.append(Field(text: text.trimmingBlanks(), column: start))
    return fields
  }
}
