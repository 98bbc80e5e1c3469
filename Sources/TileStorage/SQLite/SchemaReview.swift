/// Cost of compiling statements over the views of an untrusted database.
///
/// SQLite expands a view, and a WITH clause, at each mention. A dozen short views that mention the last one
/// twice keep it busy for minutes, uninterruptibly. WITH can also make rows from nothing. Views of stored
/// tiles need neither.
struct SchemaReview {
  static let mentionLimit = 500
  private static let names = [
    "tiles", "metadata", "map", "images", "tiles_shallow", "tiles_data", "gpkg_contents",
    "gpkg_spatial_ref_sys", "gpkg_tile_matrix_set", "gpkg_tile_matrix", "gpkg_extensions",
    "gpkg_metadata", "info",
  ]

  private let path: String
  private var views: [String: [SQLToken]] = [:]
  private var costs: [String: Int] = [:]

  static func check(
    _ connection: SQLiteConnection, of names: [String] = names
  ) throws(TileStorageError) {
    var review = SchemaReview(path: connection.path)
    let rows = try connection.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'view'")
    while try rows.step() {
      guard let name = try rows.text(0), let sql = try rows.text(1) else { continue }
      review.views[SQLToken.folded(name)] = SQLToken.tokens(of: sql)
    }
    for name in names { _ = try review.cost(of: SQLToken.folded(name), depth: 0) }
  }

  private mutating func cost(of name: String, depth: Int) throws(TileStorageError) -> Int {
    guard let tokens = views[name] else { return 0 }
    if let known = costs[name] { return known }
    guard !tokens.contains(where: { $0.isWord && $0.text == "with" }) else {
      throw .excessive(path: path, found: "the view \(name.debugDescription) names rows by WITH")
    }
    var cost = 1
    // A view that mentions itself is an error of SQLite's; its name is in the text that creates it.
    for token in tokens where token.text != name && views[token.text] != nil {
      guard depth < Self.mentionLimit else { throw excess(of: name) }
      cost += try self.cost(of: token.text, depth: depth + 1)
      guard cost <= Self.mentionLimit else { throw excess(of: name) }
    }
    costs[name] = cost
    return cost
  }

  private func excess(of name: String) -> TileStorageError {
    .excessive(
      path: path,
      found: "the view \(name.debugDescription) mentions more than \(Self.mentionLimit) views")
  }
}

/// A word or a quoted name of a statement.
struct SQLToken: Hashable {
  /// In ASCII lower case.
  let text: String
  let isWord: Bool

  static func tokens(of sql: String) -> [SQLToken] {
    var tokens: [SQLToken] = []
    var rest = Array(sql.utf8)[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "-") where rest.dropFirst().first == byte:
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "["):
        let close = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let next = rest.popFirst() {
          if next == close {
            // Two quotes stand for one.
            guard close == byte, rest.first == close else { break }
            rest = rest.dropFirst()
          }
          text.append(next)
        }
        tokens.append(SQLToken(text: folded(String(decoding: text, as: UTF8.self)), isWord: false))
      case _ where isPartOfWord(byte):
        let word = rest.prefix(while: isPartOfWord)
        tokens.append(SQLToken(text: folded(String(decoding: word, as: UTF8.self)), isWord: true))
        rest = rest.dropFirst(word.count)
      default: rest = rest.dropFirst()
      }
    }
    return tokens
  }

  /// ASCII case folding, as SQLite compares names.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
