import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Images")
struct ImageTests {
  @Test("An image gives its pixels and a JPEG of them, and is found in a bundle")
  func forms() throws {
    let image = UIImage(
      samples: RGBAImage(
        width: 16, height: 8, samples: (0..<128).flatMap { _ in [200, 10, 20, 255] as [UInt8] }))
    let pixels = try #require(image.cgImage)
    #expect(pixels.width == 16 && pixels.height == 8 && pixels.bytesPerRow == 64)
    #expect(UIImage(cgImage: pixels).samples == image.samples)
    let file = try #require(image.jpegData(compressionQuality: 0.9))
    #expect(file.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
    let again = try #require(UIImage(data: file))
    #expect(again.size == image.size)
    #expect(
      zip(again.samples.samples, image.samples.samples).allSatisfy { abs(Int($0) - Int($1)) < 8 })
    #expect(image.jpegData(compressionQuality: -1) != nil)
    let nothing = UIImage()
    #expect(nothing.cgImage == nil && nothing.jpegData(compressionQuality: 1) == nil)

    let folder = try TemporaryDirectory()
    let name = folder.url.appendingPathComponent("Plans.resources")
    try FileManager.default.createDirectory(at: name, withIntermediateDirectories: true)
    try #require(image.pngData()).write(to: name.appendingPathComponent("plan.png"))
    let bundle = try #require(Bundle(url: name))
    #expect(UIImage(named: "plan", in: bundle, compatibleWith: nil)?.samples == image.samples)
    #expect(UIImage(named: "plan.png", in: bundle, compatibleWith: nil) != nil)
    #expect(UIImage(named: "none", in: bundle, compatibleWith: nil) == nil)
    #expect(UIImage(named: "no such image") == nil)
  }
}
