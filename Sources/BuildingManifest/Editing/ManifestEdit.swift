import TilePyramid

/// Changes what a manifest states of floors in its text: the entries of the keys concerned are replaced, and
/// everything else stays byte for byte.
package struct ManifestEdit {
  /// A line, and what ends it.
  private struct Line {
    var text: [Unicode.Scalar]
    var ending: String
    var string: String { String(String.UnicodeScalarView(text)) }
  }

  /// An entry of a floor, and the lines on which it stands.
  private struct Place {
    var entry: ManifestNode.Entry
    var lines: Range<Int>
    /// From 0.
    var column: Int
  }

  /// Keys of a floor, and what comes in place of all of them.
  private struct Group {
    var keys: [String]
    var lines: [ManifestLines]
  }

  private let bytes: [UInt8]
  private let path: String
  private let mark: [UInt8]
  private var lines: [Line]

  package static func text(
    changing bytes: [UInt8], path: String, to statements: [String: FloorStatement]
  ) throws(ManifestError) -> [UInt8] {
    var bytes = bytes
    for (floor, statement) in statements.sorted(by: { $0.key < $1.key }) {
      bytes = try ManifestEdit(bytes, path: path).changed(floor, to: statement)
    }
    return bytes
  }

  /// Changes what a manifest names to be shown beneath its floors.
  package static func text(
    changing bytes: [UInt8], path: String, backgrounds: [String]
  ) throws(ManifestError) -> [UInt8] {
    try ManifestEdit(bytes, path: path).changed(to: backgrounds)
  }

  private func changed(to backgrounds: [String]) throws(ManifestError) -> [UInt8] {
    let key = "backgrounds"
    let root = try ManifestText.parse(bytes, path: path)
    let items = backgrounds.map { "- \(ManifestScalar.text($0))" }
    let group = Group(
      keys: [key], lines: items.isEmpty ? [] : [ManifestLines(key: key, below: items)])
    let starts = root.entries.map { $0.location.line - 1 }
    let refused = ManifestError(
      "the backgrounds cannot be written into the manifest by themselves", at: root.location,
      expected: "each of its keys on a line of its own",
      nextStep: "write backgrounds: into it by hand")
    guard Set(starts).count == starts.count, starts == starts.sorted(),
      Set(root.entries.map(\.location.column)) == [1]
    else { throw refused }
    let places = zip(root.entries, zip(starts, starts.dropFirst() + [lines.count])).map {
      entry, bounds in
      var end = bounds.1
      while end > bounds.0 + 1, Self.isBlank(lines[end - 1].text) { end -= 1 }
      return Place(entry: entry, lines: bounds.0..<end, column: 0)
    }
    // They come before the floors, of which there are many lines.
    let floors = places.firstIndex { $0.entry.key == "floors" } ?? places.count
    let known = places.prefix(floors) + places.dropFirst(floors).filter { $0.entry.key == key }
    let text = rewritten(Array(known.isEmpty ? places[...] : known), with: [group])
    let changed = try ManifestText.parse(text, path: path)
    guard root.without([key]).hasContent(of: changed.without([key]), unless: { _, _ in nil }) else {
      throw refused
    }
    _ = try BuildingManifest(changed)
    return text
  }

  private init(_ bytes: [UInt8], path: String) {
    (self.bytes, self.path) = (bytes, path)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.mark = bytes.starts(with: mark) ? mark : []
    lines = Self.lines(of: String(decoding: bytes.dropFirst(self.mark.count), as: UTF8.self))
  }

  /// The parser counts the same lines.
  private static func lines(of text: String) -> [Line] {
    var lines: [Line] = []
    var line = Line(text: [], ending: "")
    for scalar in text.unicodeScalars {
      if scalar == "\n", line.text.isEmpty, lines.last?.ending == "\r" {
        lines[lines.count - 1].ending = "\r\n"
      } else if ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) {
        lines.append(Line(text: line.text, ending: String(scalar)))
        line.text = []
      } else {
        line.text.append(scalar)
      }
    }
    return lines + (line.text.isEmpty ? [] : [line])
  }

  private func changed(_ id: String, to statement: FloorStatement) throws(ManifestError) -> [UInt8]
  {
    let root = try ManifestText.parse(bytes, path: path)
    let manifest = try BuildingManifest(root)
    guard let floor = manifest.floors.first(where: { $0.id == id }),
      let node = Self.floor(id, in: root)
    else {
      let location = ManifestLocation(path: path, line: 1, column: 1)
      throw .unknownFloor(id, at: location, nearest: nil, known: manifest.floors.map(\.id))
    }
    let places = try places(of: node, in: root, id: id)
    let inheritsTransform = root.entries.contains { $0.key == "transform" }
    var groups: [Group] = []
    let placement = statement.placementLines(inheritsTransform: inheritsTransform)
    if !placement.isEmpty {
      let keys = ManifestKeys.ways + ManifestKeys.companions + (statement.isScan ? ["dpi"] : [])
      groups.append(Group(keys: keys, lines: placement))
    }
    if statement.outline != floor.settings.outline {
      groups.append(Group(keys: ["outline"], lines: [statement.outlineLines].compactMap(\.self)))
    }
    if let points = points(of: node, floor, statement) {
      groups.append(Group(keys: ["points"], lines: [points].compactMap(\.self)))
    }
    let text = rewritten(places, with: groups)
    try check(text, id: id, changing: Set(groups.flatMap(\.keys)), of: root, at: node.location)
    return text
  }

  /// `nil` where it is to stay as it is.
  private func points(
    of node: ManifestNode, _ floor: BuildingManifest.Floor, _ statement: FloorStatement
  ) -> ManifestLines?? {
    // Comments inside a placement that is removed are kept.
    let moved =
      statement.way == nil
      ? nil
      : node.entries.first { $0.key == "align" }?.value.entries.first { $0.key == "points" }
    if let points = statement.points {
      if moved == nil, floor.points == .listed(points) { return nil }
      return .some(FloorStatement.lines(of: points))
    }
    guard let moved else { return nil }
    if case .listed(let points) = floor.points { return .some(FloorStatement.lines(of: points)) }
    guard case .text(let file) = moved.value.content else { return nil }
    return ManifestLines(key: "points", value: ManifestScalar.text(file))
  }

  /// They must be a block.
  private func places(
    of node: ManifestNode, in root: ManifestNode, id: String
  ) throws(ManifestError) -> [Place] {
    let entries = node.entries
    // The next floor, or the next key of the building.
    let after =
      (root.entries.map(\.location) + Self.floors(in: root).map(\.location))
      .map { $0.line - 1 }.filter { $0 > node.location.line - 1 }.min() ?? lines.count
    let starts = entries.map { $0.location.line - 1 }
    guard node.location.column == entries.first?.location.column, Set(starts).count == starts.count,
      starts == starts.sorted(), starts.allSatisfy({ $0 < after }),
      Set(entries.map(\.location.column)).count == 1
    else {
      throw .cannotEdit(
        floor: id, at: node.location, found: "a mapping in braces, or with an anchor",
        expected: "each of its keys on a line of its own")
    }
    return zip(entries, zip(starts, starts.dropFirst() + [after])).map { entry, bounds in
      var end = bounds.1
      while end > bounds.0 + 1, Self.isBlank(lines[end - 1].text) { end -= 1 }
      return Place(entry: entry, lines: bounds.0..<end, column: entry.location.column - 1)
    }
  }

  /// A comment, or what opens an item or ends a document.
  private static func isBlank(_ line: [Unicode.Scalar]) -> Bool {
    let content = line.drop { $0 == " " || $0 == "\t" }
    let rest = content.drop { $0 == "-" || $0 == "." || $0 == " " || $0 == "\t" }
    return content.first == "#" || rest.isEmpty || (rest.first == "#" && content.first == "-")
  }

  /// New lines come to where the first of the entries was, or else behind what names the image.
  private func rewritten(_ places: [Place], with groups: [Group]) -> [UInt8] {
    var result = lines
    let standard = lines.first { !$0.ending.isEmpty }?.ending ?? "\n"
    let isEnded = lines.last?.ending != ""
    if !isEnded { result[result.count - 1].ending = standard }
    var changes: [(lines: Range<Int>, text: [String])] = []
    for group in groups {
      let old = places.filter { group.keys.contains($0.entry.key) }
      for (index, place) in old.enumerated() {
        changes.append((place.lines, replacement(of: place, index == 0 ? group.lines : [])))
      }
      let image = places.first { $0.entry.key == "image" } ?? places[places.count - 1]
      if old.isEmpty {
        let end = image.lines.upperBound
        changes.append((end..<end, group.lines.flatMap { Self.text(of: $0, image.column) }))
      }
    }
    // From the end, of several on one line what is replaced before what is put before it.
    let order = changes.enumerated().sorted { one, other in
      (one.element.lines.lowerBound, one.element.lines.upperBound, one.offset)
        > (other.element.lines.lowerBound, other.element.lines.upperBound, other.offset)
    }
    for (_, change) in order {
      result.replaceSubrange(
        change.lines,
        with: change.text.map { Line(text: Array($0.unicodeScalars), ending: standard) })
    }
    if !isEnded { result[result.count - 1].ending = "" }
    return mark + Array(result.map { $0.string + $0.ending }.joined().utf8)
  }

  private func replacement(of place: Place, _ new: [ManifestLines]) -> [String] {
    let indentation = String(repeating: " ", count: place.column)
    let comments = comments(in: place)
    var text = new.flatMap { Self.text(of: $0, place.column) }
    if let comment = comments.ofKey {
      if new.first?.key == place.entry.key {
        text[0] += "  \(comment)"
      } else {
        text.append(indentation + comment)
      }
    }
    text += comments.others.map { indentation + $0 }
    let prefix = lines[place.lines.lowerBound].text.prefix(place.column)
    guard prefix.contains("-") else { return text }
    // The first key stands behind the dash of its item.
    let first =
      String(String.UnicodeScalarView(prefix)) + (text.first ?? "").dropFirst(place.column)
    return [first] + text.dropFirst()
  }

  private static func text(of lines: ManifestLines, _ column: Int) -> [String] {
    let indentation = String(repeating: " ", count: column)
    let head = "\(indentation)\(lines.key):\(lines.value.isEmpty ? "" : " \(lines.value)")"
    return [head] + lines.below.map { "\(indentation)  \($0)" }
  }

  private func comments(in place: Place) -> (ofKey: String?, others: [String]) {
    var found: [String?] = []
    var quote: Unicode.Scalar?
    for index in place.lines {
      var (before, comment): (Unicode.Scalar, String?) = (" ", nil)
      for (column, scalar) in lines[index].text.enumerated() {
        if let open = quote {
          if scalar == open { quote = nil }
        } else if scalar == "#", before == " " || before == "\t" {
          comment = String(String.UnicodeScalarView(lines[index].text[column...]))
          break
        } else if scalar == "\"" || scalar == "'", " \t,:[{".unicodeScalars.contains(before) {
          quote = scalar
        }
        before = scalar
      }
      found.append(comment)
    }
    return (found.first.flatMap(\.self), found.dropFirst().compactMap(\.self))
  }

  /// Confirms that nothing but some keys of one floor has changed, however the text is written.
  private func check(
    _ text: [UInt8], id: String, changing keys: Set<String>, of root: ManifestNode,
    at location: ManifestLocation
  ) throws(ManifestError) {
    let shared = ManifestError.cannotEdit(
      floor: id, at: location, found: "text that other parts of the manifest share",
      expected: "a floor without anchors and aliases of YAML, each key on a line of its own")
    let changed: ManifestNode
    do throws(ManifestError) { changed = try ManifestText.parse(text, path: path) } catch {
      throw shared
    }
    let same =
      Self.floors(in: root).count == Self.floors(in: changed).count
      && root.hasContent(of: changed) { before, after in
        guard Self.id(of: before) == id, Self.id(of: after) == id else { return nil }
        let (one, other) = (before.without(keys), after.without(keys))
        return one.hasContent(of: other) { _, _ in nil }
      }
    guard same else { throw shared }
    _ = try BuildingManifest(changed)
  }

  private static func floors(in root: ManifestNode) -> [ManifestNode] {
    guard case .list(let floors) = root.entries.first(where: { $0.key == "floors" })?.value.content
    else { return [] }
    return floors
  }

  private static func floor(_ id: String, in root: ManifestNode) -> ManifestNode? {
    floors(in: root).first { Self.id(of: $0) == id }
  }

  private static func id(of floor: ManifestNode) -> String? {
    guard case .text(let id) = floor.entries.first(where: { $0.key == "id" })?.value.content else {
      return nil
    }
    return id
  }
}

extension ManifestNode {
  /// None of anything but a mapping.
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  fileprivate func without(_ keys: Set<String>) -> ManifestNode {
    ManifestNode(content: .mapping(entries.filter { !keys.contains($0.key) }), location: location)
  }

  /// Equal wherever both stand; `judge` may decide for values within.
  fileprivate func hasContent(
    of other: ManifestNode, unless judge: (ManifestNode, ManifestNode) -> Bool?
  ) -> Bool {
    if let judged = judge(self, other) { return judged }
    switch (content, other.content) {
    case (.nothing, .nothing): return true
    case (.text(let one), .text(let other)): return one == other
    case (.list(let one), .list(let other)):
      return one.count == other.count
        && zip(one, other).allSatisfy { $0.hasContent(of: $1, unless: judge) }
    case (.mapping(let one), .mapping(let other)):
      return one.count == other.count
        && zip(one, other).allSatisfy {
          $0.key == $1.key && $0.value.hasContent(of: $1.value, unless: judge)
        }
    default: return false
    }
  }
}
