import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Code for MapKit", .enabled(if: Compiler.swift != nil, "swiftc is not installed"))
struct MapKitTests {
  @Test("Overlays load exactly the tiles, in both language modes, with MapKit's signatures")
  func overlays() throws {
    let layers = try HostileBuilding.askedFloors()
    let folder = try TemporaryDirectory()
    let main = """
      import MapKit

      @main struct Main {
        @MainActor static func main() async throws {
          guard let base = URL(string: "\(HostileBuilding.base)") else { return }
          for floor in HostileFloor.allCases {
            print(floor.rawValue.utf8.map(String.init).joined(separator: " "))
            print(floor.name.utf8.map(String.init).joined(separator: " "))
            print(floor.level.map { "\\($0)" } ?? "nil")
            let overlay = floor.makeOverlay(overzoom: 0, relativeTo: base)
            for zoom in 3...6 {
              for y in 0..<36 {
                for x in 0..<36 {
                  let path = MKTileOverlayPath(x: x, y: y, z: zoom, contentScaleFactor: 2)
                  let loaded = try await overlay.loadTile(at: path)
                  let url = floor.tileURL(x: x, y: y, zoom: zoom, relativeTo: base)
                  if loaded.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
                    print(url == nil ? "nil" : "wrong")
                  } else {
                    print(String(decoding: loaded, as: UTF8.self))
                  }
                }
              }
            }
            guard floor.tileURL(x: -1, y: 0, zoom: 0, relativeTo: base) == nil,
              floor.tileURL(x: 0, y: 0, zoom: -1, relativeTo: base) == nil,
              floor.tileURL(x: .max, y: .min, zoom: .max, relativeTo: base) == nil
            else { fatalError(floor.rawValue) }
          }
          for floor in MuseumFloor.allCases {
            let overlay = floor.makeOverlay()
            print(overlay.tileSize.width, overlay.minimumZ, overlay.maximumZ)
          }
          let plan = SitePlanTiles.makeOverlay(relativeTo: base)
          print(plan.makeRenderer().alpha, SitePlanTiles.zIndex, plan.boundingMapRect.width)
          let map = MKMapView()
          let floors = MuseumFloorSwitch(map: map)
          floors.show(.basement)
          floors.show(.etage1Cafe)
          print(map.overlays.count, floors.floor == .etage1Cafe)
          floors.show(nil)
          print(map.overlays.count, floors.floor == nil)
          let gallery = GalleryFloorSwitch(map: map)
          gallery.show(.groundFloor)
          print(map.overlays.last is GalleryGroundFloorTiles)
          gallery.show(.groundFloor, in: .dark)
          print(map.overlays.count, map.overlays.last is GalleryGroundFloorDarkTiles)
        }
      }

      """
    let files =
      try ClientCode.generate(.swiftMapKit, for: layers, named: "Hostile")
      + ClientCode.generate(.swiftMapKit, for: SampleLayers.museum(), named: "Museum")
      + ClientCode.generate(.swiftMapKit, for: [SampleLayers.sitePlan()])
      + ClientCode.generate(.swiftMapKit, for: SampleLayers.gallery(), named: "Gallery")
      + [GeneratedFile(path: "Main.swift", contents: main)]
    try folder.write(files)
    try Compiler.swift?.compile([
      "-parse-as-library", "-emit-library", "-static", "-emit-module", "-module-name", "MapKit",
      "-swift-version", "5", "-o", folder.path("libMapKit.a"), "-emit-module-path",
      folder.path("MapKit.swiftmodule"), Compiler.standIn("MapKit/MapKit.swift"),
    ])
    let sources = files.map { folder.path($0.path) }
    // The program below is compiled in the other mode.
    for mode in Compiler.swiftModes where mode != ["-swift-version", "6"] {
      try Compiler.swift?.compile(
        mode + [
          "-typecheck", "-wmo", "-parse-as-library", "-warnings-as-errors", "-I", folder.path,
        ] + sources)
    }
    try Compiler.swift?.compile(
      [
        "-Onone", "-wmo", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I",
        folder.path, "-L", folder.path, "-lMapKit", "-o", folder.path("main"),
      ] + sources)
    let outcome = try Compiler.run(folder.path("main"), [])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let facts = """
      256.0 0 34
      512.0 3 24
      256.0 0 34
      0.35 -3 268435456.0
      1 true
      0 true
      true
      1 true

      """
    #expect(outcome.output.hasSuffix(facts))
    try HostileBuilding.check(String(outcome.output.dropLast(facts.count)), of: layers)
  }
}
