import TileModel

package struct NamedPixel: Hashable, Sendable {
  package var name: String
  /// The position in the image, from the outer corner of its first sample.
  package var pixel: PixelPoint

  package init(name: String, pixel: PixelPoint) {
    self.name = name
    self.pixel = pixel
  }
}

/// Named positions in an image, read from a table `name,px,py`.
package struct NamedPixelFile: Hashable, Sendable {
  package var points: [NamedPixel]

  /// Reads a table.
  ///
  /// Columns are separated by tabs, semicolons or commas. They are name, px and py in this order or in that
  /// of a header. Further columns are skipped. Lines that begin with `#` are comments.
  package init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    let table = try DelimitedRows(bytes: bytes, path: path)
    let header = table.rows.first.flatMap { Columns(header: $0.fields.map(\.text)) }
    let columns = header ?? Columns(name: 0, x: 1, y: 2)
    points = []
    var names: [String: Int] = [:]
    for row in header == nil ? table.rows[...] : table.rows.dropFirst() {
      func fault(_ field: DelimitedRows.Field?, _ expected: String) -> GeoreferenceError {
        .malformedFile(
          path: path, line: row.line, column: field?.column,
          found: field?.text.excerpt ?? "\(row.fields.count) columns", expected: expected)
      }
      guard row.fields.count > max(columns.name, columns.x, columns.y) else {
        throw fault(nil, "name, px and py, such as lift,512,384")
      }
      func number(_ index: Int, _ meaning: String) throws(GeoreferenceError) -> Double {
        let field = row.fields[index]
        guard let value = NumberText.double(field.text, decimalComma: table.allowsDecimalComma)
        else { throw fault(field, "\(meaning), a number") }
        return value
      }
      let name = row.fields[columns.name]
      guard !name.text.isEmpty else { throw fault(name, "a name") }
      if let line = names.updateValue(row.line, forKey: name.text) {
        throw fault(name, "a name of its own; line \(line) has it too")
      }
      points.append(
        NamedPixel(
          name: name.text,
          pixel: PixelPoint(x: try number(columns.x, "px"), y: try number(columns.y, "py"))))
    }
    guard !points.isEmpty else {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: "no points",
        expected: "lines name,px,py, such as lift,512,384")
    }
  }

  package init(path: String) throws(GeoreferenceError) {
    try self.init(bytes: TextFile.utf8(path), path: path)
  }

  /// Column indices of a table of named pixels.
  private struct Columns {
    var name: Int
    var x: Int
    var y: Int

    init(name: Int, x: Int, y: Int) { (self.name, self.x, self.y) = (name, x, y) }

    init?(header: [String]) {
      let names = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
      func column(_ choices: String...) -> Int? {
        let found = names.indices.filter { choices.contains(names[$0]) }
        return found.count == 1 ? found[0] : nil
      }
      guard let name = column("name", "id", "label", "point"),
        let x = column("px", "pixelx", "x", "sourcex", "column", "col"),
        let y = column("py", "pixely", "y", "sourcey", "row")
      else { return nil }
      self.init(name: name, x: x, y: y)
    }
  }
}
