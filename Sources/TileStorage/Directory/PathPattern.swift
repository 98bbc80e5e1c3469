package import TileModel

/// A tile path, or one component of it, for matching names in a folder.
package struct PathPattern: Sendable {
  /// Extensions with their numbers, the longest first, since one may begin another.
  private static let endings = TileFormat.extensions.enumerated()
    .map { (number: $0.offset, bytes: Array($0.element.utf8)) }
    .sorted { $0.bytes.count > $1.bytes.count }

  /// Address numbers that were read so far.
  package struct Numbers {
    var zoom: Int?
    var column: Int?
    var row: Int?
    var ending: Int?

    package init() {}

    package var format: TileFormat? {
      ending.map { TileFormat(rawValue: TileFormat.extensions[$0]) }
    }

    package func tile(in scheme: LayerDefinition.Scheme) -> TileCoordinate? {
      guard let zoom, let column, let row else { return nil }
      return switch scheme {
      case .xyz: TileCoordinate(zoom: zoom, x: column, y: row)
      case .tms: TileCoordinate(zoom: zoom, x: column, tmsRow: row)
      }
    }

    fileprivate static func set(_ known: inout Int?, _ value: Int) -> Bool {
      if let known { return known == value }
      known = value
      return true
    }
  }

  private let parts: [TileTemplate.Part]

  private init(parts: [TileTemplate.Part]) { self.parts = parts }

  package init(_ template: TileTemplate) { self.init(parts: template.parts) }

  init(name: String) { parts = [.text(name)] }

  static func components(of template: TileTemplate) -> [PathPattern] {
    var components: [[TileTemplate.Part]] = [[]]
    for part in template.parts {
      guard case .text(let text) = part else {
        components[components.count - 1].append(part)
        continue
      }
      for (index, piece) in text.split(separator: "/", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { components.append([]) }
        if !piece.isEmpty { components[components.count - 1].append(.text(String(piece))) }
      }
    }
    return components.map { PathPattern(parts: $0) }
  }

  /// `nil` for a name of another pattern.
  ///
  /// Numbers are decimal without sign or leading zeros, as they are written.
  package func match(_ name: String, after known: Numbers) -> Numbers? {
    var name = name
    return name.withUTF8 { match($0, after: known) }
  }

  func match(_ name: FileName, after known: Numbers) -> Numbers? {
    name.withBytes { match($0, after: known) }
  }

  private func match(_ name: UnsafeBufferPointer<UInt8>, after known: Numbers) -> Numbers? {
    var numbers = known
    var rest = name[...]
    for part in parts {
      if case .text(let text) = part {
        guard rest.starts(with: text.utf8) else { return nil }
        rest = rest.dropFirst(text.utf8.count)
        continue
      }
      if case .format = part {
        guard let found = Self.endings.first(where: { rest.starts(with: $0.bytes) }),
          Numbers.set(&numbers.ending, found.number)
        else { return nil }
        rest = rest.dropFirst(found.bytes.count)
        continue
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      guard digits.count == 1 || digits.first != 0x30, (1...10).contains(digits.count) else {
        return nil
      }
      let value = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
      let isSame =
        switch part {
        case .zoom: Numbers.set(&numbers.zoom, value)
        case .column: Numbers.set(&numbers.column, value)
        case .row: Numbers.set(&numbers.row, value)
        case .text, .format: false
        }
      guard isSame else { return nil }
    }
    return rest.isEmpty ? numbers : nil
  }
}
