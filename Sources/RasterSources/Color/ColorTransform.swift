import TileModel

/// Converts pixels to sRGB by tables of Little CMS: relative colorimetric, with black point compensation.
///
/// The library fills the tables once for all images of a profile.
package final class ColorTransform: Sendable {
  private enum Method {
    case sums(SumTables, wide: Lazy<SumTables>)
    case grid(Lazy<ColorGrid>)
  }

  private static let sharedLimit = 16
  private static let known = Guarded<[Key: ColorTransform]>([:])

  private struct Key: Hashable {
    let profile: ColorProfile
    let model: ColorModel
  }

  private let method: Method

  /// Shared by images of the same profile; `nil` where Little CMS rejects the profile or its kind.
  static func shared(_ profile: ColorProfile, _ model: ColorModel) -> ColorTransform? {
    let key = Key(profile: profile, model: model)
    return known.withLock { known in
      if let transform = known[key] { return transform }
      guard let transform = ColorTransform(profile, model) else { return nil }
      if known.count == sharedLimit { known.removeAll() }
      known[key] = transform
      return transform
    }
  }

  private init?(_ profile: ColorProfile, _ model: ColorModel) {
    guard let light = LittleCMSTransform(from: profile.definition) else { return nil }
    @Sendable func grid(_ light: LittleCMSTransform) -> ColorGrid {
      ColorGrid(channels: light.channels, light: light.light(of:))
    }
    switch (light.space, model) {
    case (.grey, .grey), (.rgb, .grey), (.rgb, .rgb):
      method =
        SumTables.areExact(for: light)
        ? .sums(
          SumTables(sampleCount: 256, light), wide: Lazy { SumTables(sampleCount: 1 << 16, light) })
        : .grid(Lazy { grid(light) })
    case (.inks, .inks): method = .grid(Lazy { grid(light) })
    default: return nil
    }
  }

  func convert(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    switch method {
    case .sums(let tables, _): tables.convert(pixels, count: count)
    case .grid(let grid): grid.value.convert(pixels, count: count)
    }
  }

  /// To opaque RGBA8; grey comes as three equal samples.
  func convertWords(
    red: UnsafePointer<UInt16>, green: UnsafePointer<UInt16>, blue: UnsafePointer<UInt16>,
    count: Int, into pixels: UnsafeMutablePointer<UInt8>
  ) {
    switch method {
    case .sums(_, let wide):
      wide.value.convertWords(red: red, green: green, blue: blue, count: count, into: pixels)
    case .grid(let grid):
      grid.value.convertWords(red: red, green: green, blue: blue, count: count, into: pixels)
    }
  }
}

/// A value that one thread computes on first use.
private final class Lazy<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Guarded<Value?>(nil)

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
