import Foundation
import MapKitCompatibility

/// Loads tiles of every floor of the generated building, which are packed with the app, on eight threads
/// at a time; prints how many answers were right, and every wrong one.
///
/// Arguments: as of `ReadPackedTiles`.
@main
struct LoadPackedTiles {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { exit(2) }
    let resources = URL(fileURLWithPath: arguments[1], isDirectory: true)
    let expected = URL(fileURLWithPath: arguments[2], isDirectory: true)
    let addresses = try String(contentsOfFile: arguments[3], encoding: .utf8)
      .split(separator: "\n")
      .map { $0.split(separator: " ").compactMap { Int($0) } }
    for floor in PackedFloor.allCases {
      let overlay = Shared(overlay: floor.makeOverlay(overzoom: 0, relativeTo: resources))
      let right = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            var right = 0
            for address in addresses {
              right += await isRight(overlay, floor.rawValue, address, expected) ? 1 : 0
            }
            return right
          }
        }
        var sum = 0
        for await right in group { sum += right }
        return sum
      }
      print(floor.rawValue, "loaded", right)
      let missing = floor.makeOverlay(
        overzoom: 0, relativeTo: URL(fileURLWithPath: "/no/such/folder/"))
      var failures = 0
      for address in addresses {
        let path = MKTileOverlayPath(
          x: address[1], y: address[2], z: address[0], contentScaleFactor: 1)
        do { _ = try await missing.loadTile(at: path) } catch { failures += 1 }
      }
      print(floor.rawValue, "missing", failures)
      let enlarged = floor.makeOverlay(relativeTo: resources)
      let parts = EnlargedTiles(floor.rawValue, addresses, expected).parts
      var found = 0
      for (tile, pixels) in parts {
        let path = MKTileOverlayPath(x: tile.x, y: tile.y, z: tile.zoom, contentScaleFactor: 1)
        let data = try await enlarged.loadTile(at: path)
        let isRight = pixels.map { UIImage(data: data)?.samples == $0 } ?? (data.count == 68)
        if isRight { found += 1 } else { print("wrong", tile) }
      }
      print(floor.rawValue, "enlarged", found == parts.count, parts.count { $0.pixels != nil })
    }
  }

  /// Unchecked because maps ask overlays on threads of their own.
  private struct Shared: @unchecked Sendable {
    let overlay: MKTileOverlay
  }

  /// Whether the tile is the expected file, or a transparent pixel where there is no file.
  private static func isRight(
    _ shared: Shared, _ floor: String, _ address: [Int], _ expected: URL
  ) async -> Bool {
    let name = "\(floor)-\(address[0])-\(address[1])-\(address[2])"
    let path = MKTileOverlayPath(x: address[1], y: address[2], z: address[0], contentScaleFactor: 2)
    let file = FileManager.default.contents(atPath: expected.appendingPathComponent(name).path)
    do {
      let tile = try await shared.overlay.loadTile(at: path)
      if file == tile || file == nil && tile.count == 68 { return true }
    } catch {
      print(error)
    }
    print("wrong", name)
    return false
  }
}
