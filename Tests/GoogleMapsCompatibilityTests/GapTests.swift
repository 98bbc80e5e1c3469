import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel

/// Answers with a file, and for one URL with another.
private struct OneOtherTransport: TileTransport {
  let file: [UInt8]
  let other: [UInt8]
  let location: String

  func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    TileResponse(status: 200, body: request.url.path == location ? other : file)
  }
}

/// Hands over an image, and another for column 1 and row 1.
private final class OneOtherLayer: GMSSyncTileLayer {
  private let image: UIImage?
  private let other: UIImage?

  init(_ image: UIImage?, other: UIImage?) {
    (self.image, self.other) = (image, other)
    super.init()
  }

  override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? {
    (x, y) == (1, 1) ? other : image
  }
}

@MainActor
@Suite("Tiles that cannot be drawn")
struct GapTests {
  private let map = GMSMapView(
    frame: CGRect(x: 0, y: 0, width: 32, height: 32),
    camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))

  /// Expects that three of four tiles are drawn, and that the north-western one is left blank.
  private func expectOneGap(_ name: String) async throws {
    let snapshot = try await map.snapshotWithGaps()
    #expect(snapshot.tileCount == 3, "\(name)")
    for (x, y) in [(0, 0), (15, 0), (8, 8), (0, 15), (15, 15)] {
      #expect(color(snapshot.image, x, y) == [0, 0, 0, 0], "\(name)")
    }
    for (x, y) in [(16, 0), (31, 15), (0, 16), (16, 16), (31, 31)] {
      #expect(color(snapshot.image, x, y) == [200, 200, 200, 200], "\(name)")
    }
    #expect(snapshot.gaps.count == 1, "\(name)")
    let location = try #require(TileCoordinate(zoom: 2, x: 1, y: 1))
    switch snapshot.gaps.first {
    case .tile(layer: _, location, _), .tileSize(layer: _, location, _, _, _): break
    default: Issue.record("\(name): \(snapshot.gaps)")
    }
  }

  @Test("One bad file leaves its tile blank, and never ends the picture")
  func files() async throws {
    let sound = try Picture.square()
    let tall = RGBAImage(
      width: 256, height: 512, samples: [UInt8](repeating: 200, count: 4 * 256 * 512))
    let huge = RGBAImage(
      width: 4097, height: 1, samples: [UInt8](repeating: 200, count: 4 * 4097))
    let encoder = try PNGTileEncoder(effort: .fast)
    var flipped = sound
    flipped[sound.count / 2] ^= 0xFF
    let files: [(String, [UInt8])] = [
      ("empty", []), ("cut off", sound.dropLast(20)), ("of one byte", [0x89]),
      ("with a wrong bit", flipped), ("a web page", Array("<html>Not here</html>".utf8)),
      ("GIF", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 59]),
      ("SVG", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
      ("not square", try encoder.encode(tall)), ("wider than 4096", try encoder.encode(huge)),
      ("longer than a tile may be", [UInt8](repeating: 0, count: 8 << 20 + 1)),
    ]
    for (name, file) in files {
      let layer = GMSURLTileLayer { x, y, zoom in
        URL(string: "https://e.com/\(zoom)/\(x)/\(y)")
      }
      layer.loading.transport = OneOtherTransport(file: sound, other: file, location: "/2/1/1")
      layer.map = map
      try await expectOneGap(name)
      layer.map = nil
    }
  }

  @Test("One bad image of an app's layer leaves its tile blank, and never ends the picture")
  func images() async throws {
    let sound = try #require(UIImage(data: Data(try Picture.square())))
    let empty = UIImage(samples: RGBAImage(width: 0, height: 0, samples: []))
    for (name, image) in [
      ("empty", empty), ("not square", UIImage(samples: Picture.samples)), ("none now", nil),
    ] {
      let layer = OneOtherLayer(sound, other: image)
      layer.map = map
      try await expectOneGap(name)
      layer.map = nil
    }
  }

  @Test("A square image of another size fills its tile")
  func otherSizes() async throws {
    for side in [1, 100, 257, 512, 1000] {
      let image = try #require(UIImage(data: Data(try Picture.square(side: side))))
      let layer = OneOtherLayer(image, other: image)
      layer.map = map
      let snapshot = try await map.snapshotWithGaps()
      #expect(snapshot.gaps.isEmpty && snapshot.tileCount == 4)
      #expect(snapshot.image.samples.allSatisfy { $0 == 200 })
      layer.map = nil
    }
  }
}
