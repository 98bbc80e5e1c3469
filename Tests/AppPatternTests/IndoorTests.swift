import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

@MainActor
@Suite("Indoor displays")
struct IndoorTests {
  /// Notes what it is told.
  private final class Listener: GMSIndoorDisplayDelegate {
    var lines: [String] = []

    func didChangeActiveBuilding(_ building: GMSIndoorBuilding?) {
      lines.append("building of \(building?.levels.count ?? 0)")
    }

    func didChangeActiveLevel(_ level: GMSIndoorLevel?) {
      lines.append("level \(level?.shortName ?? "none")")
    }
  }

  private let folder: TemporaryDirectory
  private let map = GMSMapView(
    frame: CGRect(x: 0, y: 0, width: 512, height: 512),
    camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))

  init() throws { folder = try TemporaryDirectory() }

  /// A building whose floors, "F0" the lowest, are as red as their numbers say.
  private func building(_ name: String, levels: ClosedRange<Int>) throws -> BuildingLayers {
    let floors = try levels.enumerated().map { index, _ in
      let color = [UInt8(100 + index), 0, 0, 255]
      let tile = try PNGTileEncoder(effort: .fast).encode(
        RGBAImage(width: 256, height: 256, samples: (0..<(256 * 256)).flatMap { _ in color }))
      return (id: "F\(index)", tile: tile)
    }
    try SampleBuilding.write(
      to: folder.path(name), floors: floors, lowest: levels.lowerBound)
    return try BuildingLayers.open(folder.path(name))
  }

  private func shade() async throws -> UInt8 { try await map.snapshot().samples[0] }

  @Test(
    "The active level is the floor that is drawn and stepped, below layers, whatever is cleared")
  func levels() async throws {
    let (display, listener) = (map.indoorDisplay, Listener())
    display.delegate = listener
    try await display.show(nil)
    #expect(listener.lines.isEmpty && display.activeLevel == nil)
    try await display.show(building("house", levels: -1...1))
    let house = try #require(display.activeBuilding)
    #expect(house.levels.map(\.shortName) == ["F2", "F1", "F0"])
    #expect(house.levels.map(\.name) == ["Floor F2", "Floor F1", "Floor F0"])
    #expect(house.defaultLevelIndex == 1 && !house.isUnderground)
    #expect(display.activeLevel === house.levels[1])
    #expect(try await shade() == 101)
    display.activeLevel = house.levels[0]
    display.activeLevel = house.levels[0]
    #expect(try await shade() == 102)
    #expect(listener.lines == ["building of 3", "level F1", "level F2"])

    map.advance(by: .zero)
    #expect(map.takeTileEvents().filter { $0.kind == .asked }.count == 4)
    display.activeLevel = house.levels[2]
    map.advance(by: .zero)
    #expect(map.takeTileEvents().filter { $0.kind == .asked }.count == 4)
    map.clear()
    #expect(try await shade() == 100)
    map.isIndoorEnabled = false
    #expect(try await shade() == 0)
    map.isIndoorEnabled = true

    // A level of another building is not shown.
    listener.lines = []
    try await display.show(building("cellar", levels: -2 ... -1))
    let cellar = try #require(display.activeBuilding)
    #expect(cellar.isUnderground)
    let level = display.activeLevel
    display.activeLevel = house.levels[0]
    #expect(level != nil && display.activeLevel === level)
    display.activeLevel = nil
    #expect(try await shade() == 0)
    try await display.show(nil)
    #expect(listener.lines.first == "building of 2" && listener.lines.last == "level none")
    #expect(display.activeBuilding == nil)
  }

  @Test("A building with a floor that cannot be opened is not shown")
  func damaged() async throws {
    try await map.indoorDisplay.show(building("house", levels: 0...1))
    let other = try building("other", levels: 0...1)
    try FileManager.default.removeItem(atPath: folder.path("other/F1.layer.json"))
    await #expect(throws: TileLayerError.self) { try await map.indoorDisplay.show(other) }
    #expect(try await shade() == 100)
  }
}
