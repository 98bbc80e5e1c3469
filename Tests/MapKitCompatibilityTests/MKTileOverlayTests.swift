import Foundation
import MapKitCompatibility
import Testing
import TileLayers
import TileModel
import TilePyramidTesting

/// Names the tiles of a folder by itself.
private final class FlatNames: MKTileOverlay {
  override func url(forTilePath path: MKTileOverlayPath) -> URL {
    URL(fileURLWithPath: "/plans/L2_\(path.z)_\(path.x)_\(path.y).png")
  }
}

/// Overrides the form of loading that an app written with `await` overrides.
private final class Awaited: MKTileOverlay {
  override func loadTile(at path: MKTileOverlayPath) async throws -> Data {
    Data("\(path.z)/\(path.x)/\(path.y)".utf8)
  }
}

/// Never answers.
private final class Silent: MKTileOverlay {
  let (asked, announce) = AsyncStream<Void>.makeStream()

  override func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) { announce.yield() }
}

@Suite("Tile overlays")
struct MKTileOverlayTests {
  private func path(_ z: Int, _ x: Int, _ y: Int, scale: CGFloat = 1) -> MKTileOverlayPath {
    MKTileOverlayPath(x: x, y: y, z: z, contentScaleFactor: scale)
  }

  @Test("An overlay begins with MapKit's defaults")
  func defaults() {
    let overlay = MKTileOverlay(urlTemplate: "https://e.com/{z}/{x}/{y}.png")
    #expect(overlay.urlTemplate == "https://e.com/{z}/{x}/{y}.png")
    #expect(overlay.tileSize == CGSize(width: 256, height: 256))
    #expect(!overlay.isGeometryFlipped)
    #expect(!overlay.canReplaceMapContent)
    #expect(overlay.minimumZ == 0)
    #expect(overlay.boundingMapRect.width == MKMapRect.world.width)
    #expect(abs(overlay.coordinate.latitude) < 1e-9)
    #expect(abs(overlay.coordinate.longitude) < 1e-9)
    #expect(MKTileOverlay().urlTemplate == nil)
    let isOverlay = (overlay as Any) is any MKOverlay
    #expect(isOverlay)
  }

  @Test(
    "A template is filled in wherever a part stands",
    arguments: [
      ("https://e.com/{z}/{x}/{y}.png", "https://e.com/17/3/5.png"),
      ("https://e.com/t?x={x}&y={y}&z={z}&s={scale}", "https://e.com/t?x=3&y=5&z=17&s=2"),
      ("https://e.com/{x}{x}/{y}-{z}@{scale}x.png", "https://e.com/33/5-17@2x.png"),
      ("https://e.com/L%31/{x}", "https://e.com/L%31/3"),
      ("https://e.com/{Z}/{x}", "https://e.com/%7BZ%7D/3"),
      ("file:///plans/{z}_{x}_{y}.png", "file:///plans/17_3_5.png"),
      ("https://e.com/all.png", "https://e.com/all.png"),
    ])
  func template(text: String, expected: String) {
    let overlay = MKTileOverlay(urlTemplate: text)
    #expect(overlay.url(forTilePath: path(17, 3, 5, scale: 2)).absoluteString == expected)
  }

  @Test("The row of a path is put in as it is, also when the geometry is flipped")
  func flippedTemplate() {
    let overlay = MKTileOverlay(urlTemplate: "https://e.com/{z}/{x}/{y}@{scale}")
    overlay.isGeometryFlipped = true
    #expect(
      overlay.url(forTilePath: path(3, 1, 6, scale: 1.5)).absoluteString
        == "https://e.com/3/1/6@1.5")
  }

  @Test("Loading asks for the URL and hands over the file as it is")
  func loading() async throws {
    let file = try Paint.file([1, 2, 3, 255])
    let transport = TableTransport(body: file)
    let overlay = MKTileOverlay(urlTemplate: "https://e.com/{z}/{x}/{y}.png")
    overlay.transport = transport
    #expect(try await overlay.loadTile(at: path(4, 2, 1)) == Data(file))
    #expect(transport.requests.map(\.url.absoluteString) == ["https://e.com/4/2/1.png"])
    let handed = await withHandover { handover in
      overlay.loadTile(at: path(4, 2, 2)) { data, error in
        handover.resume(returning: (data, error == nil))
      }
    }
    #expect(handed.0 == Data(file))
    #expect(handed.1)
  }

  @Test("A tile that does not exist, or cannot be had, is an error of its kind")
  func errors() async throws {
    let location = "https://e.com/1/0/0"
    func error(status: Int, body: [UInt8] = []) async -> TileOverlayError? {
      let overlay = MKTileOverlay(urlTemplate: "https://e.com/{z}/{x}/{y}")
      overlay.transport = TableTransport([location: status], body: body)
      do {
        _ = try await overlay.loadTile(at: path(1, 0, 0))
        return nil
      } catch {
        return error as? TileOverlayError
      }
    }
    for status in [204, 404, 410] {
      #expect(await error(status: status) == .noTile(location: location))
    }
    #expect(
      await error(status: 503)
        == .unavailable(.busy(status: 503, location: location, retryAfter: nil)))
    #expect(await error(status: 403) == .unavailable(.refused(status: 403, location: location)))
    #expect(
      await error(status: 200, body: Array("<html>".utf8))
        == .unavailable(.notAnImage(location: location)))
    #expect(TileOverlayError.noTile(location: location).report.location == location)
  }

  @Test("Files are tiles, and a missing file is no tile")
  func files() async throws {
    let directory = try TemporaryDirectory()
    let file = try Paint.file([9, 9, 9, 255])
    try directory.write(file, as: "3-1.png")
    let overlay = MKTileOverlay(
      urlTemplate: directory.url.absoluteString + "{x}-{y}.png")
    #expect(try await overlay.loadTile(at: path(4, 3, 1)) == Data(file))
    await #expect(throws: TileOverlayError.self) { try await overlay.loadTile(at: path(4, 3, 2)) }
  }

  @Test("Subclasses name the files, or load in either way")
  func subclasses() async throws {
    #expect(
      FlatNames(urlTemplate: nil).url(forTilePath: path(17, 3, 5)).path
        == "/plans/L2_17_3_5.png")
    #expect(try await Awaited().loadTile(at: path(4, 5, 6)) == Data("4/5/6".utf8))
    let table = TableOverlay([
      TableOverlay.Address(x: 1, y: 1): .success(Data([1])),
      TableOverlay.Address(x: 1, y: 2): .failure(CocoaError(.fileReadCorruptFile)),
      TableOverlay.Address(x: 1, y: 3): .success(nil),
    ])
    #expect(try await table.loadTile(at: path(2, 1, 1)) == Data([1]))
    await #expect(throws: CocoaError.self) { try await table.loadTile(at: path(2, 1, 2)) }
    // Neither data nor an error.
    await #expect(throws: TileOverlayError.noTile(location: nil)) {
      try await table.loadTile(at: path(2, 1, 3))
    }
    #expect(await table.tileLayer().tile(at: try address(2, 1, 3)) == .absent)
  }

  @Test("Giving up on a tile that never comes ends the wait")
  func cancellation() async throws {
    let overlay = Silent()
    let layer = overlay.tileLayer()
    let location = try address(1, 0, 0)
    let wait = Task { await layer.tile(at: location) }
    var asked = overlay.asked.makeAsyncIterator()
    await asked.next()
    wait.cancel()
    #expect(await wait.value == .unavailable(.cancelled))
  }
}
