import TileModel

/// The report as JSON, format version 1.
///
/// - `formatVersion`, `path`
/// - `kind`: the format of the store.
/// - `errors`, `warnings` and `notes`: numbers of findings.
/// - `zooms`: for each its `zoom`, `tiles`, `bytes`, `blank`, `oneColor`, `repeated`, `damaged` and
///   `findings`.
/// - `retinaZooms`: the same of tiles of 512 samples beside those of 256, where there are any.
/// - `source`: the ``SourceAgreement``, when there was a source.
/// - `rules`: for each its `id`, `severity`, `summary`, `count` and `findings`.
///
/// A finding has `place`, `tile` (zoom/x/y, only where it is one), `found` and `expected`. There may be
/// fewer findings than `count`.
extension VerificationReport: Encodable {
  /// Encodes the members that the extension documents.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "formatVersion": 1, "path": path, "kind": kind, "errors": count(.error),
      "warnings": count(.warning), "notes": count(.note), "zooms": zooms,
      "retinaZooms": retinaZooms.isEmpty ? nil : retinaZooms, "source": source, "rules": results,
    ]).encode(to: encoder)
  }
}

extension RuleResult: Encodable {
  /// Encodes the rule, the count and the findings.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "id": rule.id, "severity": rule.severity.rawValue, "summary": rule.summary, "count": count,
      "findings": findings,
    ]).encode(to: encoder)
  }
}

extension Finding: Encodable {
  /// Encodes the location, the tile if it is one, and both values.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "place": location, "tile": tile?.description, "found": found, "expected": expected,
    ]).encode(to: encoder)
  }
}

/// The members of a JSON object, but for those that are `nil`.
struct JSONMembers: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [String: (any Encodable)?]

  init(_ members: [String: (any Encodable)?]) { self.members = members }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in members {
      try container.encode(value, forKey: Name(stringValue: name))
    }
  }
}
