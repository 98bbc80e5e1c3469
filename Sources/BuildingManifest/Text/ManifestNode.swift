/// A value of a manifest and where it stands.
struct ManifestNode: Hashable, Sendable {
  /// A key of a mapping with its value.
  struct Entry: Hashable, Sendable {
    var key: String
    var location: ManifestLocation
    var value: ManifestNode
  }

  /// What stands there.
  enum Content: Hashable, Sendable {
    /// Nothing, or a plain `~` or `null`.
    case nothing
    /// Any scalar, as it is written: which kind of value it is follows from what is expected.
    case text(String)
    case list([ManifestNode])
    case mapping([Entry])
  }

  var content: Content
  var location: ManifestLocation

  /// The value in a few words, for messages.
  var found: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): text.isEmpty ? "\"\"" : text.manifestExcerpt
    case .list(let items): "a list of \(items.count)"
    case .mapping(let entries): entries.isEmpty ? "an empty mapping" : "a mapping"
    }
  }
}

extension String {
  /// At most 60 characters on one line, for messages.
  var manifestExcerpt: String {
    let start = unicodeScalars.prefix(61)
    let shown = start.prefix(60).map { scalar in
      Character(scalar).isNewline || scalar == "\t" ? " " : Character(scalar)
    }
    return String(shown) + (shown.count < start.count ? "…" : "")
  }
}
