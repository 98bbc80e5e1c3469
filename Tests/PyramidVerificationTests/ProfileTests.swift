import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Profiles of consumers")
struct ProfileTests {
  private func broken(
    _ store: SampleStore, _ profile: VerificationProfile?
  ) throws -> [String: VerificationRule.Severity] {
    store.options.profile = profile
    let results = try store.verify().results.filter { $0.count > 0 }
    return Dictionary(uniqueKeysWithValues: results.map { ($0.rule.id, $0.rule.severity) })
  }

  @Test("A sound store meets all that fit it", arguments: VerificationProfile.allCases)
  func sound(profile: VerificationProfile) throws {
    #expect(try broken(SampleStore.mbtiles(), profile).isEmpty)
  }

  @Test("A tile of more than 500,000 bytes is too large for Mapbox")
  func tileBytes() throws {
    let store = try SampleStore.foreignMBTiles(try SampleTiles.flat.get())
    let noise = SyntheticRaster.noise(
      seed: 1, opaque: true, size: PixelSize(width: 512, height: 512))
    let image = try PNGTileEncoder(effort: .fast).encode(RGBAImage(noise))
    #expect(image.count > 500_000)
    try store.edit {
      try $0.run("UPDATE tiles SET tile_data = ? WHERE zoom_level = 4", blob: image)
    }
    #expect(try broken(store, .mapbox)["profile.tile-bytes"] == .error)
    #expect(try broken(store, .google)["profile.tile-bytes"] == nil)
    #expect(try broken(store, nil)["profile.tile-bytes"] == nil)
  }

  @Test("Zoom 22 and tiles of another size are not for Google")
  func google() throws {
    let deep = try SampleStore.foreignDirectory(try SampleTiles.flat.get())
    let tile = try PNGTileEncoder(effort: .fast).encodeUniform(
      red: 1, green: 2, blue: 3, alpha: 255, width: 128, height: 128)
    try deep.place(tile, at: "22/5/5.png")
    let found = try broken(deep, .google)
    #expect(found["profile.zoom"] == .error && found["profile.tile-size"] == .error)
    #expect(try broken(deep, .mapbox)["profile.zoom"] == nil)
  }

  @Test("What MBTiles 1.3 says must be is an error to the letter")
  func strict() throws {
    let store = try SampleStore.foreignMBTiles()
    try store.run("DELETE FROM metadata WHERE name = 'format'")
    #expect(try broken(store, nil) == ["metadata.implied": .warning])
    #expect(try broken(store, .strictMBTiles) == ["metadata.implied": .error])
    let archive = try SampleStore.pmtiles()
    #expect(try broken(archive, .strictMBTiles) == ["profile.store": .error])
  }
}
