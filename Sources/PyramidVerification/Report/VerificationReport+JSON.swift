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
  private enum Key: String, CodingKey {
    case formatVersion, path, kind, errors, warnings, notes, zooms, retinaZooms, source, rules
  }

  /// Encodes the members that the extension documents.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .formatVersion)
    try container.encode(path, forKey: .path)
    try container.encode(kind, forKey: .kind)
    try container.encode(count(.error), forKey: .errors)
    try container.encode(count(.warning), forKey: .warnings)
    try container.encode(count(.note), forKey: .notes)
    try container.encode(zooms, forKey: .zooms)
    if !retinaZooms.isEmpty { try container.encode(retinaZooms, forKey: .retinaZooms) }
    try container.encodeIfPresent(source, forKey: .source)
    try container.encode(results, forKey: .rules)
  }
}

extension RuleResult: Encodable {
  private enum Key: String, CodingKey {
    case id, severity, summary, count, findings
  }

  /// Encodes the rule, the count and the findings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rule.id, forKey: .id)
    try container.encode(rule.severity.rawValue, forKey: .severity)
    try container.encode(rule.summary, forKey: .summary)
    try container.encode(count, forKey: .count)
    try container.encode(findings, forKey: .findings)
  }
}

extension Finding: Encodable {
  private enum Key: String, CodingKey {
    case place, tile, found, expected
  }

  /// Encodes the location, the tile if it is one, and both values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(location, forKey: .place)
    try container.encodeIfPresent(tile?.description, forKey: .tile)
    try container.encode(found, forKey: .found)
    try container.encode(expected, forKey: .expected)
  }
}
