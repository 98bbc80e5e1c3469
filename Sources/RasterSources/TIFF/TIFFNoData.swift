import TileModel

/// The nodata value of a TIFF, before which a mask or alpha counts unless the value was asked for.
struct TIFFNoData {
  /// False where a tolerance is applied to the colours, which leaves enclosed samples of the value.
  let isExact: Bool
  private let known: Double?
  private let first: String?
  private let isAsked: Bool

  /// `first` is the mask or alpha that an image has.
  init(_ samples: SampleOptions, stated: Double?, before first: String?) {
    isExact = samples.noDataTolerance == 0
    known = samples.noData ?? stated
    (self.first, isAsked) = (first, samples.noData != nil)
  }

  var counted: Double? { isAsked || first == nil ? known : nil }

  /// The value of samples that are transparent.
  var exact: Double? { isExact ? counted : nil }

  /// The value of samples that no stretch counts.
  var surveyed: Double? { isExact ? known : nil }

  var isAbsent: Bool { known == nil && first == nil }

  var detail: String? {
    guard let surveyed else { return nil }
    let text = NumberText.shortest(surveyed)
    guard counted == nil, let first else { return text }
    return "\(text), not used: the \(first) counts"
  }
}
