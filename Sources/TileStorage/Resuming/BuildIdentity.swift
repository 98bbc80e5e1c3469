import Hashing
package import TileModel

/// The inputs that two builds must share for one to resume the other.
///
/// Its properties state everything that the output's bytes depend on, in words for errors.
public struct BuildIdentity: Hashable, Sendable {
  /// One property of a build.
  public struct Part: Hashable, Sendable, Codable {
    /// Name of the property, such as `effort`.
    public let name: String
    /// Its value, compared as text.
    public let value: String
  }

  /// A difference between two builds.
  public struct Difference: Hashable, Sendable {
    /// The property that differs.
    public let part: String
    /// Its value in the unfinished build, `nil` for none.
    public let saved: String?
    /// Its value in this build, `nil` for none.
    public let current: String?
  }

  package private(set) var parts: [Part] = []

  package init() {}

  package mutating func add(_ name: String, _ value: String?) {
    if let value { parts.append(Part(name: name, value: value)) }
  }

  package mutating func add(_ other: BuildIdentity) { parts += other.parts }

  package func adding(_ other: BuildIdentity) -> BuildIdentity {
    var sum = self
    sum.add(other)
    return sum
  }

  func droppingLast() -> BuildIdentity {
    var rest = self
    rest.parts = Array(parts.dropLast())
    return rest
  }

  package func difference(fromSaved saved: BuildIdentity) -> Difference? {
    if self == saved { return nil }
    let (values, savedValues) = (valuesByName, saved.valuesByName)
    for name in parts.map(\.name) + saved.parts.map(\.name) {
      let (own, others) = (values[name] ?? [], savedValues[name] ?? [])
      guard own != others else { continue }
      let index = zip(own, others).prefix { $0 == $1 }.count
      return Difference(
        part: name, saved: others.count > index ? others[index] : nil,
        current: own.count > index ? own[index] : nil)
    }
    // The same properties in another order.
    let index = zip(parts, saved.parts).prefix { $0 == $1 }.count
    return Difference(
      part: parts[index].name, saved: saved.parts[index].value, current: parts[index].value)
  }

  private var valuesByName: [String: [String]] {
    Dictionary(grouping: parts, by: \.name).mapValues { $0.map(\.value) }
  }

  package var digest: ContentDigest {
    let hash = Hash128(hashing: encoded)
    return ContentDigest(low: hash.low, high: hash.high)
  }

  var encoded: [UInt8] {
    parts.flatMap { [$0.name, $0.value] }.flatMap { text in
      let bytes = Array(text.utf8)
      return withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) } + bytes
    }
  }

  init?(decoding bytes: [UInt8]) {
    var texts: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard rest.count >= count, let text = String(validating: rest.prefix(count), as: UTF8.self)
      else { return nil }
      texts.append(text)
      rest = rest.dropFirst(count)
    }
    guard texts.count % 2 == 0 else { return nil }
    parts = stride(from: 0, to: texts.count, by: 2).map {
      Part(name: texts[$0], value: texts[$0 + 1])
    }
  }
}
