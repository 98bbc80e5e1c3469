/// Treatment of colours that a file states not to be sRGB.
public enum ColorHandling: String, Hashable, Sendable, CaseIterable {
  /// Converts them to sRGB: relative colorimetric, with black point compensation.
  case convert
  /// Takes stored samples as sRGB.
  case keep
}

/// The colour profile of an image and its treatment.
struct ImageColors: Sendable {
  private let profile: ColorProfile?
  private let model: ColorModel
  private let handling: ColorHandling
  let transform: ColorTransform?

  init(_ profile: ColorProfile?, _ model: ColorModel, _ handling: ColorHandling) {
    self.profile = profile
    self.model = model
    self.handling = handling
    let isConverted = handling == .convert && profile?.isSRGB == false
    transform = isConverted ? profile.flatMap { ColorTransform.shared($0, model) } : nil
  }

  var notice: RasterNotice? {
    if transform != nil { return nil }
    if model == .inks { return .inksWithoutProfile(profile: profile?.name) }
    guard handling == .convert, let profile, !profile.isSRGB else { return nil }
    return .profileNotApplied(name: profile.name)
  }

  var details: [RasterDetail] {
    guard let profile else { return [] }
    let use =
      transform != nil
      ? ", converted to sRGB"
      : profile.isSRGB ? "" : handling == .keep ? ", kept: not applied" : ", not applied"
    return [RasterDetail("profile", profile.name + use)]
  }
}
