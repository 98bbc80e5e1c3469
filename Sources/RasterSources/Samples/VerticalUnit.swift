package enum SampleKind: Hashable, Sendable {
  /// Colours, as straight RGBA8.
  case colors
  /// Elevations, one for each 32-bit sample.
  case heights
}

/// The unit of elevations.
public enum VerticalUnit: String, Hashable, Sendable, CaseIterable {
  /// The metre.
  case metre = "m"
  /// The international foot, 0.3048 m.
  case foot = "ft"
  /// The foot of the US survey, 1200/3937 m.
  case surveyFoot = "us-ft"

  /// Its length in metres.
  public var metres: Double {
    switch self {
    case .metre: 1
    case .foot: 0.3048
    case .surveyFoot: 1200 / 3937
    }
  }

  var word: String {
    switch self {
    case .metre: "metre"
    case .foot: "foot"
    case .surveyFoot: "us survey foot"
    }
  }

  var name: String {
    switch self {
    case .metre: "metres"
    case .foot: "feet"
    case .surveyFoot: "US survey feet"
    }
  }
}
