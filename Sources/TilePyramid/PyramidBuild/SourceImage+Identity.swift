import Hashing
import RasterSources
import TileImaging
import TileStorage

extension SourceImage {
  /// How samples are read.
  package var readingIdentity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the page", "\(samples.page ?? vector.page ?? 1)")
    identity.add("how its samples are read", samples.identityText)
    identity.add("`layers`", vector.layers.isEmpty ? nil : "\(vector.layers)")
    identity.add("the program that draws it", drawingProgram)
    return identity
  }
}

extension SampleOptions {
  /// Everything that the samples depend on, in words.
  fileprivate var identityText: String {
    var parts = [
      "bands \(bands?.text ?? "the file's")",
      "stretch \(stretch.map { "\($0)" } ?? "by kind")",
      "nodata \(noData.map { "\($0)" } ?? "the file's") within \(noDataTolerance)",
      "transparent \(transparent?.description ?? "none")",
      "paper \(paper?.identityText ?? "kept"), ink \(ink.rawValue)",
      "crop \(crop?.rawValue ?? "none")",
      "background \(background?.description ?? "none")",
    ]
    if kind == .colors, relief == nil {
      parts.append("colours \(colors.rawValue)")
    } else {
      parts.append("heights in \(verticalUnit?.rawValue ?? "the file's unit")")
    }
    if let relief { parts.append("drawn as \(Self.fingerprint(of: relief))") }
    return parts.joined(separator: ", ")
  }

  /// A hash of the light and all colours.
  private static func fingerprint(of relief: Relief) -> String {
    let light = relief.light.map { "\($0.azimuth) \($0.altitude)" } ?? "no light"
    let stops = relief.colors?.stops.map { "\($0.height) \($0.color)" } ?? []
    let noData = relief.colors?.noData.map { "\($0)" } ?? "transparent"
    let interpolation = relief.colors?.interpolation.rawValue ?? "none"
    let text = ([light, noData, interpolation] + stops).joined(separator: "; ")
    return String(Array(text.utf8).withUnsafeBytes { Hash128(hashing: $0) }.low, radix: 16)
  }
}

extension Paper {
  fileprivate var identityText: String {
    "\(color?.description ?? "found") within \(tolerance.map { "\($0)" } ?? "its variation")"
      + (isOutsideOnly ? " outside" : "")
  }
}
