/// What becomes of colours that a file says are not those of sRGB.
public enum ColorHandling: String, Hashable, Sendable, CaseIterable {
  /// They are converted to sRGB: relative to white, with black on black.
  case convert
  /// Samples are taken as sRGB as they are stored.
  case keep
}

/// The colours of an image: its profile, and what is done with it.
struct ImageColors: Sendable {
  private let profile: ColorProfile?
  private let model: ColorModel
  private let handling: ColorHandling
  /// Makes sRGB of the samples; `nil` where they are taken as they are.
  let transform: ColorTransform?

  init(_ profile: ColorProfile?, _ model: ColorModel, _ handling: ColorHandling) {
    self.profile = profile
    self.model = model
    self.handling = handling
    let isConverted = handling == .convert && profile?.isSRGB == false
    transform = isConverted ? profile.flatMap { ColorTransform.shared($0, model) } : nil
  }

  /// What a person should know.
  var notice: RasterNotice? {
    if transform != nil { return nil }
    if model == .inks { return .inksWithoutProfile(profile: profile?.name) }
    guard handling == .convert, let profile, !profile.isSRGB else { return nil }
    return .profileNotApplied(name: profile.name)
  }

  /// The profile and what is done with it, for people.
  var details: [RasterDetail] {
    guard let profile else { return [] }
    let use =
      transform != nil
      ? ", converted to sRGB"
      : profile.isSRGB ? "" : handling == .keep ? ", kept: not applied" : ", not applied"
    return [RasterDetail("profile", profile.name + use)]
  }
}
