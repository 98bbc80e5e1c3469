import CLibLCMS

/// An open profile of Little CMS.
final class LittleCMSProfile {
  fileprivate let handle: cmsHPROFILE
  let space: ColorModel

  private init?(_ handle: cmsHPROFILE?, _ space: ColorModel?) {
    guard let handle else { return nil }
    guard let space else {
      cmsCloseProfile(handle)
      return nil
    }
    self.handle = handle
    self.space = space
  }

  deinit { cmsCloseProfile(handle) }

  convenience init?(_ definition: ColorProfile.Definition) {
    switch definition {
    case .icc(let bytes):
      let handle = cmsOpenProfileFromMem(bytes, UInt32(bytes.count))
      self.init(handle, handle.flatMap(Self.space))
    case .primaries(let chromaticities, let curve):
      self.init(Self.handle(chromaticities, curve), .rgb)
    case .named: return nil
    }
  }

  static func light() -> LittleCMSProfile? {
    LittleCMSProfile(handle(.standard, .gamma(1)), .rgb)
  }

  private static func space(_ handle: cmsHPROFILE) -> ColorModel? {
    let classes = [
      cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
    ]
    guard classes.contains(cmsGetDeviceClass(handle)) else { return nil }
    return switch cmsGetColorSpace(handle) {
    case cmsSigGrayData: .grey
    case cmsSigRgbData: .rgb
    case cmsSigCmykData: .inks
    default: nil
    }
  }

  private static func handle(_ chromaticities: Chromaticities, _ curve: ToneCurve) -> cmsHPROFILE? {
    func point(_ point: Chromaticities.Point) -> cmsCIExyY {
      cmsCIExyY(x: point.x, y: point.y, Y: 1)
    }
    let tone: OpaquePointer? =
      switch curve {
      case .gamma(let exponent): cmsBuildGamma(nil, exponent)
      case .standard:
        // IEC 61966-2-1 as the parametric curve of type 4: a power above 0.04045, a line below.
        cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      }
    guard let tone else { return nil }
    defer { cmsFreeToneCurve(tone) }
    var white = point(chromaticities.white)
    var primaries = cmsCIExyYTRIPLE(
      Red: point(chromaticities.red), Green: point(chromaticities.green),
      Blue: point(chromaticities.blue))
    var curves: [OpaquePointer?] = [tone, tone, tone]
    return cmsCreateRGBProfile(&white, &primaries, &curves)
  }
}

/// Little CMS's transform from a profile to linear light: relative colorimetric, with black point
/// compensation.
///
/// SAFETY: Little CMS only reads a transform while it converts, so that threads may share it.
final class LittleCMSTransform: @unchecked Sendable {
  private let handle: cmsHTRANSFORM
  let space: ColorModel

  var channels: Int {
    switch space {
    case .grey: 1
    case .rgb: 3
    case .inks: 4
    }
  }

  init?(from definition: ColorProfile.Definition) {
    guard let source = LittleCMSProfile(definition), let target = LittleCMSProfile.light()
    else { return nil }
    // A floating number of four bytes a sample, their number from bit 3, the colour space from bit 16
    // (lcms2.h).
    func layout(_ space: Int32, _ channels: UInt32) -> UInt32 {
      1 << 22 | UInt32(space) << 16 | channels << 3 | 4
    }
    let input =
      switch source.space {
      case .grey: layout(PT_GRAY, 1)
      case .rgb: layout(PT_RGB, 3)
      case .inks: layout(PT_CMYK, 4)
      }
    guard
      let handle = cmsCreateTransform(
        source.handle, input, target.handle, layout(PT_RGB, 3),
        UInt32(INTENT_RELATIVE_COLORIMETRIC),
        UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE))
    else { return nil }
    self.handle = handle
    space = source.space
  }

  deinit { cmsDeleteTransform(handle) }

  /// ``channels`` values of 0...1 a colour, to linear light of sRGB's primaries.
  ///
  /// Results may exceed 0...1 but are clamped to ±16: a damaged profile may give anything.
  func light(of colors: [Float]) -> [SIMD3<Double>] {
    let count = colors.count / channels
    // Inks are in percent.
    let numbers = space == .inks ? colors.map { 100 * $0 } : colors
    let light = [Float](unsafeUninitializedCapacity: 3 * count) { target, size in
      target.initialize(repeating: 0)
      cmsDoTransform(handle, numbers, target.baseAddress, UInt32(count))
      size = 3 * count
    }
    func bounded(_ number: Float) -> Double {
      number.isFinite ? min(max(Double(number), -16), 16) : 0
    }
    return (0..<count).map {
      SIMD3(bounded(light[3 * $0]), bounded(light[3 * $0 + 1]), bounded(light[3 * $0 + 2]))
    }
  }
}

/// Colour model of an image's samples.
enum ColorModel: Hashable, Sendable {
  case grey
  case rgb
  case inks
}
