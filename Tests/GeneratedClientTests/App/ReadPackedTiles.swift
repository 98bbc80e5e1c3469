import Foundation
import GoogleMapsCompatibility
import TileLayers
import TileModel

/// Asks every floor of the generated building, whose tiles are packed with the app, for tiles on eight
/// threads at a time; prints how many answers were right, and every wrong one.
///
/// Arguments: the folder of the app's resources, that of the expected tiles by `floor-zoom-x-y`, and a
/// file of addresses (`zoom x y` a line).
@main
struct ReadPackedTiles {
  @MainActor
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { exit(2) }
    let resources = URL(fileURLWithPath: arguments[1], isDirectory: true)
    let expected = URL(fileURLWithPath: arguments[2], isDirectory: true)
    let addresses = try String(contentsOfFile: arguments[3], encoding: .utf8)
      .split(separator: "\n")
      .map { $0.split(separator: " ").compactMap { UInt($0) } }
    let map = GMSMapView()
    let floors = PackedFloorSwitch(map: map, relativeTo: resources)
    for floor in PackedFloor.allCases {
      floors.show(floor)
      guard map.tileLayers.count == 1 else { exit(3) }
      let layer = floor.makeLayer(overzoom: 0, relativeTo: resources)
      if let layer = layer as? GMSSyncTileLayer {
        // Like the SDK's, the class does not state that its tiles are made on many threads.
        nonisolated(unsafe) let layer = layer
        let answers = await withTaskGroup(of: Int.self) { group in
          for _ in 0..<8 {
            group.addTask {
              addresses.count { address in
                isRight(layer, floor.rawValue, address, expected)
              }
            }
          }
          var sum = 0
          for await right in group { sum += right }
          return sum
        }
        print(floor.rawValue, "read", answers)
        checkMissing(floor, addresses)
      } else {
        print(
          floor.rawValue, "loaded", try await loadAll(layer.tiles, floor, addresses, expected))
      }
      let enlarged = floor.makeLayer(relativeTo: resources)
      let parts = EnlargedTiles(floor.rawValue, addresses.map { $0.map { Int($0) } }, expected)
        .parts
      var right = 0
      for (tile, pixels) in parts {
        let answer = await enlarged.tiles.image(at: tile)
        let isRight = pixels.map { answer == .tile($0) } ?? (answer == .absent)
        if isRight { right += 1 } else { print("wrong", tile, answer) }
      }
      print(floor.rawValue, "enlarged", right == parts.count, parts.count { $0.pixels != nil })
    }
  }

  /// Whether the tile has the samples of the expected file, or is none where there is no file.
  private nonisolated static func isRight(
    _ layer: GMSSyncTileLayer, _ floor: String, _ address: [UInt], _ expected: URL
  ) -> Bool {
    let name = "\(floor)-\(address[0])-\(address[1])-\(address[2])"
    let tile = layer.tileFor(x: address[1], y: address[2], zoom: address[0])
    let file = FileManager.default.contents(atPath: expected.appendingPathComponent(name).path)
    let isRight =
      file.map { UIImage(data: $0)?.samples == tile?.samples && tile != nil }
      ?? (tile === kGMSTileLayerNoTile)
    if !isRight { print("wrong", name) }
    return isRight
  }

  /// A layer without its file cannot read the tiles that there are, and knows those that there are not.
  @MainActor
  private static func checkMissing(_ floor: PackedFloor, _ addresses: [[UInt]]) {
    let layer = floor.makeLayer(
      overzoom: 0, relativeTo: URL(fileURLWithPath: "/no/such/folder/"))
    guard let layer = layer as? GMSSyncTileLayer else { exit(4) }
    let tiles = addresses.map { layer.tileFor(x: $0[1], y: $0[2], zoom: $0[0]) }
    print(floor.rawValue, "missing", tiles.count { $0 == nil })
    guard tiles.allSatisfy({ $0 == nil || $0 === kGMSTileLayerNoTile }) else { exit(5) }
  }

  /// Loads tiles by their file URLs; the number of right answers.
  @MainActor
  private static func loadAll(
    _ tiles: TileLayer, _ floor: PackedFloor, _ addresses: [[UInt]], _ expected: URL
  ) async throws -> Int {
    var count = 0
    for address in addresses {
      let tile = TileCoordinate(zoom: Int(address[0]), x: Int(address[1]), y: Int(address[2]))
      guard let tile else { continue }
      let name = "\(floor.rawValue)-\(address[0])-\(address[1])-\(address[2])"
      let file = FileManager.default.contents(atPath: expected.appendingPathComponent(name).path)
      switch await tiles.tile(at: tile) {
      case .absent where file == nil: count += 1
      case .tile(let loaded) where loaded.bytes == file.map { [UInt8]($0) }: count += 1
      case let answer: print("wrong", name, answer)
      }
    }
    return count
  }
}
