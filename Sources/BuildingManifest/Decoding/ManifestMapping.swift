import Georeferencing
import TileModel

/// A mapping whose keys have been checked, with what it inherits.
struct ManifestMapping {
  /// Its words in messages, such as `floor L1`.
  var owner: String
  let location: ManifestLocation
  private var entries: [String: ManifestNode.Entry]

  init(
    _ node: ManifestNode, of owner: String, keys: [String], expected: String
  ) throws(ManifestError) {
    guard case .mapping(let list) = node.content else {
      throw .wrongValue(owner, at: node.location, found: node.found, expected: expected)
    }
    var entries: [String: ManifestNode.Entry] = [:]
    for entry in list {
      guard keys.contains(entry.key) else {
        let near = NearestName.like(entry.key, among: keys)
        throw ManifestError(
          "\(owner) has no such key", at: entry.location, found: entry.key.manifestExcerpt,
          expected: near.isEmpty
            ? keys.joined(separator: ", ") : "probably \(near.alternatives)",
          nextStep: near.isEmpty ? "correct or remove the key" : "correct the key")
      }
      if case .nothing = entry.value.content {
        throw .wrongValue(
          entry.key, at: entry.value.location, found: "nothing",
          expected: "a value, in quotes where it begins with #, or no \(entry.key) at all")
      }
      entries[entry.key] = entry
    }
    self.owner = owner
    self.entries = entries
    location = node.location
  }

  func overlaid(by other: ManifestMapping, without keys: [String]) -> ManifestMapping {
    var result = self
    result.entries.merge(other.entries) { _, new in new }
    for key in keys { result.entries[key] = nil }
    return result
  }

  func entry(_ key: String) -> ManifestNode.Entry? { entries[key] }

  subscript(_ key: String) -> ManifestNode? { entries[key]?.value }

  func required(_ key: String, example: String) throws(ManifestError) -> ManifestNode {
    guard let node = self[key] else {
      throw .missingKey(key, at: location, owner: owner, example: example)
    }
    return node
  }
}

extension ManifestNode {
  /// In bytes.
  private static let maximumTextByteCount = 16_384

  func text(_ key: String, expected: String = "a text") throws(ManifestError) -> String {
    guard case .text(let text) = content, !text.utf8.contains(0) else {
      throw wrong(key, expected)
    }
    // Texts for all floors are read again for each.
    guard text.utf8.count <= Self.maximumTextByteCount else {
      throw wrong(key, "at most \(Self.maximumTextByteCount) bytes")
    }
    return text
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(ManifestError) -> Choice where Choice.RawValue == String {
    try choice(key, among: Array(Choice.allCases))
  }

  func choice<Choice: RawRepresentable>(
    _ key: String, among choices: [Choice]
  ) throws(ManifestError) -> Choice where Choice.RawValue == String {
    let names = choices.map(\.rawValue)
    let expected = names.joined(separator: ", ")
    let text = try text(key, expected: expected)
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw wrong(key, NearestName.of(text, among: names).map { "probably \($0)" } ?? expected)
    }
    return choice
  }

  func boolean(_ key: String) throws(ManifestError) -> Bool {
    switch try text(key, expected: "true or false") {
    case "true": return true
    case "false": return false
    default: throw wrong(key, "true or false")
    }
  }

  func number(
    _ key: String, in range: ClosedRange<Double>, expected: String
  ) throws(ManifestError) -> Double {
    guard let number = NumberText.double(try text(key, expected: expected)), range.contains(number)
    else { throw wrong(key, expected) }
    return number
  }

  /// A list's faults are found here, where their position is known; a text's by what reads it.
  func numbers(_ key: String, count: Int, expected: String) throws(ManifestError) -> String {
    switch content {
    case .text(let text):
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == count,
        parts.allSatisfy({ NumberText.double($0.trimmingBlanks()) != nil })
      else {
        throw wrong(key, expected + MapLink.position(of: text, count: count))
      }
      return text
    case .list(let items) where items.count == count:
      var texts: [String] = []
      for item in items {
        let text = try item.text(key, expected: expected)
        guard NumberText.double(text) != nil else { throw item.wrong(key, "a number") }
        texts.append(text)
      }
      return texts.joined(separator: ",")
    default: throw wrong(key, expected)
    }
  }

  /// Pairs of numbers, as a list of pairs or as one text, each joined by a comma and parted by blanks; `item`
  /// says what each is, and `count` how many a list must have.
  func pairs(
    _ key: String, of item: String, count: Int? = nil, expected: String
  ) throws(ManifestError) -> String {
    guard case .list(let items) = content else { return try text(key, expected: expected) }
    guard count.map({ $0 == items.count }) ?? true else { throw wrong(key, expected) }
    var pairs: [String] = []
    for node in items {
      let pair = try node.numbers("a corner", count: 2, expected: item)
      pairs.append(pair.filter { !$0.isWhitespace })
    }
    return pairs.joined(separator: " ")
  }

  func wrong(_ key: String, _ expected: String) -> ManifestError {
    .wrongValue(key, at: location, found: found, expected: expected)
  }
}
