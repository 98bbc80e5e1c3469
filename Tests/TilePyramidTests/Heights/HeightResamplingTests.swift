import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Resampling of heights")
struct HeightResamplingTests {
  private let workshop: HeightWorkshop

  init() throws { workshop = try HeightWorkshop() }

  /// An image for about 110 by 80 samples of the result.
  private func field(_ scale: Double) -> HeightField {
    .hills(PixelSize(width: Int(110 * scale) + 5, height: Int(80 * scale) + 4))
  }

  @Test(
    "Heights of a north-up image are the kernel's means of metres, where half of its weight has a height",
    arguments: Resampling.allCases, [0.4, 0.9, 1.7, 4.0, 9.3])
  func northUp(kernel: Resampling, scale: Double) async throws {
    let field = field(scale)
    let shift = (x: 0.3, y: 0.6)
    let built = try await workshop.build(field, shift: shift, scale: scale) {
      $0.options = .zooms(HeightWorkshop.zoom, HeightWorkshop.zoom, resampling: kernel)
    }
    #expect(built.plan.steps[0].access == .streamed)
    let plain = PlainResampler(field, scale: scale, kernel: kernel)
    var errors = HeightErrors()
    try built.deepest().forEach { x, y, sample in
      errors.add(
        sample, .terrarium,
        plain.height(
          x: Double(x) - HeightWorkshop.origin.x - shift.x,
          y: Double(y) - HeightWorkshop.origin.y - shift.y))
    }
    #expect(errors.wrong == 0)
    #expect(errors.count > 5000)
    // The excess of single precision.
    #expect(errors.excess <= 0.2, "\(errors)")
    if kernel == .bilinear { #expect(errors.whole <= 1, "\(errors)") }
  }

  /// Compares a turned image, enlarged so that every definition of a kernel's width gives the same.
  private func turned(
    _ kernel: Resampling, _ encoding: ElevationEncoding, degrees: Double
  ) async throws -> HeightErrors {
    let scale = 0.6
    let field = field(1.5)
    let built = try await workshop.build(field, scale: scale, degrees: degrees, .init(encoding)) {
      $0.options = .zooms(HeightWorkshop.zoom, HeightWorkshop.zoom, resampling: kernel)
    }
    #expect(built.plan.steps[0].access != .streamed)
    let plain = PlainResampler(field, scale: 1, kernel: kernel)
    let angle = degrees * .pi / 180
    var errors = HeightErrors()
    try built.deepest().forEach { x, y, sample in
      let dx = Double(x) + 0.5 - HeightWorkshop.origin.x
      let dy = Double(y) + 0.5 - HeightWorkshop.origin.y
      let u = scale * (cos(angle) * dx + sin(angle) * dy)
      let v = scale * (cos(angle) * dy - sin(angle) * dx)
      let (width, height) = (Double(field.size.width), Double(field.size.height))
      if u < -1 || v < -1 || u > width + 1 || v > height + 1 {
        if sample != Sample(repeating: 0) { errors.wrong += 1 }
      }
      guard u > 1, v > 1, u < width - 1, v < height - 1 else { return }
      errors.add(sample, encoding, plain.height(x: u - 0.5, y: v - 0.5))
    }
    return errors
  }

  @Test(
    "Heights of a turned image are the kernel's means of metres",
    arguments: [Resampling.bilinear, .cubic, .lanczos], [31.0, -77])
  func warped(kernel: Resampling, degrees: Double) async throws {
    let errors = try await turned(kernel, .terrarium, degrees: degrees)
    #expect(errors.wrong == 0)
    #expect(errors.count > 10_000)
    #expect(errors.excess <= 0.2, "\(errors)")
    if kernel == .bilinear { #expect(errors.whole <= 1, "\(errors)") }
    if kernel == .cubic { #expect(errors.whole <= 1.25, "\(errors)") }
  }

  @Test("Heights in steps of a decimetre are within one of the exact kernel")
  func mapbox() async throws {
    for kernel in [Resampling.bilinear, .cubic] {
      let errors = try await turned(kernel, .mapbox, degrees: 31)
      #expect(errors.wrong == 0 && errors.count > 10_000)
      #expect(errors.metres <= 0.1, "\(errors)")
    }
  }
}
